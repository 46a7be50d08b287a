import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Settings } from '../settings.ts';
import type { Blobs } from './blobs.ts';
import { MipmapCache } from './mipmap-cache.ts';
import { createMipmaps, type Mipmaps } from './mipmaps.ts';
import { createRenderers } from './render/renderers.ts';
import type { Renderers } from './render/types.ts';

export interface RenderingDeps {
  readonly settings: Pick<Settings, 'mipmapCacheBytes' | 'renderMaxPixels' | 'renderMemoryBytes' | 'renderSeconds'>;
  readonly clock: Clock;
  readonly disk: Pick<Disk, 'refuseFiles'>;
  readonly log: { info(fields: object, text: string): void };
  /** The folder for levels. */
  readonly folder: string;
  readonly blobs: Pick<Blobs, 'local' | 'hold'>;
  readonly metrics: Metrics;
}

/** Everything that looks into users' files, in separate processes. None is started before the first file. */
export interface Rendering {
  readonly renderers: Renderers;
  readonly mipmaps: Mipmaps;
}

export function openRendering({ settings, clock, disk, log, folder, blobs, metrics }: RenderingDeps): Rendering {
  const failed = ({ message }: Error, file: string): void => log.info({ file, cause: message }, 'a file cannot be rendered');
  const renderers = createRenderers({ settings, clock, failed, metrics });
  const cache = new MipmapCache({ folder, mostBytes: settings.mipmapCacheBytes, clock });
  const files = { local: (hash: string) => blobs.local(hash), hold: (hash: string) => blobs.hold(hash) };
  return { renderers, mipmaps: createMipmaps({ cache, renderers, clock, disk, ...files, failed }) };
}
