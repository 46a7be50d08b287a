import { accessSync, constants } from 'node:fs';
import { holdFiles } from '../../server/start/files-lock.ts';
import type { Progress } from '../progress.ts';

/** Between two looks, in milliseconds. */
const LOOK_MS = 200;

/** Waits until nobody removes files from the data folder. From then on nobody does, until the returned function is called. */
export async function keepFiles(folder: string, progress: Pick<Progress, 'step'>): Promise<() => void> {
  // Nobody removes any from a copy that cannot be written to
  if (!canWrite(folder)) return () => undefined;
  for (;;) {
    const release = holdFiles(folder);
    if (release) return release;
    progress.step(() => 'waits for easel gc, or for another backup');
    await new Promise((resume) => setTimeout(resume, LOOK_MS));
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
