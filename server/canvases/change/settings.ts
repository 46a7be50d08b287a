import { type Body, readPatch } from '../../../model/field.ts';
import { fileOfType } from '../../../model/file-kinds.ts';
import { refuse } from '../../../model/refusal.ts';
import type { Kind, Stored } from '../../../model/resource.ts';
import { Background, backgroundOf } from '../../../model/resources/background.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { ColorPresets, colorPresetsOf } from '../../../model/resources/color-presets.ts';
import { noFile, type StoredFile } from '../../../model/types.ts';
import { holdersOf } from '../../assets/canvas-files.ts';
import type { ScopeTransaction, Transaction } from '../../store/store.ts';

/** Changes what was sent of the background. 400 for the type `image` without an image, and for a hash of no file of the canvas. */
export function patchBackground(tx: Transaction, canvas: Canvas, body: Body): Background {
  const scope = tx.scope(canvas.id);
  const previous = backgroundOf(scope);
  const sent = readPatch(Background.fields, body, previous);
  const next = { ...previous, ...sent };
  if (next.image.hash !== previous.image.hash) next.file = fileOf(scope, next.image.hash);
  if (next.type === 'image' && next.image.hash === '') next.type = withoutImage(sent.type);
  return writeBackground(tx, canvas, next);
}

/** Makes an uploaded file the image, and the other changes that came with it, of which a `type` and a hash are ignored. */
export function setBackgroundImage(
  tx: Transaction,
  canvas: Canvas,
  body: Body,
  { hash, file }: { readonly hash: string; readonly file: StoredFile },
): Background {
  const previous = backgroundOf(tx.scope(canvas.id));
  const next = { ...previous, ...readImageSettings(body, previous) };
  return writeBackground(tx, canvas, { ...next, type: 'image', image: { ...next.image, hash }, file });
}

/** Reads the changes that come with an image. `fit` is short for `image.fit` (interface/canvases 8). 400 as for a PATCH. */
export function readImageSettings({ type: _, fit, image, ...body }: Body, previous: Background): Partial<Background> {
  const sent = { fit, ...(isObject(image) ? withoutNulls(image) : {}), hash: null };
  return readPatch(Background.fields, { ...body, image: isObject(image ?? {}) ? sent : image }, previous);
}

/** Makes `next` the background. */
function writeBackground(tx: Transaction, canvas: Canvas, next: Background): Background {
  const scope = tx.scope(canvas.id);
  writeSingle(scope, Background, next, backgroundOf(scope));
  tx.intend(Canvas, canvas, 'background changed');
  return next;
}

/** Replaces the lists of colours that were sent. */
export function patchColorPresets(tx: Transaction, canvas: Canvas, body: Body): ColorPresets {
  const scope = tx.scope(canvas.id);
  const previous = colorPresetsOf(scope);
  const next = { ...previous, ...readPatch(ColorPresets.fields, body, previous) };
  writeSingle(scope, ColorPresets, next, previous);
  tx.intend(Canvas, canvas, 'color presets changed');
  return next;
}

/** Writes the single record of a kind, which is made at its first change. */
function writeSingle<R extends Stored>(scope: ScopeTransaction, kind: Kind<R>, next: R, previous: R): void {
  if (JSON.stringify(next) === JSON.stringify(previous)) return;
  if (scope.get(kind, next.id)) scope.update(kind, next);
  else scope.insert(kind, next);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutNulls = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, held]) => held !== null));

/** The image with this hash, as records of the canvas describe it. Throws 400 when none has it, or it is no image. */
function fileOf(scope: ScopeTransaction, hash: string): StoredFile {
  if (hash === '') return noFile;
  const found = holdersOf(scope, hash);
  if (found.length === 0) throw refuse.invalid(`Unknown asset ${hash.slice(0, 100)}`);
  const image = found.find(({ file }) => fileOfType(file.type)?.kind === 'image');
  if (!image) throw refuse.invalid('Background must be an image');
  return image.file;
}

/** The type of a background that has lost its image: a colour. When the body asks for the type `image`, it is refused. */
function withoutImage(sent: Background['type'] | undefined): Background['type'] {
  if (sent === 'image') throw refuse.invalid('Background has no image');
  return 'solid_color';
}
