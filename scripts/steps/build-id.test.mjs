import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildId } from './build-id.mjs';

const stamp = 'a91c3e07b0d2'.repeat(5);
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-build-'));
  mkdirSync(join(folder, 'server'));
  write('server/a.ts', 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file, text) => writeFileSync(join(folder, file), text);
const id = (at = folder) => buildId(stamp, ['server', ':(exclude)*.test.ts'], at);

function git(...args) {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commit() {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'all');
  return git('rev-parse', '--short=12', 'HEAD');
}

test('a build is called by its commit, and marked when what is built was not committed', () => {
  const commit12 = commit();
  expect(id()).toBe(commit12);
  write('README.md', 'is not built');
  write('server/a.test.ts', 'nor are tests');
  expect(id()).toBe(commit12);
  write('server/b.ts', 'new');
  expect(id()).toBe(`${commit12}-dirty`);
  rmSync(join(folder, 'server/b.ts'));
  write('server/a.ts', 'two');
  expect(id()).toBe(`${commit12}-dirty`);
});

test('outside a clone of its own, it is called by the stamp of its files', () => {
  expect(id()).toBe('files-a91c3e07b0d2');
  commit();
  expect(id(join(folder, 'server'))).toBe('files-a91c3e07b0d2');
});
