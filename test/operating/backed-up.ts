import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect } from 'vitest';
import { easel as command } from '../kit/command.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';

/** A server with something on it, and folders for its backups. */
export function useBackups() {
  const work = mkdtempSync(join(tmpdir(), 'easel-backup-'));
  afterAll(() => rmSync(work, { recursive: true, force: true }));
  let folders = 0;
  const easel = useEasel({ people: ['ann'] });
  const run = (words: string, env = {}) => command(words, { EASEL_DATA_DIR: easel.folder, ...env });
  return {
    easel,
    run,
    /** The path of a folder that is not there yet. */
    fresh: (): string => join(work, String(++folders)),
    /** Makes a backup there. @returns its id */
    async backUp(place: string): Promise<string> {
      const { code, out, err } = await run(`backup now --to ${place}`);
      expect([code, err]).toEqual([0, '']);
      return /backup (\S+)\n$/.exec(out)![1]!;
    },
    /** A canvas with notes and a picture. */
    async filled() {
      const { ann } = easel.people;
      const canvas = await easel.canvas(ann, { name: 'Sprint wall' });
      for (const text of ['one', 'two']) await ann.post(`${canvas}/notes`, { text });
      const image = await uploaded(easel, ann, `${canvas}/images`, svg(40, 30, '<rect width="9" height="9"/>'), 'a.svg');
      return { canvas, image: `${canvas}/images/${image.id}` };
    },
  };
}

/** The paths of all files in a folder of a repository. */
export const namesIn = (place: string, folder: string): string[] =>
  readdirSync(join(place, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** The texts of all objects of a repository, by their paths. */
export const objectsOf = (place: string): Map<string, string> =>
  new Map(namesIn(place, 'objects').map((path) => [path, gunzipSync(readFileSync(path)).toString()]));
