import { createHash } from 'node:crypto';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Person, useEasel } from '../kit/easel.ts';
import { type FormParts, form, storedNames } from '../kit/files.ts';
import { bmp, inUtf16, mp4, pdf, picture, pngHead, rotatedJpeg, svg, video } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const MOST = 200_000;

const easel = useEasel({ env: { EASEL_MAX_UPLOAD_BYTES: String(MOST) } });
let canvas: string;
beforeEach(async () => {
  canvas = await easel.canvas();
});

const upload = (type: string, parts: FormParts, caller: Person = easel.admin): Promise<Answer> =>
  caller.post(`${canvas}/${type}`, ...form(parts));
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const stored = (): string[] => storedNames(easel.folder);

/** Runs an upload that must leave neither a record nor a byte. */
async function refused(work: () => Promise<Answer>, status: number, msg: string): Promise<void> {
  const before = stored();
  expect(await easel.unchanged(work)).toMatchObject({ status, body: { msg } });
  expect(stored()).toEqual(before);
}

describe('an upload', () => {
  it('makes a widget and answers it, with its hash and its natural size', async () => {
    const data = await picture('png', 640, 480);
    const json = { title: 'Floor plan', location: { x: 120, y: 80 }, pinned: true, hash: 'x', id: 'y' };
    const { status, body } = await upload('images', { data, filename: 'floor.png', json });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        widget_type: 'Image',
        state: 'normal',
        parent_id: (await easel.admin.get(`${canvas}/widgets`)).body[0].id,
        location: { x: 120, y: 80 },
        size: { width: 640, height: 480 },
        depth: 1,
        scale: 1,
        pinned: true,
        title: 'Floor plan',
        original_filename: 'floor.png',
        hash: hashOf(data),
      },
    ]);
    for (const at of ['images', `images/${body.id}`, 'widgets', `widgets/${body.id}`]) {
      expect([(await easel.admin.get(`${canvas}/${at}`)).body].flat()).toContainEqual(body);
    }
    expect(stored()).toContain(body.hash);
  });

  it.each([
    ['images', () => picture('jpeg', 40, 20), { width: 40, height: 20 }],
    ['images', () => picture('gif', 40, 20), { width: 40, height: 20 }],
    ['images', () => picture('tiff', 40, 20), { width: 40, height: 20 }],
    ['images', () => picture('webp', 40, 20), { width: 40, height: 20 }],
    ['images', () => bmp(40, 20, 24), { width: 40, height: 20 }],
    ['images', () => svg(40, 20), { width: 40, height: 20 }],
    ['images', () => rotatedJpeg(40, 20, 6), { width: 20, height: 40 }],
    ['images', () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR broken', 'latin1'), { width: 100, height: 100 }],
    ['pdfs', () => pdf({ pages: 3 }), { width: 595, height: 842 }],
    ['pdfs', () => pdf({ width: 200, height: 100, rotate: 90 }), { width: 100, height: 200 }],
    ['pdfs', () => Buffer.from('%PDF-1.4 and nothing else'), { width: 595, height: 842 }],
    ['videos', () => mp4(1920, 800), { width: 1920, height: 800 }],
    ['videos', () => video('small.avi'), { width: 64, height: 36 }],
    ['videos', () => video('upright.mp4'), { width: 36, height: 64 }],
    ['images', () => inUtf16(svg(40, 20), 'little'), { width: 40, height: 20 }],
    ['images', () => pngHead(40_000, 20_000), { width: 40_000, height: 20_000 }],
  ] as const)('has the size of its file: %s %#', async (type, make, size) => {
    const { status, body } = await upload(type, { data: await make() });
    expect([status, body.size]).toEqual([200, size]);
  });

  it.each([
    [{ width: 10 }, { width: 10, height: 5 }],
    [
      { width: 10, height: 10 },
      { width: 10, height: 10 },
    ],
  ])('takes a size as sent, and the side that is missing from the ratio: %j', async (size, expected) => {
    const { body } = await upload('images', { data: await picture('png', 40, 20), json: { size } });
    expect(body.size).toEqual(expected);
  });

  it('needs neither a file name nor a part json, and takes the kind from the bytes', async () => {
    const { status, body } = await upload('images', { data: await picture('png') });
    expect([status, body.title, body.original_filename]).toEqual([200, '', '']);
    expect((await upload('images', { data: await picture('png'), filename: 'movie.mp4' })).body.original_filename).toBe(
      'movie.mp4',
    );
  });

  it('takes a file name from json before that of the part, both without directories', async () => {
    const data = await picture('png');
    const name = async (filename: string, json?: object) =>
      (await upload('images', { data, filename, ...(json ? { json } : {}) })).body.original_filename;
    expect(await name('../../up.png')).toBe('up.png');
    expect(await name('up.png', { original_filename: 'C:\\files\\own.png' })).toBe('own.png');
    expect(await name(`${'x'.repeat(300)}.png`)).toBe(`${'x'.repeat(251)}.png`);
  });

  it('may have its parts in any order, and further parts of the same name are ignored', async () => {
    const first = await picture('png', 10, 10);
    const second = await picture('png', 20, 20);
    const [one, headers] = form({ data: first });
    const [two] = form({ data: second, json: { title: 'late' } });
    const joined = Buffer.concat([one.subarray(0, one.lastIndexOf('--easel-part--')), two]);
    const { body } = await easel.admin.post(`${canvas}/images`, joined, headers);
    expect(body).toMatchObject({ title: 'late', hash: hashOf(first) });
  });

  it('of equal bytes is kept once', async () => {
    const data = await picture('png', 33, 44);
    const made = await Promise.all([1, 2, 3].map(() => upload('images', { data })));
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(3);
    expect(stored().filter((name) => name.startsWith(hashOf(data)))).toHaveLength(1);
  });

  it('moves modified_at of its canvas and is streamed complete', async () => {
    const stream = await easel.admin.watch(`${canvas}/images?changes=1`);
    expect(await stream.next()).toEqual([]);
    easel.clock.advance(5000);
    const { body } = await upload('images', { data: await picture('png') });
    expect(await stream.next()).toEqual([body]);
    stream.close();
    expect((await easel.admin.get(canvas)).body.modified_at).toBe(new Date(easel.clock.now()).toISOString());
  });

  it('writes no audit entry', async () => {
    const before = easel.audit().length;
    await upload('images', { data: await picture('png') });
    expect(easel.audit()).toHaveLength(before);
  });
});

