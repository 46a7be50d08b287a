import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import type { Blobs } from './blobs.ts';
import { FileReads } from './file-bytes.ts';
import { openRendering, type Rendering, type RenderingDeps } from './rendering.ts';
import { createUploads, type UploadDeps, type Uploads } from './uploads.ts';

export interface AssetDeps extends Pick<RenderingDeps, 'log' | 'metrics'> {
  readonly settings: RenderingDeps['settings'] & { readonly maxUploadBytes: number };
  readonly clock: Clock;
  readonly disk: Disk;
  /** Path of a file or folder in the data folder. */
  readonly path: (name: string) => string;
  readonly open: (deps: Pick<AssetDeps, 'clock' | 'disk'> & { readonly reads: FileReads }) => Promise<Blobs>;
  readonly wanted: UploadDeps['wanted'];
}

/** Everything about the bytes of files. */
export interface Assets extends Rendering {
  readonly blobs: Blobs;
  readonly reads: FileReads;
  readonly uploads: Uploads;
}

export async function openAssets({ settings, clock, disk, log, metrics, path, open, wanted }: AssetDeps): Promise<Assets> {
  const reads = new FileReads();
  const blobs = await open({ clock, disk, reads });
  const rendering = openRendering({ settings, clock, disk, log, metrics, folder: path('mipmaps'), blobs });
  const { renderers } = rendering;
  const uploads = createUploads({ blobs, renderers, maxUploadBytes: settings.maxUploadBytes, wanted });
  return { ...rendering, blobs, reads, uploads };
}
