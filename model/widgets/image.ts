import { fileKinds, typesInWords } from '../file-kinds.ts';
import type { Look } from '../looks/look.ts';
import { firstOf, still, whole, withoutFile } from '../looks/parts.ts';
import type { RecordOf } from '../resource.ts';
import { defineWidget } from './define.ts';
import { fileFields, keepRatio } from './file.ts';

/** interface/widgets 5.5. */
export const Image = defineWidget(() => ({
  name: 'Image',
  about: `A picture, made by an upload: ${typesInWords('image')}. A resize keeps its ratio.`,
  path: 'images',
  upload: 'image',
  linkShared: true,
  clonable: true,
  annotatable: true,
  reparent: true,
  size: fileKinds.image.size,
  fields: fileFields,
  hooks: { prepare: keepRatio },
}));

export type Image = RecordOf<typeof Image>;

/** Nothing but the picture, which needs no caption. */
export const look: Look<typeof Image> = ({ size, hash, title, original_filename }, context) =>
  hash === '' ? withoutFile(size, 'picture', firstOf(title, original_filename), context) : [still(whole(size), hash)];
