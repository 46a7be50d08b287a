import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../server/clock.ts';
import { type Easel, useEasel } from './kit/easel.ts';

const root = join(import.meta.dirname, '..');
const pageOf = (file: string): string => readFileSync(join(root, file), 'utf8');
/** The shell blocks of the walk in order; the block marked `watch` runs in parallel with the others. */
const blocks = [...pageOf('README.md').matchAll(/```sh( watch)?\n([\s\S]*?)```/g)].map(([, watch, code]) => ({
  watch: !!watch,
  code: code!,
}));
/** The shell blocks of docs/files.md, each with the output that is shown below it. */
const steps = [...pageOf('docs/files.md').matchAll(/```sh\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/g)].map(
  ([, code, prints = '…']) => ({ code: code!, prints: prints.trim() }),
);
const canWalk = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);
/** Processes start slowly on a busy machine. */
const patience = { timeout: 60_000 };
const run = promisify(execFile);

describe('the README', () => {
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
    const [, program] = /```js\n([\s\S]*?)```/.exec(pageOf('README.md'))!;
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
    const { stdout, stderr } = await bash(folder, walked, 'kill $WATCHER', tellStatuses, ...steps.map(marked));
    const [printed, statuses] = [stdout, stderr].map((output) => output.split(MARK).slice(1)) as [string[], string[]];
    expect([printed.length, statuses.length]).toEqual([steps.length, steps.length]);
    for (const [at, { code, prints }] of steps.entries()) {
      expect(printed[at]!.trim(), code).toMatch(asPrinted(prints));
      expect(isRefused(code, statuses[at]!), `${code}\n${printed[at]}`).toBe(prints.startsWith('{"msg":'));
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

/** Puts the command at which a script ended into the error. */
const careful = `set -Eeuo pipefail; trap 'echo "failed: $BASH_COMMAND" >&2' ERR`;

/** Runs lines as one script; its temporary files go with the folder. */
const bash = (folder: string, ...lines: readonly string[]) =>
  run('bash', ['-c', [careful, ...lines].join('\n')], { env: { ...process.env, TMPDIR: folder } });

/** The walk as a script: with this server's address and password, and the watcher in the background. */
function walk(easel: Easel, seen: string): string {
  const code = blocks.map(({ watch, code }) =>
    watch ? `${code.trim()} > ${seen} & WATCHER=$!\nuntil [ -s ${seen} ]; do sleep 0.05; done` : code,
  );
  return code
    .join('\n')
    .replace(/^EASEL=.*$/m, `EASEL=${easel.url}`)
    .replace(/^PASSWORD=.*$/m, `PASSWORD=${easel.admin.password}`);
}

/** Printed before the output of each block, on both outputs. */
const MARK = '--- next block ---\n';
const marked = ({ code }: { code: string }): string => `echo '${MARK.trim()}'; echo '${MARK.trim()}' >&2\n${code}`;

/** From here on, every status also goes to stderr. */
const tellStatuses = `curl() { command curl -w '%{stderr}%{http_code}\\n' "$@"; }`;

/** Was a request refused? Of a loop that repeats a request until it succeeds, only the last attempt counts. */
function isRefused(code: string, statuses: string): boolean {
  const all = statuses.split('\n').filter(Boolean);
  return (code.startsWith('until ') ? all.slice(-1) : all).some((status) => !/^2\d\d$/.test(status));
}

/** A pattern for a text in which `…` stands for anything. */
function asPrinted(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}
