import type { Body } from '../../model/field.ts';
import { fileOfType } from '../../model/file-kinds.ts';
import type { View } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { holdersOf } from '../assets/canvas-files.ts';
import type { AcceptedFiles } from '../assets/deleted-files.ts';
import type { NewFile } from '../assets/uploads.ts';
import type { CollectionDeps } from './deps.ts';

/** Does a JSON body say which file of the canvas the new widget is to have? */
export const namesFile = ({ hash }: Body): boolean => hash !== undefined && hash !== null;

/** The files that create bodies name and the canvas takes. Ask before the command that makes the widgets, because it cannot wait. */
export const filesNamed = (
  { deletedFiles }: Pick<CollectionDeps, 'deletedFiles'>,
  canvas: string,
  bodies: readonly Body[],
): Promise<AcceptedFiles> =>
  deletedFiles.accepted(
    canvas,
    bodies.flatMap(({ hash }) => (typeof hash === 'string' ? hash : [])),
  );

/** Where a command finds files: what records of the canvas have while it runs, and what `filesNamed` found before. */
interface Files {
  readonly view: View;
  readonly accepted: AcceptedFiles;
}

/**
 * The file fields of a new widget from the `hash` in its body; none for a type without a file. 400 when there is no hash, when the canvas
 * does not take it, and for a file of another kind (interface/widgets 5.8).
 */
export function fileByHash({ widget }: AnyWidget, body: Body, { view, accepted }: Files): Partial<NewFile> {
  if (widget.upload === '') return {};
  if (!namesFile(body)) throw refuse.missing('hash');
  const { hash } = body;
  if (typeof hash !== 'string') throw refuse.wrongType('hash', 'a string');
  const found = [...holdersOf(view, hash), ...(accepted.get(hash) ?? [])];
  if (found.length === 0) throw refuse.invalid(`Unknown asset ${hash.slice(0, 100)}`);
  const holder = found.find(({ file }) => fileOfType(file.type)?.kind === widget.upload);
  if (!holder) throw refuse.invalid(`Unsupported file type for ${widget.path}`);
  return { hash, file: holder.file, original_filename: holder.original_filename ?? '' };
}
