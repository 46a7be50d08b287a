import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { fileKinds } from '../../../model/file-kinds.ts';
import { pageClock } from '../../../test/kit/page-clock.ts';
import type { BoardChange, Item } from '../../live/board.ts';
import type { Edit, NewEdit } from '../../live/edits/edit.ts';
import { createUploads, type UploadPorts } from './create-uploads.ts';
import type { FileAnswer, FileToSend } from './send-file.ts';

interface Sent extends FileToSend {
  answer(answer: FileAnswer): void;
  aborted: boolean;
}

function opened(ports: Partial<UploadPorts> = {}) {
  const sent: Sent[] = [];
  const deleted: string[] = [];
  const recorded: Edit[] = [];
  const performed: NewEdit[] = [];
  const items = new Map<string, Item>();
  let listen: (change: BoardChange) => void = () => undefined;
  const widgetOf = (id: string) => ({ id, widget_type: 'Image', hash: 'h', size: { width: 1, height: 1 }, state: 'normal' });
  const editing = {
    board: {
      canvas_id: 'c',
      item: (id: string) => items.get(id),
      items: () => [...items.values()],
      onChange(next: typeof listen) {
        listen = next;
        return () => undefined;
      },
    },
    camera: { seen: { peek: () => ({ x: 0, y: 0, width: 1000, height: 700 }) } },
    edits: { record: (id: string) => items.get(id)?.widget },
    history: { record: (edit: Edit) => recorded.push(edit) },
    perform: (edit: NewEdit) => void performed.push(edit),
  } as unknown as Parameters<typeof createUploads>[0];
  const uploads = createUploads(editing, signal([]), {
    send: (file) => {
      let resolve: (answer: FileAnswer) => void = () => undefined;
      const promise = new Promise<FileAnswer>((done) => {
        resolve = done;
      });
      const one: Sent = { ...file, answer: (given) => resolve(given), aborted: false };
      sent.push(one);
      const abort = (): void => {
        one.aborted = true;
        resolve({ status: 0, body: undefined });
      };
      return { answer: promise, abort };
    },
    naturalOf: async () => ({ size: { width: 400, height: 200 }, isKnown: true }),
    deleteWidget: (id) => deleted.push(id),
    ...ports,
  });
  return {
    uploads,
    sent,
    deleted,
    recorded,
    performed,
    states: () => uploads.list.peek().map(({ state }) => state),
    /** What the stream says. */
    show(id: string, more: object = {}, box: object = {}) {
      const item = { id, widget: { ...widgetOf(id), ...more }, box, zoom: 1, strokes: [] } as unknown as Item;
      items.set(id, item);
      listen({ whole: false, added: [item], changed: [], removed: [], dirty: [] });
    },
  };
}

