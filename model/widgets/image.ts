import type { Editing } from '../editing.ts';
import { fileKinds, typesInWords } from '../file-kinds.ts';
import { palette } from '../looks/colours.ts';
import type { Look } from '../looks/look.ts';
import { firstOf, radiusOf, still, whole, withoutFile } from '../looks/parts.ts';
import { shadeOf } from '../looks/shades.ts';
import type { Traits } from '../looks/traits.ts';
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

/** Nothing but the picture and its shadow: it needs no caption. */
export const look: Look<typeof Image> = ({ size, hash, title, original_filename }, context) =>
  hash === ''
    ? withoutFile(size, 'picture', firstOf(title, original_filename), context)
    : [shadeOf(size, radiusOf(size)), still(whole(size), hash)];

export const editing: Editing<typeof Image> = {
  resize: 'ratio',
  fields: [
    ['title', 'line'],
    ['original_filename', 'line'],
  ],
  takes: true,
  opens: 'properties',
};

export const traits: Traits<typeof Image> = {
  icon: 'picture',
  far: ({ size, hash }) => (hash === '' ? undefined : { colour: palette.missing, picture: still(whole(size), hash) }),
};
