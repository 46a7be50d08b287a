import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { repository, withFolder } from '../kit/server-process.ts';

/** What is made again, or needed by no build. */
const LEFT_OUT = new Set(['.git', 'dist', 'node_modules', 'test', 'docs']);

/** Notes at the end of each process of Node which program it was, and the native libraries that it had loaded. */
const NOTING = `import { appendFileSync } from 'node:fs';
process.on('exit', () => {
  const { sharedObjects } = process.report.getReport();
  appendFileSync(process.env.NOTED, JSON.stringify({ program: process.argv[1], libraries: sharedObjects }) + '\\n');
});`;

interface Noted {
  readonly program: string;
  readonly libraries: readonly string[];
}

test('npm start serves in a process in which no build ran, also when it has just built', { timeout: 300_000 }, () =>
  withFolder(async (folder) => {
    const copy = folder.file('copy');
    const noted = folder.file('noted');
    mkdirSync(copy);
    for (const name of readdirSync(repository)) {
      if (!LEFT_OUT.has(name)) cpSync(join(repository, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(folder.file('noting.mjs'), NOTING);
    const env = { NOTED: noted, NODE_OPTIONS: `--import=${pathToFileURL(folder.file('noting.mjs'))}` };
    const server = await folder.start({ command: [process.execPath, join(copy, 'scripts/start.mjs')], env });
    expect(server.out.join('\n')).toContain('Building …');
    expect((await (await server.admin()).get('/users')).status).toBe(200);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const all: Noted[] = readFileSync(noted, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const librariesOf = (name: string): readonly string[] =>
      all
        .filter(({ program }) => basename(program) === name)
        .flatMap(({ libraries }) => libraries.filter((path) => path.includes('node_modules')));
    const building = librariesOf('build.mjs');
    const serving = librariesOf('start.mjs');
    expect(building).not.toEqual([]);
    expect(all.map(({ program }) => basename(program))).toContain('start.mjs');
    expect(serving.filter((path) => building.includes(path))).toEqual([]);
  }),
);