const png = (name: string): File => new File(['x'], name, { type: 'image/png' });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('uploads', () => {
  test('three are sent at a time, each with its id, place and size', async () => {
    const { uploads, sent, states } = opened();
    await uploads.add(['a', 'b', 'c', 'd'].map((name) => png(`${name}.png`)));
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting']);
    expect(sent[0]).toMatchObject({ path: '/canvases/c/images', id: uploads.list.peek()[0]!.id });
    sent[0]!.answer({ status: 200, body: {} });
    await turn();
    expect(states()).toEqual(['done', 'sending', 'sending', 'sending']);
  });

  test('one file has its natural size, with its middle in the middle of the view', async () => {
    const { uploads, sent } = opened();
    await uploads.add([png('a.png')]);
    expect(sent[0]!.fields).toEqual({ location: { x: 300, y: 250 }, size: { width: 400, height: 200 } });
  });

  test('one of which the browser never says how large it is comes in the size that the server assumes', async () => {
    const clock = pageClock();
    const { uploads, sent, states } = opened({ clock, naturalOf: () => new Promise(() => undefined) });
    const adding = uploads.add([new File(['x'], 'a.mp4', { type: 'video/mp4' })]);
    await turn();
    expect([states(), sent.length]).toEqual([[], 0]);
    clock.advance(5000);
    await adding;
    expect([states(), uploads.list.peek()[0]!.picture]).toEqual([['sending'], undefined]);
    const { width, height } = uploads.list.peek()[0]!.box;
    expect(width / height).toBeCloseTo(fileKinds.video.size.width / fileKinds.video.size.height, 2);
    expect(sent[0]!.fields).toMatchObject({ size: { width } });
    expect(sent[0]!.fields).not.toHaveProperty('size.height');
  });

  test('a type that no canvas takes is refused and not sent', async () => {
    const { uploads, sent, states } = opened();
    await uploads.add([new File(['x'], 'a.zip', { type: 'application/zip' })]);
    expect([states(), sent.length, uploads.list.peek()[0]!.fault?.is]).toEqual([['failed'], 0, 'type']);
  });

  test.each([
    [413, 'large'],
    [503, 'room'],
    [0, 'network'],
    [403, 'rights'],
  ] as const)('an answer of %d says %s, and the upload can be tried again', async (status, is) => {
    const { uploads, sent, states } = opened();
    await uploads.add([png('a.png')]);
    sent[0]!.answer({ status, body: { msg: 'no' } });
    await turn();
    expect([states(), uploads.list.peek()[0]!.fault?.is]).toEqual([['failed'], is]);
    uploads.retry(uploads.list.peek()[0]!.id);
    expect([states(), sent.length, sent[1]!.id]).toEqual([['sending'], 2, sent[0]!.id]);
  });

  test('a cancelled one is aborted, and deleted when the server has made it all the same', async () => {
    const { uploads, sent, deleted, show } = opened();
    await uploads.add([png('a.png')]);
    const { id } = uploads.list.peek()[0]!;
    uploads.remove(id);
    expect([sent[0]!.aborted, uploads.list.peek(), deleted]).toEqual([true, [], []]);
    show(id);
    expect(deleted).toEqual([id]);
  });

  test('one whose bytes had all left is deleted at once, too', async () => {
    const { uploads, sent, deleted } = opened();
    await uploads.add([png('a.png')]);
    sent[0]!.onProgress(1);
    uploads.remove(sent[0]!.id);
    expect(deleted).toEqual([sent[0]!.id]);
  });

  test('a widget that is seen is one step of undo, and nothing stands in its place any more', async () => {
    const { uploads, sent, recorded, show } = opened();
    await uploads.add([png('a.png')]);
    const { id } = sent[0]!;
    sent[0]!.answer({ status: 200, body: {} });
    await turn();
    expect([recorded, uploads.list.peek()[0]!.isShown]).toEqual([[], false]);
    show(id);
    expect(uploads.list.peek()[0]!.isShown).toBe(true);
    expect(recorded).toMatchObject([{ label: 'upload', operations: [{ op: 'create', id, type: 'Image', body: { hash: 'h' } }] }]);
    expect(recorded[0]!.before.get(id)).toBeUndefined();
  });

  test('an answer that was lost is no fault when the widget is there', async () => {
    const { uploads, sent, show, states } = opened();
    await uploads.add([png('a.png')]);
    show(sent[0]!.id);
    sent[0]!.answer({ status: 409, body: { msg: 'Image … exists' } });
    await turn();
    expect(states()).toEqual(['done']);
  });

  test('a file in the place of a widget lies where that lay, and then deletes it', async () => {
    const { uploads, sent, show, performed } = opened();
    const box = { x: 100, y: 100, width: 300, height: 300 };
    const placed = { location: { x: 100, y: 100 }, parent_id: 'root', scale: 1, pinned: false };
    show('old', placed, box);
    await uploads.replace('old', png('b.png'));
    expect(sent[0]!.fields).toMatchObject({
      location: { x: 100, y: 175 },
      size: { width: 300, height: 150 },
      depth: { above: 'old' },
    });
    show(sent[0]!.id);
    sent[0]!.answer({ status: 200, body: {} });
    await turn();
    expect(performed).toMatchObject([{ operations: [{ op: 'delete', id: 'old' }] }]);
  });
});
