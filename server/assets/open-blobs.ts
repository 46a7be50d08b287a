import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import { openLocalBlobs } from './blobs/local.ts';
import type { Blobs } from './blobs.ts';

/**
 * The asset store that `EASEL_ASSETS_URL` names: `file:` is the folder `assets` of the data folder, `file:name` another
 * one in it, `file:///path` one elsewhere. Throws one line for a person.
 */
export async function openBlobs(url: string, dataPath: (name: string) => string, clock: Clock): Promise<Blobs> {
  if (!url.startsWith('file:')) throw new Error('EASEL_ASSETS_URL: this version keeps files in a folder only (file:)');
  const folder = url.startsWith('file://') ? fileURLToPath(url) : dataPath(url.slice('file:'.length) || 'assets');
  try {
    return await openLocalBlobs(folder, clock);
  } catch (cause) {
    throw new Error(`the asset folder ${folder} cannot be used (${(cause as NodeJS.ErrnoException).code}); see EASEL_ASSETS_URL`);
  }
}
