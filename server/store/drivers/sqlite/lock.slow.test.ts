import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { isLocked, lockFolder } from './lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const said = (): string => `another Easel server is using the data folder ${folder}; stop it or set EASEL_DATA_DIR`;

/** Another process that takes the lock and keeps it, or says why it could not. */
async function otherProcess() {
  const lock = new URL('../../../../dist/server/store/drivers/sqlite/lock.js', import.meta.url).href;
  const script = `
    const { lockFolder } = await import(${JSON.stringify(lock)});
    try { lockFolder(${JSON.stringify(folder)}); console.log('locked'); } catch (cause) { console.log(cause.message); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { line: String(line).trim(), kill };
}

test('a folder has one server at a time, and is free again however that one ends', async () => {
  const first = await otherProcess();
  expect(first.line).toBe('locked');
  expect(() => lockFolder(folder)).toThrow(said());
  await first.kill();
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(said());
  const second = await otherProcess();
  await second.kill();
  expect(second.line).toBe(said());
  release();
  lockFolder(folder)();
});

test('what is wrong with the lock and no other server is told as what it is', () => {
  writeFileSync(join(folder, 'easel.lock'), 'this is not a database, '.repeat(1000));
  expect(() => lockFolder(folder)).toThrow(`${join(folder, 'easel.lock')} cannot be locked: file is not a database`);
  expect(() => lockFolder(join(folder, 'none'))).toThrow(/none.easel.lock cannot be locked: .*unable to open/);
});

test('who looks whether a server runs sees it, and hinders none', async () => {
  expect(isLocked(folder)).toBe(false);
  const release = lockFolder(folder);
  expect(isLocked(folder)).toBe(true);
  release();
  expect(isLocked(folder)).toBe(false);
  const other = await otherProcess();
  expect([other.line, isLocked(folder)]).toEqual(['locked', true]);
  await other.kill();
  expect(isLocked(folder)).toBe(false);
});
