import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { startEasel } from '../kit/easel.ts';
import { asPrinted, bash, canWalk, pageOf, root, stepsOf, type } from '../kit/typed.ts';

const page = 'docs/licence.md';

describe(page, { timeout: 60_000 }, () => {
  let folder: string;
  /** In a folder of its own, because the commands leave a key there. */
  const place = (): string[] => [
    `cd ${folder}`,
    // What it says on standard error is for people
    `npx() { shift 2; node ${join(root, 'dist/cli/easel.js')} "$@" 2> ${folder}/said; }`,
  ];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'easel-licence-page-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.skipIf(!canWalk)('has commands that answer what it says (skipped without bash and curl)', async () => {
    const [, keys] = /```sh keys\n([\s\S]*?)```/.exec(pageOf(page))!;
    const { stdout: publicKey } = await bash(folder, ...place(), keys!);
    const easel = await startEasel({ clock: systemClock, env: { EASEL_LICENSE_PUBLIC_KEY: publicKey.trim() } });
    try {
      const own = (code: string): string =>
        code.replace(/^EASEL=.*$/m, `EASEL=${easel.url}`).replace(/^TOKEN=.*$/m, `TOKEN=${easel.admin.token}`);
      const steps = stepsOf(page).map(({ code, prints }) => ({ code: own(code), prints }));
      expect(steps.length).toBeGreaterThanOrEqual(5);
      for (const { code, prints, printed, isRefused } of await type(folder, place(), steps)) {
        expect(printed, code).toMatch(asPrinted(prints));
        expect(isRefused, `${code}\n${printed}`).toBe(prints.startsWith('{"msg":'));
      }
      expect((await easel.admin.get('/license')).body).toMatchObject({ edition: 'Studio', max_clients: 12 });
      const { code, prints } = { code: publicKey.slice(0, 16), prints: /EASEL_LICENSE_PUBLIC_KEY=(\w+)…/.exec(pageOf(page))![1] };
      expect(code, 'the key on the page begins as all of them do').toBe(prints);
    } finally {
      await easel.close();
    }
  });
});
