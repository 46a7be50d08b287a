import { join } from 'node:path';
import { tryLock } from '../store/drivers/sqlite/lock.ts';
import { makePrivate } from './private-file.ts';

/**
 * Held by a backup while it copies files and by what removes files to which nothing refers, in whatever process: a backup may take
 * longer than such a file is kept. Returns what ends it; undefined: another has it. `folder`: the data folder.
 */
export function holdFiles(folder: string): (() => void) | undefined {
  const file = join(folder, 'files.lock');
  makePrivate(file);
  return tryLock(file);
}

/** The right to remove files, which parts of one server wait to get from each other. Undefined: a backup copies them. */
export type FilesHold = () => Promise<(() => void) | undefined>;

export function createFilesHold(folder: string): FilesHold {
  let free = Promise.resolve();
  return async () => {
    const before = free;
    let end = (): void => undefined;
    free = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    let release: (() => void) | undefined;
    try {
      release = holdFiles(folder);
    } finally {
      if (!release) end();
    }
    return (
      release &&
      (() => {
        release?.();
        end();
      })
    );
  };
}
