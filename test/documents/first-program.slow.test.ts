import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { bash, canRun, canWalk, pageOf, root, stepsOf } from '../kit/typed.ts';

/** Processes start slowly on a busy machine. */
const patience = { timeout: 120_000 };
const page = 'docs/first-program.md';
const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(pageOf(page))![1]!;
const compiler = join(root, 'node_modules/typescript/bin/tsc');

describe(page, patience, () => {
  const easel = useEasel({ each: 'test', clock: systemClock, env: { EASEL_ADMIN_EMAIL: 'admin@localhost' } });
  let folder: string;
  let printed: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'easel-first-program-'));
    printed = join(folder, 'printed');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What the page says, typed from its beginning to its end, with one of the two programs. Resolves when the program has reacted. */
  const follow = (program: string) => {
    const [token] = stepsOf(page);
    const typed = token!.code
      .replace(/^EASEL=.*$/m, `EASEL=${easel.url}`)
      .replace(/^PASSWORD=.*$/m, `PASSWORD=${easel.admin.password}`);
    return bash(
      folder,
      typed,
      `${program} > ${printed} 2>&1 & PROGRAM=$!`,
      `until grep -q Open ${printed}; do sleep 0.05; done`,
      `BOARD=$(sed -n 's,^Open .*/open/,,p' ${printed})`,
      blockOf('sh move'),
      `until grep -q done ${printed}; do sleep 0.05; done`,
      `until curl -s $NOTES/$NOTE -H "Private-Token: $ROBOT" | grep -q '#aee5cdff'; do sleep 0.05; done`,
      // The program takes its own change for nothing new, and the note back
      `curl -s -X PATCH $NOTES/$NOTE -H "Private-Token: $ROBOT" -d '{"location":{"x":300,"y":300}}' > /dev/null`,
      `until grep -q 'to do again' ${printed}; do sleep 0.05; done`,
      'kill $PROGRAM',
    );
  };

  async function expectBoard(name: string): Promise<void> {
    const [board] = (await easel.admin.get('/canvases')).body;
    expect(board).toMatchObject({ name });
    expect(readFileSync(printed, 'utf8')).toBe(
      `Open ${easel.url}/open/${board.id}\nBorrow lanterns: done\nBorrow lanterns: to do again\n`,
    );
    expect((await easel.admin.get(`/canvases/${board.id}/anchors`)).body).toHaveLength(2);
    expect((await easel.admin.get(`/canvases/${board.id}/notes`)).body).toHaveLength(3);
  }

  it.skipIf(!canWalk)('has a program in TypeScript that compiles strictly and works (skipped without curl)', async () => {
    const packages = join(folder, 'node_modules');
    mkdirSync(packages);
    for (const [name, target] of [
      ['easel-client', 'dist/easel-client'],
      ['@types', 'node_modules/@types'],
      ['undici-types', 'node_modules/undici-types'],
    ] as const) {
      symlinkSync(join(root, target), join(packages, name));
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', types: ['node'], erasableSyntaxOnly: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['board.mts'] }));
    writeFileSync(join(folder, 'board.mts'), blockOf('ts'));
    // Node 20 knows neither TypeScript nor WebSocket
    const socket = join(folder, 'socket.mjs');
    writeFileSync(
      socket,
      `import { WebSocket } from '${join(root, 'node_modules/ws/wrapper.mjs')}';\nglobalThis.WebSocket ??= WebSocket;`,
    );
    await bash(folder, `cd ${folder}; node ${compiler} -p . >&2`);
    await follow(`node --import ${socket} ${join(folder, 'board.mjs')}`);
    await expectBoard('Board in TypeScript');
  });

  it.skipIf(!canWalk || !canRun('python3'))('has a program in Python that works (skipped without curl or Python)', async () => {
    writeFileSync(join(folder, 'board.py'), blockOf('python'));
    await follow(`python3 ${join(folder, 'board.py')}`);
    await expectBoard('Board in Python');
  });
});
