import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Seen, Walk } from '../generators/walk.ts';
import { useEasel } from '../kit/easel.ts';
import { svg } from '../kit/samples.ts';

const root = join(import.meta.dirname, '../..');
const own = join(import.meta.dirname, '../generators');
const isInstalled = existsSync(join(own, 'node_modules/.easel-stamp'));
/** Generators start slowly on a busy machine. */
const patience = { timeout: 180_000 };

/** The command of each generator, run in the common folder; the key is the program that uses the generated code. */
const generators: Readonly<Record<string, readonly string[]>> = {
  'openapi-typescript': ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'generated/openapi-typescript.ts'],
  orval: ['orval/dist/bin/orval.js', '--config', './orval.config.cjs'],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'generated/hey-api', '-c', '@hey-api/client-fetch'],
};

describe.skipIf(!isInstalled)('code generated from the API document (skipped: npm test could not install the generators)', () => {
  const easel = useEasel();
  let folder: string;
  const run = (program: string, ...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], { cwd: folder }).catch(
      (cause: { stdout: string; stderr: string }) => {
        throw new Error(`${program}\n${cause.stdout}${cause.stderr}`);
      },
    );
  beforeAll(async () => {
    // Outside the repository, so that no tool takes generated code for ours
    folder = mkdtempSync(join(tmpdir(), 'easel-generated-'));
    for (const file of readdirSync(own).filter((name) => name !== 'node_modules')) cpSync(join(own, file), join(folder, file));
    cpSync(join(root, 'docs/openapi.json'), join(folder, 'openapi.json'));
    symlinkSync(join(own, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [program, ...args] of Object.values(generators)) await run(join('node_modules', program!), ...args);
  }, patience.timeout);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is accepted by the compiler, with the programs that use it', patience, async () => {
    await run(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
  });

  it.each(Object.keys(generators))('of %s signs in, makes, uploads, lists, changes and deletes', patience, async (name) => {
    const { walk } = (await import(join(folder, `${name}.ts`))) as { walk: (with_: Walk) => Promise<Seen> };
    const { email, password } = easel.admin;
    const picture = new Blob([new Uint8Array(svg(40, 20))], { type: 'image/svg+xml' });
    const seen = await walk({ baseUrl: `${easel.url}/api/v1`, email, password, picture });
    expect(seen).toEqual({
      note: 'Hello',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      widgets: ['SharedCanvas', 'Note', 'Image'],
      changed: { text: 'Changed', x: 7 },
      left: 0,
      refused: expect.stringMatching(/^404 Note .* not found$/),
    });
  });
});
