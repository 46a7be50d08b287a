import { renderMemory } from './machine.ts';
import { setting } from './read.ts';
import { flag, integer } from './types.ts';

/** What rendering images, pages and previews may take. */
export const pictureSettings = {
  mipmapCacheBytes: setting({
    name: 'EASEL_MIPMAP_CACHE_BYTES',
    group: 'Limits',
    isAdvanced: true,
    type: integer(64 * 1024 ** 2),
    default: 2 * 1024 ** 3,
    unit: 'bytes',
    why: 'Disk space for rendered levels of images and PDF pages, in the data folder; beyond it, the server removes the least recently used ones and renders them again when they are needed. Raise it when many walls show large images.',
  }),
  renderMaxPixels: setting({
    name: 'EASEL_RENDER_MAX_PIXELS',
    group: 'Limits',
    isAdvanced: true,
    type: integer(1),
    default: 16_383 ** 2,
    unit: 'pixels',
    why: 'Images with more pixels can be uploaded and downloaded, but are not rendered. Lower it on a small machine.',
  }),
  renderMemoryBytes: setting({
    name: 'EASEL_RENDER_MEMORY_BYTES',
    group: 'Limits',
    isAdvanced: true,
    type: integer(128 * 1024 ** 2),
    default: renderMemory,
    defaultSays: '2 GiB, at most half of memory',
    unit: 'bytes',
    why: 'Memory of one render process, of which there are at most four (three on two cores), one of them only for uploads; the server ends a process that takes more, and the file counts as one that cannot be rendered.',
  }),
  renderSeconds: setting({
    name: 'EASEL_RENDER_SECONDS',
    group: 'Limits',
    isAdvanced: true,
    type: integer(1, 3600),
    default: 60,
    unit: 'seconds',
    why: 'Most processor time for rendering one level. Raise it on slow machines with very large images.',
  }),
  previews: setting({
    name: 'EASEL_PREVIEWS',
    group: 'Limits',
    type: flag,
    default: true,
    unit: '',
    why: '1: the server draws a picture of a canvas in the background after somebody asked for it or closed the canvas. 0: it draws none, for machines with no time to spare.',
  }),
} as const;
