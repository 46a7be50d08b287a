import { type Clock, usualClock } from '../../../client/index.ts';
import { fileKinds } from '../../../model/file-kinds.ts';
import type { Box, XY } from '../../../model/looks/shapes.ts';
import { Refusal } from '../../../model/refusal-error.ts';
import type { Item } from '../../live/board.ts';
import type { Edit } from '../../live/edits/edit.ts';
import { newId } from '../../live/edits/new-id.ts';
import { isWidgetElement, type WidgetElement } from '../../live/element.ts';
import { isPlaced } from '../../live/forms.ts';
import { rest } from '../../session/rest.ts';
import { bodyOf } from '../commands/record-body.ts';
import type { Editing } from '../editing.ts';
import { arranged, fittedInto } from './arrangement.ts';
import { faultOf } from './fault-of.ts';
import { kindOfFile, madeFrom } from './file-type.ts';
import type { FileUpload, FileUploads } from './file-uploads.ts';
import { inTime } from './in-time.ts';
import { type Natural, naturalOf } from './natural-size.ts';
import { type FileAnswer, type FileSending, type SendFile, sendFile } from './send-file.ts';
import { takePlace } from './take-place.ts';

type UploadEditing = Pick<Editing, 'board' | 'camera' | 'edits' | 'history' | 'perform'>;

export interface UploadPorts {
  readonly send: SendFile;
  readonly naturalOf: typeof naturalOf;
  readonly clock: Pick<Clock, 'after'>;
  /** Deletes a widget that came although its upload was cancelled. */
  readonly deleteWidget: (id: string) => void;
}

/** Puts files on the canvas that is edited, and keeps the list of them. */
export const createUploads = (editing: UploadEditing, list: FileUploads['list'], ports: Partial<UploadPorts> = {}): FileUploads =>
  new CanvasUploads(editing, list, ports);

/** Other requests want connections, too. */
const AT_ONCE = 3;
/** The share that a file with unknown natural size has of the view when the server does not know it either. */
const UNKNOWN = { width: 200, height: 150 };

/** A browser may never say how large a file is, such as a broken video; in ms. */
const READ_WITHIN = 5000;

/** What an upload is made from. */
interface Source {
  readonly file: File;
  readonly fields: object;
  /** The widget in whose place it comes. */
  readonly replaces?: string;
}

class CanvasUploads implements FileUploads {
  readonly #sources = new Map<string, Source>();
  readonly #sendings = new Map<string, FileSending>();
  /** Cancelled ones that the server may have made all the same. */
  readonly #unwanted = new Set<string>();
  readonly #editing: UploadEditing;
  readonly #ports: UploadPorts;
  readonly #end: () => void;

  constructor(
    editing: UploadEditing,
    readonly list: FileUploads['list'],
    ports: Partial<UploadPorts>,
  ) {
    this.#editing = editing;
    this.#ports = {
      send: ports.send ?? sendFile,
      naturalOf: ports.naturalOf ?? naturalOf,
      clock: ports.clock ?? usualClock,
      deleteWidget: ports.deleteWidget ?? ((id) => this.#deleteWidget(id)),
    };
    this.#end = editing.board.onChange(({ whole, added }) => this.#seen(whole ? editing.board.items() : added));
  }

