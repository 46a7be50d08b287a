import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { asPrinted, bash, canWalk, pageOf, root, run, stepsOf, type, walk } from '../kit/typed.ts';

/** Processes start slowly on a busy machine. */
const patience = { timeout: 60_000 };

describe('docs/walk.md', () => {
  const env = { EASEL_ADMIN_EMAIL: 'admin@localhost', EASEL_PREVIEWS: '1' };
  // The walk needs a new server. Previews are drawn after some time, and the commands do not move a test clock
  const easel = useEasel({ each: 'test', clock: systemClock, env });
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'easel-walk-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.skipIf(!canWalk)('has a walk that works as it is typed (skipped without bash and curl)', async () => {
    const seen = join(folder, 'seen');
    const until = `until [ "$(wc -l < ${seen})" -ge 6 ]; do sleep 0.05; done; kill $WATCHER`;
    const { stdout } = await bash(folder, walk(easel, seen), until);
    const lines = readFileSync(seen, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.map((one: Widget) => `${one.widget_type} ${one.state}`))).toEqual([
      ['SharedCanvas normal'],
      ['Note normal'],
      ['Note normal'],
      ['Connector normal'],
      ['Note normal'],
      ['Connector deleted', 'Note deleted'],
    ]);
    expect(lines[4][0]).toMatchObject({ text: 'Ship on Friday', location: { x: 900, y: 300 }, depth: 3 });
    expect(stdout).toContain('"link_permission":"view"');
  });

  it.skipIf(!canWalk)('has a program of six lines that prints what happens on the canvas', patience, async () => {
    const [, program] = /```js\n([\s\S]*?)```/.exec(pageOf('docs/walk.md'))!;
    expect(program!.trim().split('\n')).toHaveLength(6);
    writeFileSync(join(folder, 'watch.mjs'), program!);
    const printed = join(folder, 'printed');
    const until = (count: number): string => `until [ "$(wc -l < ${printed})" -ge ${count} ]; do sleep 0.05; done`;
    const { stdout } = await bash(
      folder,
      walk(easel, join(folder, 'seen-before-program')),
      'kill $WATCHER',
      `EASEL=$EASEL CANVAS=$CANVAS ROBOT=$ROBOT node ${join(folder, 'watch.mjs')} > ${printed} & WATCHER=$!`,
      until(1),
      `curl -s $NOTES/$A -X PATCH -H "Private-Token: $ROBOT" -d '{"text":"Shipped"}' > /dev/null`,
      `curl -s $NOTES/$A -X DELETE -H "Private-Token: $ROBOT"`,
      until(3),
      'kill $WATCHER; echo "Kim is $KIM"',
    );
    expect(readFileSync(printed, 'utf8')).toBe('normal Ship on Friday\nnormal Shipped\ndeleted Shipped\n');
    expect(stdout).toMatch(/"users":\[.*"permission":"edit"[\s\S]*Kim is \d+\n$/);
    expect((await easel.anonymous.post('/users/login', { email: 'kim@corp.example', password: 'a-first-password' })).status).toBe(
      200,
    );
  });

  it.skipIf(!canWalk)('is continued by docs/files.md, whose commands answer what it says', patience, async () => {
    const walked = walk(easel, join(folder, 'seen-before-files'));
    for (const { code, prints, printed, isRefused } of await type(folder, [walked, 'kill $WATCHER'], stepsOf('docs/files.md'))) {
      expect(printed, code).toMatch(asPrinted(prints));
      expect(isRefused, `${code}\n${printed}`).toBe(prints.startsWith('{"msg":'));
    }
  });

  it('leads to a page of settings whose command works in a clone', patience, async () => {
    // npm may set the bit, but only when it first sees the clone
    accessSync(join(root, JSON.parse(pageOf('package.json')).bin.easel), constants.X_OK);
    const [, command] = /`(npx [^`]*)`/.exec(pageOf('docs/settings.md'))!;
    const env = { ...process.env, EASEL_PORT: '9321', EASEL_DATA_DIR: folder, npm_config_cache: join(folder, 'npm') };
    const { stdout } = await run(command!, { cwd: root, shell: true, env });
    expect(stdout).toContain('EASEL_PORT = 9321 (environment)');
  });
});

interface Widget {
  readonly widget_type: string;
  readonly state: string;
}
