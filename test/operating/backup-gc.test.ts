import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdFiles } from '../../server/start/files-lock.ts';
import { type OpenDoor, openDoor } from '../../server/start/open-door.ts';
import { easel as command, startCommand } from '../kit/command.ts';
import { useEasel } from '../kit/easel.ts';
import { getFile, uploaded } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const HOUR = 3_600_000;
const work = mkdtempSync(join(tmpdir(), 'easel-backup-gc-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const easel = useEasel({ people: ['ann'], each: 'test', env: { EASEL_DELETED_FILES_DAYS: '0' } });
let door: OpenDoor;
beforeEach(async () => {
  door = await openDoor(easel.server.http, easel.folder);
  writeFileSync(join(easel.folder, 'running.json'), JSON.stringify({ socket: door.path, settings: [] }));
});
afterEach(() => door.remove());

const env = () => ({ EASEL_DATA_DIR: easel.folder });
let folders = 0;
const fresh = (): string => join(work, String(++folders));
/** A picture that is on a canvas, and one that was deleted an hour ago. */
async function pictures() {
  const canvas = await easel.canvas(easel.people.ann);
  const shown = await uploaded(easel, easel.people.ann, `${canvas}/images`, svg(40, 30), 'a.svg');
  const gone = await uploaded(easel, easel.people.ann, `${canvas}/images`, svg(50, 30), 'b.svg');
  await easel.people.ann.delete(`${canvas}/images/${gone.id}`);
  return { shown: `${canvas}/images/${shown.id}`, file: pathOf(shown.hash), stray: pathOf(gone.hash), hash: gone.hash as string };
}
const pathOf = (hash: string): string => join(easel.folder, 'assets', hash.slice(0, 2), hash);

describe('while a backup copies files', () => {
  test('easel gc removes none, and says why; behind it, it does', async () => {
    const { shown, file, stray, hash } = await pictures();
    easel.clock.advance(61 * 60_000);
    const bytes = readFileSync(file);
    rmSync(file);
    // A pipe holds the backup at this file
    execFileSync('mkfifo', [file]);
    const place = fresh();
    const backup = startCommand(['backup', 'now', '--to', place], env());
    let pipe: number | undefined;
    await until(() => (pipe = openedPipe(file)) !== undefined);
    const refused = await easel.unchanged(() => command('gc', env()));
    expect(refused).toMatchObject({ code: 1, err: 'easel: A backup is being made: try again when it is done\n' });
    expect(JSON.parse((await command('gc --dry-run --json', env())).out)).toMatchObject([{ hash }]);
    expect(readFileSync(stray)).toEqual(Buffer.from(svg(50, 30)));
    writeSync(pipe!, bytes);
    closeSync(pipe!);
    expect(await backup.code).toBe(0);
    rmSync(file);
    writeFileSync(file, bytes);
    expect((await getFile(easel, easel.people.ann, `${shown}/download`)).bytes).toEqual(bytes);
    expect(JSON.parse((await command('gc --json', env())).out)).toMatchObject([{ hash }]);
    expect((await command(`verify ${place}`)).code).toBe(0);
  });

  test('the server sweeps none, and sweeps an hour later', async () => {
    const { stray } = await pictures();
    easel.clock.advance(HOUR);
    const swept = 'files are not swept while a backup is made';
    const release = holdFiles(easel.folder)!;
    for (let hours = 0; hours < 3; hours++) {
      const before = easel.logged.filter(({ text }) => text === swept).length;
      easel.clock.advance(HOUR);
      await until(() => easel.logged.filter(({ text }) => text === swept).length > before);
    }
    readFileSync(stray);
    release();
    await until(() => {
      if (easel.logged.some(({ text }) => text === 'files that nothing refers to were deleted')) return true;
      easel.clock.advance(HOUR);
      return false;
    }, 20);
    expect(() => readFileSync(stray)).toThrow('ENOENT');
  });
});

test('easel gc and the sweep of the server wait for each other', async () => {
  const { hash } = await pictures();
  easel.clock.advance(61 * 60_000);
  // The sweep of this hour is under way
  const [one, two] = await Promise.all([command('gc --json', env()), command('gc --json', env())]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect([...JSON.parse(one.out), ...JSON.parse(two.out)]).toMatchObject([{ hash }]);
});

test('a backup waits until nobody removes files any more', async () => {
  await pictures();
  const place = fresh();
  const release = holdFiles(easel.folder)!;
  const backup = startCommand(['backup', 'now', '--to', place], env());
  await backup.said(/waits for easel gc/);
  expect((await command(`backup list --at ${place}`)).out.trim().split('\n')).toHaveLength(1);
  release();
  expect(await backup.code).toBe(0);
  expect((await command(`verify ${place}`)).code).toBe(0);
});

/** Opens a pipe to write into it; undefined as long as nobody reads it. */
function openedPipe(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
