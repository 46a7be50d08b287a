import { editable, initialValues, readonly } from '../field.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { OneOf, State, Text, Uuid } from '../types.ts';
import { assetsOf, fileFields, UPLOADS } from '../widgets/file.ts';

const { file, hash, original_filename, uploaded } = fileFields;

/**
 * A file in the uploads folder whose type no canvas shows. It is not a widget, only an item of that list; its bytes are
 * read by its hash. It is deleted only with its canvas (interface/canvases 10).
 */
export const Asset = defineResource({
  name: 'Asset',
  fields: {
    id: readonly(Uuid, ''),
    widget_type: readonly(OneOf(['Asset']), 'Asset'),
    title: editable(Text(), ''),
    original_filename,
    hash,
    parent_id: readonly(Uuid, '', { about: 'The root widget' }),
    state: readonly(State, 'normal'),
    file,
    uploaded,
  },
  indexes: {
    uploads: (asset) => (asset.uploaded ? UPLOADS : undefined),
  },
  assets: assetsOf,
  content: true,
  // A demo state has no uploads (interface/canvases 6)
  unsaved: true,
});

export type Asset = RecordOf<typeof Asset>;

export const newAsset = (values: Pick<Asset, 'id' | 'parent_id' | 'hash' | 'file' | 'original_filename' | 'title'>): Asset => ({
  ...initialValues(Asset.fields),
  ...values,
  uploaded: true,
});
