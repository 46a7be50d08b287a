import { one, tagOf } from '../../model/widgets/collection.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import type { File } from '../../model/widgets/file.ts';
import type { FileAnswer, PlainRoute } from '../http/routing/route.ts';
import { type CollectionDeps, canvasScope, canvasView, readRule, versionOfType } from './deps.ts';

/** The file of a widget as it was uploaded, under the name that its uploader gave it (interface/widgets 5.4). */
export const download = (deps: CollectionDeps, definition: AnyWidget): PlainRoute => ({
  method: 'GET',
  path: `/canvases/:canvas_id/${definition.widget.path}/:widget_id/download`,
  operation: `download${definition.name}`,
  tag: tagOf(definition),
  summary: `The file of ${one(definition)}, whole or a range of it`,
  file: 'server/collections/download.ts',
  access: readRule(deps, definition),
  answer: 'file',
  scope: canvasScope,
  handle({ params }) {
    const view = canvasView(deps, params);
    const { key } = versionOfType(view, definition, params.widget_id!);
    return fileAnswer(deps, view.get(definition as AnyWidget, key) as File);
  },
});

function fileAnswer({ uploads }: CollectionDeps, { id, hash, file, original_filename }: File): FileAnswer {
  return {
    file: {
      type: file.type,
      bytes: file.bytes,
      name: original_filename || `${id}.${file.extension}`,
      disposition: 'attachment',
      read: (from, to) => uploads.blobs.read(hash, from, to),
    },
  };
}
