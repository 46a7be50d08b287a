import { initialValues, readonly } from '../field.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Hash, Text } from '../types.ts';

/**
 * The picture of a canvas that the server drew: one record of its scope, in no list and no answer; `preview_hash` of the
 * canvas is its hash. Its bytes are no asset of the canvas, so they count nothing.
 */
export const Preview = defineResource({
  name: 'Preview',
  fields: {
    id: readonly(Text(), 'preview'),
    hash: readonly(Hash, ''),
    /** `modified_at` of the canvas that the picture shows. */
    shows: readonly(Text(), ''),
  },
  assets: ({ hash }) => [{ hash, bytes: 0 }],
  // Not found by who asks for a file of the canvas
  indexes: { assets: () => undefined },
  head: (preview) => ({ preview_hash: preview?.hash ?? '' }),
  unsaved: true,
});

export type Preview = RecordOf<typeof Preview>;

export const previewWith = (hash: string, shows: string): Preview => ({ ...initialValues(Preview.fields), hash, shows });