describe('an upload is refused, and nothing of it stays,', () => {
  const anything = { data: Buffer.from('just some text, of no type') };
  it.each(['images', 'videos', 'pdfs'])('of bytes that are not a file for %s', (type) =>
    refused(() => upload(type, anything), 400, `Unsupported file type for ${type}`),
  );
  it.each([
    ['images', 'BMW owners list'],
    ['images', 'GIFT list for xmas'],
    ['videos', 'tax-free shopping'],
    ['videos', 'sea-wide plan'],
  ])('of a text that begins like a file for %s: %s', (type, text) =>
    refused(() => upload(type, { data: Buffer.from(text) }), 400, `Unsupported file type for ${type}`),
  );
  it('of a file for another collection, whatever its name', async () => {
    const data = await picture('png');
    await refused(() => upload('pdfs', { data, filename: 'report.pdf' }), 400, 'Unsupported file type for pdfs');
  });
  it('without data', () =>
    refused(() => upload('images', { json: {} }), 400, 'Missing data part: send the file in a part named data'));
  it('with empty data', () =>
    refused(() => upload('images', { data: Buffer.alloc(0) }), 400, 'Missing data part: the file in it is empty'));
  it('with the file in a part of another name', async () => {
    const [body, headers] = form({ data: await picture('png') });
    const other = Buffer.from(body.toString('latin1').replace('name="data"', 'name="image"'), 'latin1');
    await refused(
      () => easel.admin.post(`${canvas}/images`, other, headers),
      400,
      'Missing data part: the file must be in a part named data, not "image"',
    );
  });
  it.each([
    ['', 'line 1, column 1: expected an object, found the end'],
    ['{', 'line 1, column 2: expected a name in double quotes or "}", found the end'],
    ['[]', 'it must be an object, not an array'],
    ['"text"', 'it must be an object, not a string'],
    ['null', 'it must be an object, not null'],
    ['\ufffe{', 'line 1, column 1: expected an object, found "\ufffe"'],
  ])('with json %j: %s', async (json, fault) =>
    refused(async () => upload('images', { data: await picture('png'), json }), 400, `Invalid JSON in part json: ${fault}`),
  );
  it.each([
    [{ depth: 0.5 }, 'depth must be at least 1'],
    [{ size: { width: 0 } }, 'size.width must be greater than 0'],
    [{ pinned: 'yes' }, 'pinned must be a boolean'],
    [{ original_filename: 5 }, 'original_filename must be a string'],
  ])('with %j', (json, msg) => refused(async () => upload('images', { data: await picture('png'), json }), 400, msg));
  it('with a parent that is not there', async () => {
    const json = { parent_id: 'nobody' };
    const msg = 'parent_id nobody is not a widget of this canvas that can be a parent';
    await refused(async () => upload('images', { data: await picture('png', 7, 9), json }), 400, msg);
  });
  it.each([
    ['JSON', '{"title":"x"}', 'application/json'],
    ['nothing', undefined, 'application/json'],
    ['no JSON', '{', 'application/json'],
    ['bare bytes', '\x89PNG', 'image/png'],
  ])('with %s for a body', (_, body, type) =>
    refused(
      () => easel.admin.post(`${canvas}/images`, body, { 'content-type': type }),
      400,
      'Request must be multipart/form-data',
    ),
  );
  it('over the limit, while it comes', () =>
    refused(() => upload('images', { data: Buffer.alloc(MOST + 1) }), 413, 'File is too large'));
  it('when it is cut off', async () => {
    const [body, headers] = form({ data: await picture('png') });
    const half = body.subarray(0, body.length - 30);
    await refused(() => easel.admin.post(`${canvas}/images`, half, headers), 400, 'Multipart body ends early');
  });
  it('without the right, before its body is read', async () => {
    const stranger = await easel.user();
    await refused(() => upload('images', anything, stranger), 403, 'Permission denied');
  });
  it('when the sender leaves in the middle of it', async () => {
    const before = stored();
    const { port } = new URL(easel.url);
    const socket = connect(Number(port), '127.0.0.1');
    const [body, headers] = form({ data: Buffer.alloc(100_000, 'x') });
    const head = `POST /api/v1${canvas}/images HTTP/1.1\r\nHost: x\r\nPrivate-Token: ${easel.admin.token}\r\n`;
    socket.write(`${head}Content-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body.subarray(0, 50_000));
    await until(() => stored().length > before.length);
    socket.destroy();
    await until(() => stored().length === before.length);
    expect(stored()).toEqual(before);
  });
});

it('an upload of exactly the limit is taken', async () => {
  const data = Buffer.concat([await picture('png'), Buffer.alloc(MOST)]).subarray(0, MOST);
  expect((await upload('images', { data })).status).toBe(200);
});

it('a refused upload lets its sender read the answer while it still sends', async () => {
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { 'private-token': easel.admin.token, ...form({})[1], 'transfer-encoding': 'chunked' };
    const request = send(`${easel.url}/api/v1${canvas}/images`, { method: 'POST', headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode!, text });
      request.end();
    });
    request.on('error', reject);
    request.write('--easel-part\r\nContent-Disposition: form-data; name="data"\r\n\r\n');
    for (let at = 0; at < 100; at++) request.write(Buffer.alloc(100_000));
  });
  expect(answer).toEqual({ status: 413, text: '{"msg":"File is too large"}' });
});

describe('a form without a file', () => {
  const of = (source_widget_id: string) => ({ source_canvas_id: canvas.split('/')[2], source_widget_id });

  it('makes a clone of the widget that its json names, with or without a file', async () => {
    const image = (await upload('images', { data: await picture('png', 5, 6) })).body;
    expect((await upload('images', { json: of(image.id) })).body).toEqual({ ...image, id: expect.any(String) });
    const note = (await easel.admin.post(`${canvas}/notes`, { text: 'x' })).body;
    expect((await upload('notes', { json: of(note.id) })).body).toEqual({ ...note, id: expect.any(String) });
  });

  it('is otherwise not a valid body for a note', async () => {
    for (const parts of [{ json: { text: 'x' } }, {}, { data: Buffer.from('x'), json: of('x') }]) {
      await refused(
        () => upload('notes', parts),
        400,
        'Invalid JSON: the body is multipart/form-data, which is taken here for a clone only',
      );
    }
  });
});

describe('a PATCH', () => {
  it('keeps the ratio of images and videos, and never touches the file', async () => {
    const { body } = await upload('images', { data: await picture('png', 80, 40) });
    const patched = await easel.admin.patch(`${canvas}/images/${body.id}`, {
      size: { width: 20, height: 20 },
      hash: 'x',
      file: {},
    });
    expect(patched.body).toEqual({ ...body, size: { width: 20, height: 10 } });
  });

  it('to a pause sets the position by the clock of the server', async () => {
    const { body } = await upload('videos', { data: mp4(64, 48), json: { playback_state: 'Playing' } });
    expect(body).toMatchObject({ playback_state: 'playing', playback_position: 0, muted: false, duration: 0 });
    easel.clock.advance(2500);
    expect((await easel.admin.get(`${canvas}/videos/${body.id}`)).body).toEqual(body);
    const paused = await easel.admin.patch(`${canvas}/videos/${body.id}`, { playback_state: 'paused' });
    expect(paused.body).toEqual({ ...body, playback_state: 'paused', playback_position: 2.5, playing_since: null });
  });

  it('of the page of a PDF counts from 0', async () => {
    const { body } = await upload('pdfs', { data: pdf({ pages: 2 }) });
    expect(body.index).toBe(0);
    const path = `${canvas}/pdfs/${body.id}`;
    expect((await easel.admin.patch(path, { index: 7 })).body.index).toBe(7);
    for (const index of [-1, 1.5, '1'])
      expect((await easel.unchanged(() => easel.admin.patch(path, { index }))).status).toBe(400);
  });
});
