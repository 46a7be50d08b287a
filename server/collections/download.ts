import type { AnyWidget } from '../../model/widgets/common.ts';
import type { File } from '../../model/widgets/file.ts';
import type { FileAnswer, PlainRoute } from '../http/route.ts';
import { type CollectionParts, canvasScope, canvasView, readRule, type Verb, versionOfType } from './parts.ts';
import { one, tagOf } from './wording.ts';

/** The original bytes of a widget with a file, under the name that people gave it (widgets contract 5.4). */
export const download: Verb<PlainRoute> = (parts, definition) => ({
  method: 'GET',
  path: `/canvases/:canvas_id/${definition.widget.path}/:widget_id/download`,
  operation: `download${definition.name}`,
  tag: tagOf(definition),
  summary: `The file of ${one(definition)}, whole or a range of it`,
  file: 'server/collections/download.ts',
  access: readRule(parts, definition),
  answer: 'file',
  scope: canvasScope,
  handle({ params }) {
    const view = canvasView(parts, params);
    const { key } = versionOfType(view, definition, params.widget_id!);
    return fileAnswer(parts, view.get(definition as AnyWidget, key) as File);
  },
});

function fileAnswer({ uploads }: CollectionParts, { id, hash, file, original_filename }: File): FileAnswer {
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
