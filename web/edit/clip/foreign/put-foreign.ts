import { measure } from '../../../../model/looks/measure.ts';
import type { XY } from '../../../../model/looks/shapes.ts';
import type { Size } from '../../../../model/types.ts';
import { newId } from '../../../live/edits/new-id.ts';
import { say } from '../../../parts/toast.tsx';
import { placeFor } from '../../add/add-place.ts';
import type { Editing } from '../../editing.ts';
import { noteSide } from '../../tools/note-side.ts';
import type { Pasted } from '../pasted.ts';
import { withWords } from '../with-words.ts';
import { addressIn, putAddress } from './addresses.ts';
import { cellsIn, mayBeCells, type PastedCells } from './cells.ts';
import type { ForeignDrawing } from './drawing.ts';
import { drawingOperations, moved, shiftOf, sizeOf } from './drawing-operations.ts';
import { readExcalidraw } from './excalidraw.ts';
import { listIn } from './lists.ts';
import { notesOperations, tableOperations, tableSize } from './text-operations.ts';
import { readTldraw } from './tldraw.ts';
import { mayHoldTldraw, tldrawIn } from './tldraw-content.ts';

/** Puts on the canvas what was copied in other programs: the first of what fits. @param asText an address is the text of a note, too */
export async function putForeign(editing: Editing, pasted: Pasted, asText: boolean): Promise<void> {
  const { html, text, files } = pasted;
  const drawing = readExcalidraw(text) ?? (await tldrawOf(html));
  if (drawing) return putDrawing(editing, drawing);
  const address = addressIn(text);
  const cells = address === undefined && mayBeCells(text) ? await cellsOf(text) : undefined;
  // Programs for tables bring a picture of the cells, too
  if (cells && html !== '') return putTable(editing, cells);
  if (files.length > 0) return editing.uploads.add(files);
  if (address !== undefined && !asText) return putAddress(editing, address);
  if (cells) return putTable(editing, cells);
  putNotes(editing, listIn(text) ?? [text.trim()]);
}

async function tldrawOf(html: string): Promise<ForeignDrawing | undefined> {
  if (!mayHoldTldraw(html)) return undefined;
  const { default: packing } = await import('lz-string');
  const content = tldrawIn(html, packing.decompressFromBase64);
  return content && readTldraw(content);
}

async function cellsOf(text: string): Promise<PastedCells | undefined> {
  const { default: papa } = await import('papaparse');
  return cellsIn(text, papa.parse);
}

function putDrawing(editing: Editing, drawing: ForeignDrawing): void {
  const { board, outline, uploads } = editing;
  const at = middleFor(editing, sizeOf(drawing));
  const operations = drawingOperations(drawing, { root_id: rootOf(editing), at, newId, measure });
  editing.perform({ label: 'paste', operations });
  outline.selection.select(...operations.filter(({ id }) => board.item(id)).map(({ id }) => id));
  const by = shiftOf(drawing, at);
  for (const { box, name, data } of drawing.pictures) void uploads.put(fileOf(name, data), moved(box, by));
  const { things, lines, strokes, pictures, unknown } = drawing;
  const brought = things.length + lines.length + strokes.length + pictures.length;
  if (unknown > 0 || brought === 0) withWords((words) => say(words.brought(brought, unknown)));
}

function putTable(editing: Editing, cells: PastedCells): void {
  const { zoom } = editing.camera.view.peek();
  const size = tableSize(cells.rows, zoom);
  const id = newId();
  const at = middleFor(editing, size);
  editing.perform({
    label: 'paste',
    operations: tableOperations(cells.rows, { id, root_id: rootOf(editing), at, size, newId }),
  });
  editing.outline.selection.select(id);
  if (cells.isCut) withWords((words) => say(words.cellsCut));
}

function putNotes(editing: Editing, texts: readonly string[]): void {
  const { board, camera, outline, seat } = editing;
  const { zoom } = camera.view.peek();
  const note = noteSide(board, camera.seen.peek(), zoom);
  const like = { root_id: rootOf(editing), background_color: seat.noteColour.peek(), note, gap: GAP / zoom, newId };
  const operations = notesOperations(texts, like, (size) => middleFor(editing, size));
  editing.perform({ label: 'paste', operations });
  outline.selection.select(...operations.map(({ id }) => id));
}

/** Between notes, in pixels of the screen. */
const GAP = 20;

const rootOf = ({ board }: Editing): string => board.root.peek()?.id ?? '';

/** The middle of something that is pasted: that of the view, or a little beside where something is already. */
function middleFor({ board, camera }: Editing, size: Size): XY {
  const there = board.items().map(({ box }) => box);
  return placeFor(size, [], camera.seen.peek(), camera.view.peek().zoom, there);
}

function fileOf(name: string, data: string): File {
  const [head = '', bytes = ''] = data.split(',');
  const type = head.slice('data:'.length, head.indexOf(';'));
  return new File([bytesIn(bytes)], `${name}.${type.slice('image/'.length).replace('svg+xml', 'svg')}`, { type });
}

/** Empty where it is no base64: the server says then that it is no picture. */
function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
