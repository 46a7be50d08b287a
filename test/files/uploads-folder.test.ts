import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, useEasel } from '../kit/easel.ts';
import { type FormParts, form, getFile } from '../kit/files.ts';
import { mp4, pdf, svg } from '../kit/samples.ts';

const easel = useEasel();
let canvas: string;
let root: string;
beforeEach(async () => {
  canvas = await easel.canvas();
  root = (await easel.admin.get(`${canvas}/widgets`)).body[0].id;
});

const upload = (parts: FormParts): Promise<Answer> => easel.admin.post(`${canvas}/uploads-folder`, ...form(parts));
const list = async () => (await easel.admin.get(`${canvas}/uploads-folder`)).body;
const text = Buffer.from('Minutes of the meeting');

describe('an upload through the uploads folder', () => {
  it.each([
    ['Image', 'images', svg(40, 20), { width: 40, height: 20 }],
    ['Video', 'videos', mp4(64, 48), { width: 64, height: 48 }],
    ['Pdf', 'pdfs', pdf(), { width: 595, height: 842 }],
  ])('makes the widget that its bytes say: %s', async (widget_type, collection, data, size) => {
    const { status, body } = await upload({ data, filename: 'x.bin', json: { title: 'T', scale: 2 } });
    const expected = {
      widget_type,
      title: 'T',
      original_filename: 'x.bin',
      parent_id: root,
      location: { x: 0, y: 0 },
      size,
      scale: 2,
    };
    expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
    expect((await easel.admin.get(`${canvas}/${collection}`)).body).toEqual([body]);
    expect((await easel.admin.get(`${canvas}/widgets`)).body).toContainEqual(body);
    expect(await list()).toEqual([body]);
  });

  it('makes a note from json alone, and ignores a file', async () => {
    const json = {
      upload_type: 'Note',
      text: 'Hello',
      background_color: '#000000',
      location: { x: 7 },
      parent_id: 'nobody',
      title: null,
    };
    const { status, body } = await upload({ json, data: text });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        widget_type: 'Note',
        text: 'Hello',
        text_color: '#ffffffff',
        location: { x: 7, y: 0 },
        size: { width: 300, height: 300 },
        parent_id: root,
      }),
    ]);
    expect(body).not.toHaveProperty('upload_type');
    expect([await list(), (await easel.admin.get(`${canvas}/notes`)).body]).toEqual([[body], [body]]);
  });

  it('makes a generic asset of everything else, which is not a widget and is read by its hash', async () => {
    const json = { title: 'Minutes', location: 'anywhere', upload_type: 'ASSET' };
    const { status, body } = await upload({ data: text, filename: 'minutes.docx', json });
    const hash = createHash('sha256').update(text).digest('hex');
    expect([status, Object.keys(body), body]).toEqual([
      200,
      ['id', 'widget_type', 'title', 'original_filename', 'hash', 'parent_id', 'state'],
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        widget_type: 'Asset',
        title: 'Minutes',
        original_filename: 'minutes.docx',
        hash,
        parent_id: root,
        state: 'normal',
      },
    ]);
    expect(await list()).toEqual([body]);
    expect((await easel.admin.get(`${canvas}/widgets`)).body).toHaveLength(1);
    expect((await easel.admin.get(`${canvas}/widgets/${body.id}`)).status).toBe(404);
    const { bytes, headers } = await getFile(easel, easel.admin, `/assets/${hash}`, { 'canvas-id': canvas.split('/')[2]! });
    expect([bytes, headers.get('content-type')]).toEqual([text, 'application/octet-stream']);
  });

  it.each(['', 'asset', 'Image', 'VIDEO', 'pdf', null])(
    'takes the kind from the bytes when upload_type is %j',
    async (upload_type) => {
      expect((await upload({ data: svg(), json: { upload_type } })).body.widget_type).toBe('Image');
    },
  );

  it.each([
    [{ json: { upload_type: 'folder' }, data: text }, 'Invalid upload_type folder: it must be note, asset, image, video or pdf'],
    [{ json: { upload_type: 5 }, data: text }, 'Invalid upload_type 5: it must be note, asset, image, video or pdf'],
    [{}, 'Missing data part: send the file in a part named data'],
    [{ json: { upload_type: 'image' } }, 'Missing data part: send the file in a part named data'],
    [{ data: Buffer.alloc(0) }, 'Missing data part: the file in it is empty'],
    [
      { json: '{', data: text },
      'Invalid JSON in part json: line 1, column 2: expected a name in double quotes or "}", found the end',
    ],
    [{ json: { depth: 0 }, data: svg() }, 'depth must be at least 1'],
    [{ json: { upload_type: 'note', size: { width: 0 } } }, 'size.width must be greater than 0'],
    [{ json: { upload_type: 'note', location: 5 } }, 'location must be an object'],
    [{ json: { title: 5 }, data: text }, 'title must be a string'],
  ])('is refused: %j', async (parts, msg) => {
    expect(await easel.unchanged(() => upload(parts))).toMatchObject({ status: 400, body: { msg } });
  });

  it('must be multipart', async () => {
    const answer = await easel.unchanged(() => easel.admin.post(`${canvas}/uploads-folder`, { upload_type: 'note' }));
    expect(answer).toMatchObject({ status: 400, body: { msg: 'Request must be multipart/form-data' } });
  });
});

describe('the list of uploads', () => {
  it('is empty at first, and has only uploads through the folder, oldest first, wherever they were moved', async () => {
    expect(await list()).toEqual([]);
    const note = (await easel.admin.post(`${canvas}/notes`)).body;
    const made = [];
    for (const data of [svg(), text, pdf()]) made.push((await upload({ data })).body);
    const moved = (await easel.admin.patch(`${canvas}/images/${made[0].id}`, { parent_id: note.id })).body;
    expect(await list()).toEqual([moved, made[1], made[2]]);
  });

  it('loses a deleted widget, and does not include clones', async () => {
    const { body } = await upload({ data: svg() });
    const source = { source_canvas_id: canvas.split('/')[2], source_widget_id: body.id };
    expect((await easel.admin.post(`${canvas}/images`, source)).body.hash).toBe(body.hash);
    expect(await list()).toEqual([body]);
    await easel.admin.delete(`${canvas}/images/${body.id}`);
    expect(await list()).toEqual([]);
  });

  it('is streamed', async () => {
    const stream = await easel.admin.watch(`${canvas}/uploads-folder?changes=1`);
    expect(await stream.next()).toEqual([]);
    const image = (await upload({ data: svg() })).body;
    expect(await stream.next()).toEqual([image]);
    await easel.admin.post(`${canvas}/notes`);
    const asset = (await upload({ data: text })).body;
    expect(await stream.next()).toEqual([asset]);
    const titled = (await easel.admin.patch(`${canvas}/images/${image.id}`, { title: 'x' })).body;
    expect(await stream.next()).toEqual([titled]);
    await easel.admin.delete(`${canvas}/images/${image.id}`);
    expect(await stream.next()).toEqual([{ ...titled, state: 'deleted' }]);
    stream.close();
  });
});
