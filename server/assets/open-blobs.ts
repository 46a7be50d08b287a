import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import { openLocalBlobs } from './blobs/local.ts';
import type { Blobs } from './blobs.ts';

/** The asset store in this folder, the only kind that `EASEL_ASSETS_URL` can name so far. Throws one line for a person. */
export async function openBlobs(folder: string, clock: Clock, disk: Pick<Disk, 'refuseFiles'>): Promise<Blobs> {
  try {
    return await openLocalBlobs(folder, clock, disk);
  } catch (cause) {
    throw new Error(`the asset folder ${folder} cannot be used (${(cause as NodeJS.ErrnoException).code}); see EASEL_DATA_DIR`);
  }
}
