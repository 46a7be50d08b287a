import { initialValues, readonly } from '../field.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Hash, Text } from '../types.ts';

/**
 * The picture of a canvas that the server drew: one record of its scope, in no list and no answer. The canvas's
 * `preview_hash` is its hash. Its bytes are not an asset of the canvas, so they do not count in `asset_size`.
 */
export const Preview = defineResource({
  name: 'Preview',
  fields: {
    id: readonly(Text(), 'preview'),
    hash: readonly(Hash, ''),
    /** The canvas's `modified_at` at the state that the picture shows. */
    shows: readonly(Text(), ''),
  },
  assets: ({ hash }) => [{ hash, bytes: 0 }],
  // Hidden from requests for a file of the canvas
  indexes: { assets: () => undefined },
  head: (preview) => ({ preview_hash: preview?.hash ?? '' }),
  unsaved: true,
});

export type Preview = RecordOf<typeof Preview>;

export const previewWith = (hash: string, shows: string): Preview => ({ ...initialValues(Preview.fields), hash, shows });
