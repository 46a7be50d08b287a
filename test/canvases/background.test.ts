import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { actions } from '../kit/audited.ts';
import { useEasel } from '../kit/easel.ts';
import { getFile, postFile, uploaded } from '../kit/files.ts';
import { ok, type Shown } from '../kit/full-canvas.ts';
import { refused } from '../kit/places.ts';
import { pdf, svg } from '../kit/samples.ts';

const easel = useEasel({ people: ['ann'] });
const { ann } = easel.people;

const first = {
  type: 'solid_color',
  background_color: '#25242dff',
  haze: { color1: '#000000ff', color2: '#165ad0ff', speed: 0.5, scale: 8 },
  grid: { visible: true, color: '#525160ff' },
  image: { hash: '', fit: 'fit' },
  state: 'normal',
};

describe('the background', () => {
  test('of a new canvas has all keys at their defaults, also by link', async () => {
    const path = await easel.canvas(ann);
    expect(ok(await ann.get(`${path}/background`))).toEqual(first);
    expect((await easel.anonymous.get(`${path}/background`)).status).toBe(401);
    await ann.post(`${path}/permissions`, { link_permission: 'view' });
    const shared = await easel.anonymous.watch(`${path}/background`);
    expect(await shared.next()).toEqual(first);
    shared.close();
  });

  test('is a stream: each change is told as a whole, and readers by link lose it with the link', async () => {
    const path = await easel.canvas(ann);
    await ann.post(`${path}/permissions`, { link_permission: 'view' });
    const streams = [await ann.watch(`${path}/background`), await easel.anonymous.watch(`${path}/background`)];
    for (const stream of streams) expect(await stream.next()).toEqual(first);
    const changed = ok(await ann.patch(`${path}/background`, { type: 'haze', haze: { speed: 2 } }));
    for (const stream of streams) expect(await stream.next()).toEqual(changed);
    await ann.patch(`${path}/background`, { type: 'haze' });
    await ann.post(`${path}/notes`, {});
    await ann.post(`${path}/permissions`, { link_permission: 'none' });
    expect(streams[0]!.unread).toEqual([]);
    easel.clock.advance(250);
    expect(await streams[1]!.next()).toMatchObject({ state: 'deleted' });
    expect(await streams[1]!.ended).toBe('clean');
    await ann.delete(path);
    expect(await streams[0]!.next()).toEqual({ ...changed, state: 'deleted' });
  });

  test('is changed key by key, and stays', async () => {
    const path = `${await easel.canvas(ann)}/background`;
    const steps: [body: object, expected: object][] = [
      [
        { type: 'solid_color', background_color: '#ABCDEF' },
        { type: 'solid_color', background_color: '#ABCDEF' },
      ],
      [{ haze: { speed: 0 } }, { haze: { ...first.haze, speed: 0 } }],
      [{ haze: { color1: '#000000', scale: null }, grid: { visible: false } }, { grid: { ...first.grid, visible: false } }],
      [{ image: { fit: 'cover' }, type: null }, { image: { hash: '', fit: 'cover' } }],
      [{ color: '#111111' }, { background_color: '#111111' }],
      [{ color: '#222222', background_color: '#333333' }, { background_color: '#333333' }],
      [{ type: 'haze' }, { type: 'haze', background_color: '#333333' }],
      [{ type: 'solid' }, { type: 'solid_color' }],
      [{ type: 'color' }, { type: 'solid_color' }],
    ];
    let before: object = first;
    for (const [body, expected] of steps) {
      const after = ok(await ann.patch(path, body));
      expect(after).toMatchObject(expected);
      expect(Object.keys(after)).toEqual(Object.keys(first));
      before = after;
    }
    expect(ok(await ann.get(path))).toEqual(before);
  });

  test('moves modified_at, is told to canvas readers and audited; nothing new is nothing', async () => {
    const path = await easel.canvas(ann, { name: 'wall' });
    const item = await ann.watch(path);
    await item.next();
    easel.clock.advance(2000);
    const changedAt = new Date(easel.clock.now()).toISOString();
    const patch = () => ann.patch(`${path}/background`, { grid: { visible: false } });
    expect(await actions(easel, patch)).toEqual(['Canvas background changed: wall']);
    easel.clock.advance(1000);
    expect((await item.next()).modified_at).toBe(changedAt);
    await easel.unchanged(patch);
    expect(await actions(easel, patch)).toEqual([]);
    item.close();
  });

  test.each<[string, unknown]>([
    ['400 Invalid background type stars: it must be solid_color, haze or image', { type: 'stars' }],
    ['400 type must be a string', { type: 5 }],
    ['400 Background has no image', { type: 'image' }],
    ['400 Background has no image', { type: 'image', image: { hash: '' } }],
    ['400 Unknown asset 9f2b', { image: { hash: '9f2b' } }],
    ['400 Invalid color red: background_color must be #RRGGBB or #RRGGBBAA', { background_color: 'red' }],
    ['400 Invalid color #12345: haze.color2 must be #RRGGBB or #RRGGBBAA', { haze: { color2: '#12345' } }],
    ['400 haze must be an object', { haze: 5 }],
    ['400 haze.speed must be at least 0', { haze: { speed: -1 } }],
    ['400 grid.visible must be a boolean', { grid: { visible: 1 } }],
    ['400 image.fit must not be empty', { image: { fit: '' } }],
  ])('refuses with %s', async (expected, body) => {
    const path = await easel.canvas(ann);
    expect(await refused(easel, () => ann.patch(`${path}/background`, body))).toBe(expected);
  });
});

