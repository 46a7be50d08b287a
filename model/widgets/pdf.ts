import type { Editing } from '../editing.ts';
import { editable } from '../field.ts';
import { fileKinds } from '../file-kinds.ts';
import { palette } from '../looks/colours.ts';
import type { Look } from '../looks/look.ts';
import { area, firstOf, radiusOf, still, whole, withoutFile } from '../looks/parts.ts';
import { shadeOf } from '../looks/shades.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Int } from '../types.ts';
import { defineWidget } from './define.ts';
import { fileFields } from './file.ts';

/** A resize may change its ratio, because pages are drawn anew at any size (interface/widgets 5.7). */
export const Pdf = defineWidget(() => ({
  name: 'Pdf',
  called: 'PDF',
  about: 'A PDF file, made by an upload, of which one page is shown.',
  path: 'pdfs',
  upload: 'pdf',
  linkShared: true,
  clonable: true,
  annotatable: true,
  paged: true,
  reparent: true,
  size: fileKinds.pdf.size,
  fields: { ...fileFields, index: editable(Int({ min: 0 }), 0, { about: 'The page that is shown, counted from 0' }) },
}));

export type Pdf = RecordOf<typeof Pdf>;

/** A sheet of paper with the page. */
export const look: Look<typeof Pdf> = ({ size, hash, title, original_filename, index }, context) => {
  const sheet = whole(size);
  const radius = radiusOf(size);
  if (hash === '') return withoutFile(size, 'page', firstOf(title, original_filename), context);
  const beyond = context.phrases.page.replace('{page}', String(index + 1));
  return [shadeOf(size, radius), area(sheet, palette.paper, radius), { ...still(sheet, hash, index), beyond }];
};

export const editing: Editing<typeof Pdf> = {
  resize: 'ratio',
  fields: [
    ['title', 'line'],
    ['original_filename', 'line'],
    ['index', 'number'],
  ],
  takes: true,
  opens: 'enter',
};

export const traits: Traits<typeof Pdf> = { icon: 'document' };
