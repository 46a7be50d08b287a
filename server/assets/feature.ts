import type { Rules } from '../access/authorization/rule-table.ts';
import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { JobLog } from '../jobs/job.ts';
import type { Leases } from '../jobs/leases.ts';
import type { Store } from '../store/store.ts';
import type { Blobs } from './blobs.ts';
import type { DeletedFiles } from './deleted-files.ts';
import type { FileReads } from './file-bytes.ts';
import { sweepOfFiles } from './jobs/sweep.ts';
import type { Mipmaps } from './mipmaps.ts';
import { assetRoutes } from './routes/assets.ts';
import { fileFitRoutes } from './routes/files/fit.ts';
import { fileInfoRoutes } from './routes/files/info.ts';
import { fileRoutes } from './routes/files.ts';
import { mipmapRoutes } from './routes/mipmaps.ts';

interface Needs {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly leases: Leases;
  readonly log: JobLog;
  readonly blobs: Blobs;
  readonly deletedFiles: DeletedFiles;
  readonly mipmaps: Mipmaps;
  readonly reads: FileReads;
  /** Rejects when the files may belong to another server. */
  readonly requireOwnFiles: () => Promise<void>;
  readonly holdFiles: () => Promise<(() => void) | undefined>;
}

/** The bytes of uploaded files, their mipmaps, and removing those to which nothing refers. */
export const files = feature({
  routes: (deps: Needs) => [
    ...mipmapRoutes(deps),
    ...assetRoutes(deps),
    ...fileRoutes(deps),
    ...fileFitRoutes(deps),
    ...fileInfoRoutes(deps),
  ],
  jobs: (deps) => [sweepOfFiles(deps)],
});