  async add(files: readonly File[], at: XY = middleOf(this.#editing.camera.seen.peek())): Promise<void> {
    const view = this.#editing.camera.seen.peek();
    const found = await Promise.all(files.map((file) => this.#natural(file)));
    const boxes = arranged(
      found.map(({ size }) => size),
      at,
      view,
    );
    for (const [index, file] of files.entries()) this.#put(file, found[index]!, boxes[index]!);
    this.#next();
  }

  async put(file: File, box: Box): Promise<void> {
    this.#put(file, await this.#natural(file), box);
    this.#next();
  }

  async replace(id: string, file: File): Promise<void> {
    const natural = await this.#natural(file);
    const item = this.#editing.board.item(id);
    if (!item || !isPlaced(item.widget)) return;
    const { width, height } = fittedInto({ width: natural.size.width * LARGE, height: natural.size.height * LARGE }, item.box);
    const box = {
      x: item.box.x + (item.box.width - width) / 2,
      y: item.box.y + (item.box.height - height) / 2,
      width,
      height,
    };
    this.#put(file, natural, box, item);
    this.#next();
  }

  retry(id: string): void {
    this.#change(id, { state: 'waiting', share: 0 });
    this.#next();
  }

  remove(id: string): void {
    const upload = this.#find(id);
    if (!upload) return;
    if (upload.state === 'sending') {
      this.#unwanted.add(id);
      this.#sendings.get(id)?.abort();
      // All has left, so the server may make the widget in spite of the abort
      if (upload.share >= 1 || this.#editing.board.item(id)) this.#ports.deleteWidget(id);
    }
    if (upload.picture) URL.revokeObjectURL(upload.picture);
    this.#sources.delete(id);
    this.list.value = this.list.peek().filter((one) => one.id !== id);
    this.#next();
  }

  close(): void {
    this.#end();
    for (const sending of this.#sendings.values()) sending.abort();
    for (const { picture } of this.list.peek()) if (picture) URL.revokeObjectURL(picture);
    this.list.value = [];
  }

  #natural(file: File): Promise<Natural> {
    const kind = kindOfFile(file);
    if (!kind) return Promise.resolve({ size: UNKNOWN, isKnown: false });
    const { naturalOf: read, clock } = this.#ports;
    const late = ({ picture }: Natural): void => {
      if (picture) URL.revokeObjectURL(picture);
    };
    return inTime<Natural>(read(file, kind), { size: fileKinds[kind].size, isKnown: false }, { ms: READ_WITHIN, clock, late });
  }

  #put(file: File, { isKnown, picture }: Natural, box: Box, replaced?: Item): void {
    const id = newId();
    const kind = kindOfFile(file);
    const fields = replaced ? fieldsInPlace(replaced, box, isKnown) : fieldsAt(box, isKnown);
    this.#sources.set(id, { file, fields, ...(replaced && { replaces: replaced.id }) });
    const upload = { id, name: file.name, length: file.size, kind, box, picture, share: 0, isShown: false };
    const next: FileUpload = kind
      ? { ...upload, state: 'waiting' }
      : { ...upload, state: 'failed', fault: { is: 'type', msg: '' } };
    this.list.value = [...this.list.peek(), next];
  }

  #next(): void {
    const free = AT_ONCE - this.#sendings.size;
    const waiting = this.list.peek().filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, free))) void this.#send(upload);
  }

  async #send({ id, kind }: FileUpload): Promise<void> {
    const source = this.#sources.get(id);
    if (!source || !kind) return;
    const { file, fields } = source;
    const sending = this.#ports.send({
      path: `/canvases/${this.#editing.board.canvas_id}/${madeFrom[kind].path}`,
      id,
      fields,
      file,
      onProgress: (share) => this.#change(id, { share }),
    });
    this.#sendings.set(id, sending);
    this.#change(id, { state: 'sending' });
    const answer = await sending.answer;
    this.#sendings.delete(id);
    this.#answered(id, answer);
    this.#next();
  }

  #answered(id: string, { status, body }: FileAnswer): void {
    if (!this.#find(id)) {
      if (status === 200) this.#ports.deleteWidget(id);
      return;
    }
    // An earlier attempt whose answer was lost has made it
    const isThere = status === 409 && this.#editing.board.item(id) !== undefined;
    if (status !== 200 && !isThere) return this.#change(id, { state: 'failed', fault: faultOf(status, body) });
    this.#change(id, { state: 'done', share: 1 });
    if (this.#editing.board.item(id)) this.#settle(id);
  }

  /** One step of undo: it deletes the widget, and what was in its place comes back. */
  #settle(id: string): void {
    this.#change(id, { isShown: true });
    const replaced = this.#sources.get(id)?.replaces;
    const widget = this.#editing.edits.record(id);
    this.#sources.delete(id);
    if (!widget || !isWidgetElement(widget)) return;
    const run = `upload ${id}`;
    this.#editing.history.record(editOf(widget), run);
    if (replaced) this.#editing.perform(takePlace(this.#editing.board, replaced, id), run);
  }

  #seen(items: readonly Item[]): void {
    for (const { id } of items) {
      if (this.#unwanted.delete(id)) this.#ports.deleteWidget(id);
      else if (this.#isMissed(id)) this.#settle(id);
    }
  }

  #deleteWidget(id: string): void {
    rest.delete(`/canvases/${this.#editing.board.canvas_id}/widgets/${id}`).catch((cause) => {
      // The server has not made it, or another try has deleted it
      if (!(cause instanceof Refusal)) throw cause;
    });
  }

  /** Whether an upload is over whose widget was not seen before. */
  #isMissed(id: string): boolean {
    const upload = this.#find(id);
    return upload?.state === 'done' && !upload.isShown;
  }

  #find(id: string): FileUpload | undefined {
    return this.list.peek().find((one) => one.id === id);
  }

  #change(id: string, change: Partial<FileUpload>): void {
    this.list.value = this.list.peek().map((one) => (one.id === id ? { ...one, ...change } : one));
  }
}

/** A file in the place of another is as large as that one, however small it is by itself. */
const LARGE = 1e6;

const middleOf = ({ x, y, width, height }: Box): XY => ({ x: x + width / 2, y: y + height / 2 });

/** The server knows the ratio of what the browser cannot read, and finds the height. */
const fieldsAt = ({ x, y, width, height }: Box, isKnown: boolean): object => ({
  location: { x, y },
  size: isKnown ? { width, height } : { width },
});

function fieldsInPlace({ widget, box: before, zoom }: Item, box: Box, isKnown: boolean): object {
  if (!isPlaced(widget)) return fieldsAt(box, isKnown);
  const { parent_id, location, scale, pinned } = widget;
  const above = zoom / scale;
  const width = box.width / zoom;
  return {
    parent_id,
    location: { x: location.x + (box.x - before.x) / above, y: location.y + (box.y - before.y) / above },
    size: isKnown ? { width, height: box.height / zoom } : { width },
    scale,
    pinned,
    depth: { above: widget.id },
  };
}

/** The upload as the edit that made the widget, for undo and redo: made again, it is made by its hash. */
function editOf(widget: WidgetElement): Edit {
  const { id } = widget;
  return {
    key: 0,
    label: 'upload',
    operations: [{ op: 'create', id, type: widget.widget_type, body: bodyOf(widget) }],
    before: new Map([[id, undefined]]),
    after: new Map([[id, widget]]),
  };
}
