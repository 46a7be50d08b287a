import { editable } from '../field.ts';
import { fileKinds } from '../file-kinds.ts';
import type { RecordOf } from '../resource.ts';
import { Int } from '../types.ts';
import { defineWidget } from './define.ts';
import { fileFields } from './file.ts';

/** A resize may change its ratio, because pages are drawn anew at any size (interface/widgets 5.7). */
export const Pdf = defineWidget({
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
});

export type Pdf = RecordOf<typeof Pdf>;