describe('an image as the background', () => {
  const put = async (path: string, bytes: Buffer, json?: object): Promise<Shown> => {
    const { status, bytes: body, msg } = await postFile(easel, ann, `${path}/background`, bytes, 'wall.svg', json);
    if (status !== 200) throw new Error(`${status} ${msg}`);
    return JSON.parse(body.toString());
  };

  test('is uploaded, shown and counted once, and takes the other settings along', async () => {
    const path = await easel.canvas(ann, { name: 'wall' });
    const json = { type: 'haze', image: { hash: 'x', fit: null }, fit: 'cover', grid: { visible: false } };
    const lines = await actions(easel, async () => {
      const after = await put(path, svg(), json);
      const hash = createHash('sha256').update(svg()).digest('hex');
      expect(after).toEqual({ ...first, type: 'image', grid: { ...first.grid, visible: false }, image: { hash, fit: 'cover' } });
      expect(ok(await ann.get(`${path}/background`))).toEqual(after);
    });
    expect(lines).toEqual(['Canvas background changed: wall']);
    expect(ok(await ann.get(path)).asset_size).toBe(svg().length);
    expect((await put(path, svg(), { fit: 'fill', image: { fit: 'contain' } })).image.fit).toBe('contain');
  });

  test('gives way to another, and to a colour when its hash is taken away', async () => {
    const path = await easel.canvas(ann);
    await put(path, svg());
    const { image } = await put(path, svg(10, 10));
    expect(ok(await ann.get(path)).asset_size).toBe(svg(10, 10).length);
    ok(await ann.patch(`${path}/background`, { type: 'haze' }));
    expect(ok(await ann.patch(`${path}/background`, { type: 'image' })).image).toEqual(image);
    expect(ok(await ann.patch(`${path}/background`, { image: { hash: '' } }))).toMatchObject({
      type: 'solid_color',
      image: { hash: '' },
    });
    expect(ok(await ann.get(path)).asset_size).toBe(0);
  });

  test('may be one that a widget of the canvas has, and not one of another canvas', async () => {
    const path = await easel.canvas(ann);
    const other = await easel.canvas(ann);
    const { hash } = await uploaded(easel, ann, `${path}/images`, svg());
    const body = { type: 'image', image: { hash } };
    expect(ok(await ann.patch(`${path}/background`, body))).toMatchObject(body);
    expect(await refused(easel, () => ann.patch(`${other}/background`, body))).toBe(`400 Unknown asset ${hash}`);
    expect(ok(await ann.get(path)).asset_size).toBe(svg().length);
  });

  test('is never a file that is not an image', async () => {
    const path = await easel.canvas(ann);
    const { hash } = await uploaded(easel, ann, `${path}/pdfs`, pdf());
    const send = () => ann.patch(`${path}/background`, { type: 'image', image: { hash } });
    expect(await refused(easel, send)).toBe('400 Background must be an image');
  });

  test('comes back with a restore, and goes along with a copy', async () => {
    const path = await easel.canvas(ann);
    const before = await put(path, svg());
    ok(await ann.patch(path, { mode: 'demo' }));
    await put(path, svg(10, 10));
    const { id } = ok(await ann.post(`${path}/copy`, { folder_id: String(ann.id) }));
    ok(await ann.post(`${path}/restore`));
    expect(ok(await ann.get(`${path}/background`))).toEqual(before);
    ok(await ann.post(`/canvases/${id}/restore`));
    expect(ok(await ann.get(`/canvases/${id}/background`))).toEqual(before);
    expect(ok(await ann.get(`/canvases/${id}`)).asset_size).toBe(svg().length);
    const bytes = await getFile(easel, ann, `/assets/${before.image.hash}`, { 'canvas-id': id });
    expect([bytes.status, bytes.bytes]).toEqual([200, svg()]);
  });

  test('must be an image by its bytes, in the part data', async () => {
    const path = `${await easel.canvas(ann)}/background`;
    const send = async (bytes: Buffer, json?: object) => (await postFile(easel, ann, path, bytes, 'wall.png', json)).msg;
    expect(await refused(easel, () => ann.post(path, { type: 'haze' }))).toBe('400 Request must be multipart/form-data');
    await easel.unchanged(async () => {
      expect(await send(pdf())).toBe('Background must be an image');
      expect(await send(Buffer.from('no image'))).toBe('Background must be an image');
      expect(await send(Buffer.alloc(0))).toBe('Missing data part: the file in it is empty');
      expect(await send(svg(), { grid: 5 })).toBe('grid must be an object');
      expect(await send(svg(), { fit: 5 })).toBe('image.fit must be a string');
    });
  });
});
