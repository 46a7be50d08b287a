import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeScratchFolder } from './scratch.mjs';

const made = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

function placeOf(env, has) {
  const folder = makeScratchFolder(env, has);
  made.push(folder);
  return dirname(folder);
}

test('tests write to the usual place when memory has no room for it, and when somebody has named one', () => {
  expect(placeOf({}, () => false)).toBe(tmpdir());
  expect(placeOf({ TMPDIR: tmpdir() }, () => true)).toBe(tmpdir());
});

test.skipIf(process.platform !== 'linux')('tests write to memory where it has room', () => {
  expect(placeOf({}, () => true)).toBe('/dev/shm');
});

test('other accounts reach what is in it', () => {
  const folder = makeScratchFolder({}, () => false);
  made.push(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o755);
});

test('what a run has left that was killed is removed by the next, and what another run has is kept', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const left = join(tmpdir(), `easel-tests-${pid}-left`);
  mkdirSync(join(left, 'data'), { recursive: true });
  const other = mkdtempSync(join(tmpdir(), `easel-tests-${process.ppid}-`));
  made.push(other);
  placeOf({}, () => false);
  expect([existsSync(left), existsSync(other)]).toEqual([false, true]);
});
