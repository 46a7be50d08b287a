import type { RecordOf } from '../resource.ts';
import { defineWidget } from './define.ts';
import { fileFields, keepRatio } from './file.ts';

/** Widgets contract 5.5. */
export const Image = defineWidget({
  name: 'Image',
  about: 'A picture, made by an upload: JPEG, PNG, GIF, BMP, TIFF, WebP or SVG. A resize keeps its ratio.',
  path: 'images',
  upload: 'image',
  linkShared: true,
  clonable: true,
  annotatable: true,
  reparent: true,
  size: { width: 100, height: 100 },
  fields: fileFields,
  hooks: { prepare: keepRatio },
});

export type Image = RecordOf<typeof Image>;
