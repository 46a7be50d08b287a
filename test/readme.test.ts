import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Easel, startEasel } from './kit/easel.ts';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'README.md'), 'utf8');
/** The shell blocks of the walk in order; the one marked `watch` runs beside the others. */
const blocks = [...text.matchAll(/```sh( watch)?\n([\s\S]*?)```/g)].map(([, watch, code]) => ({ watch: !!watch, code: code! }));
const canWalk = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

describe('the README', () => {
  let easel: Easel;
  let folder: string;
  beforeAll(async () => {
    easel = await startEasel({ env: { EASEL_ADMIN_EMAIL: 'admin@localhost' } });
    folder = mkdtempSync(join(tmpdir(), 'easel-walk-'));
  });
  afterAll(async () => {
    await easel.close();
    rmSync(folder, { recursive: true });
  });

  it.skipIf(!canWalk)('has a walk that works as it is typed (skipped without bash and curl)', async () => {
    const seen = join(folder, 'seen');
    const { stdout } = await promisify(execFile)('bash', ['-c', script(easel, seen)], { encoding: 'utf8' });
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

  it('links only to what is there', () => {
    const links = [text, ...['docs/operating.md', 'STYLE.md'].map((file) => readFileSync(join(root, file), 'utf8'))].flatMap(
      (page, at) => linksOf(page).map((link) => join(at === 1 ? dirname('docs/operating.md') : '.', link)),
    );
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});

interface Widget {
  readonly widget_type: string;
  readonly state: string;
}

const linksOf = (page: string): string[] =>
  [...page.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map((match) => match[1]!).filter((link) => !/^https?:/.test(link));

/** The blocks as one script: with this server's address and password, and the watcher in the background. */
function script(easel: Easel, seen: string): string {
  const code = blocks.map(({ watch, code }) =>
    watch ? `${code.trim()} > ${seen} & WATCHER=$!\nuntil [ -s ${seen} ]; do sleep 0.05; done` : code,
  );
  const typed = code
    .join('\n')
    .replace(/^EASEL=.*$/m, `EASEL=${easel.url}`)
    .replace(/^PASSWORD=.*$/m, `PASSWORD=${easel.admin.password}`);
  return `set -euo pipefail\n${typed}\nuntil [ "$(wc -l < ${seen})" -ge 6 ]; do sleep 0.05; done; kill $WATCHER`;
}
