import { type LocalDeps, openLocalBlobs } from './blobs/local.ts';
import type { Blobs } from './blobs.ts';

/** Opens the asset store in this folder. Throws one line for a person. */
export async function openBlobs(deps: LocalDeps): Promise<Blobs> {
  try {
    return await openLocalBlobs(deps);
  } catch (cause) {
    throw new Error(
      `the asset folder ${deps.folder} cannot be used (${(cause as NodeJS.ErrnoException).code}); see EASEL_DATA_DIR`,
    );
  }
}
