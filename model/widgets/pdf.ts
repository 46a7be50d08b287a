import { editable } from '../field.ts';
import type { RecordOf } from '../resource.ts';
import { Int } from '../types.ts';
import { defineWidget } from './define.ts';
import { fileFields } from './file.ts';

/** The page is drawn anew in any size (widgets contract 5.7). */
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
  size: { width: 595, height: 842 },
  fields: { ...fileFields, index: editable(Int({ min: 0 }), 0, { about: 'The page that is shown, counted from 0' }) },
});

export type Pdf = RecordOf<typeof Pdf>;
