import { type Body, readPatch } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import { Background, backgroundOf } from '../../model/resources/background.ts';
import { type Canvas, canvasLine } from '../../model/resources/canvas.ts';
import { ColorPresets, colorPresetsOf } from '../../model/resources/color-presets.ts';
import { kinds } from '../../model/resources/index.ts';
import { noFile, type StoredFile } from '../../model/types.ts';
import type { ScopeTransaction, Transaction } from '../store/types.ts';

/** Changes what is sent of the background. 400 an image type without an image, a hash of no asset of the canvas. */
export function patchBackground(tx: Transaction, canvas: Canvas, body: Body): Background {
  const scope = tx.scope(canvas.id);
  const previous = backgroundOf(scope);
  const sent = readPatch(Background.fields, body, previous);
  const next = { ...previous, ...sent };
  if (next.image.hash !== previous.image.hash) next.file = fileOf(scope, next.image.hash);
  if (next.type === 'image' && next.image.hash === '') next.type = withoutImage(sent.type);
  return writeBackground(tx, canvas, next);
}

/** Makes an uploaded file the image, with the other changes that came with it; a `type` and a hash among them are ignored. */
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

/** The changes that come with an image; `fit` is a short form of `image.fit` (canvases contract 8). 400 as for a PATCH. */
export function readImageSettings({ type: _, fit, image, ...body }: Body, previous: Background): Partial<Background> {
  const sent = { fit, ...(isObject(image) ? withoutNulls(image) : {}), hash: null };
  return readPatch(Background.fields, { ...body, image: isObject(image ?? {}) ? sent : image }, previous);
}

/** Makes `next` the background, with its audit entry when it is another one. */
function writeBackground(tx: Transaction, canvas: Canvas, next: Background): Background {
  const scope = tx.scope(canvas.id);
  if (writeSingle(scope, Background, next, backgroundOf(scope))) tx.audit(canvasLine(canvas, 'Canvas background changed'));
  return next;
}

/** Replaces the lists of colours that are sent. */
export function patchColorPresets(tx: Transaction, canvas: Canvas, body: Body): ColorPresets {
  const scope = tx.scope(canvas.id);
  const previous = colorPresetsOf(scope);
  const next = { ...previous, ...readPatch(ColorPresets.fields, body, previous) };
  if (writeSingle(scope, ColorPresets, next, previous)) tx.audit(canvasLine(canvas, 'Canvas color presets changed'));
  return next;
}

/** Writes the one record of a kind, which is not there while it has its defaults. Says whether it changed. */
function writeSingle<R extends Stored>(scope: ScopeTransaction, kind: Kind<R>, next: R, previous: R): boolean {
  if (JSON.stringify(next) === JSON.stringify(previous)) return false;
  if (scope.get(kind, next.id)) scope.update(kind, next);
  else scope.insert(kind, next);
  return true;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutNulls = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, held]) => held !== null));

/** Kinds whose records have files. */
const holders = kinds.filter(({ indexes }) => 'assets' in indexes);

/** What the canvas knows of the image with this hash. */
function fileOf(scope: ScopeTransaction, hash: string): StoredFile {
  if (hash === '') return noFile;
  const found = holders.flatMap((kind) => scope.by<Stored & { readonly file: StoredFile }>(kind, 'assets', hash));
  if (found.length === 0) throw refuse.invalid(`Unknown asset ${hash.slice(0, 100)}`);
  const image = found.find(({ file }) => file.type.startsWith('image/'));
  if (!image) throw refuse.invalid('Background must be an image');
  return image.file;
}

/** The type while there is no image: one that was asked for cannot be had, one that was there becomes a colour. */
function withoutImage(sent: Background['type'] | undefined): Background['type'] {
  if (sent === 'image') throw refuse.invalid('Background has no image');
  return 'solid_color';
}
