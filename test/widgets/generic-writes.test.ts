import { beforeAll, describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { sampleFiles, uploaded } from '../kit/files.ts';
import { ok } from '../kit/full-canvas.ts';
import { svg } from '../kit/samples.ts';

const easel = useEasel({ people: ['ann'] });
let canvas: string;
let widgets: string;
beforeAll(async () => {
  canvas = await easel.canvas();
  widgets = `${canvas}/widgets`;
});

const { people } = easel;
const made = async (body: object) => ok(await easel.admin.post(widgets, body));

describe('a write by /widgets', () => {
  test('names one of the types that clients make, in any letter case', async () => {
    for (const widget_type of ['note', 'Note', 'NOTE']) expect((await made({ widget_type })).widget_type).toBe('Note');
    const texts = {
      'widget_type parameter is missing': [undefined, null],
      'widget_type must be a string': [5, ['Note']],
    };
    await easel.unchanged(async () => {
      for (const [msg, sent] of Object.entries(texts)) {
        for (const widget_type of sent)
          expect(await easel.admin.post(widgets, { widget_type })).toMatchObject({ status: 400, body: { msg } });
      }
      for (const widget_type of ['', 'Notes', 'SharedCanvas', 'TableCell', 'Annotation', '__proto__']) {
        const { status, body } = await easel.admin.post(widgets, { widget_type });
        expect([status, body.msg]).toEqual([400, expect.stringMatching(/^widget_type must be Note, .* or VideoOutputAnchor$/)]);
      }
    });
  });

  test('has the rules of the type: 409 for the text colour of a note, 400 for a bad parent, and clones', async () => {
    const note = await made({ widget_type: 'note', text: 'source' });
    await easel.unchanged(async () => {
      expect(
        (await easel.admin.post(widgets, { widget_type: 'note', auto_text_color: true, text_color: '#123456' })).status,
      ).toBe(409);
      for (const one of [`${widgets}/${note.id}`, `${canvas}/notes/${note.id}`])
        expect((await easel.admin.patch(one, { text_color: '#123456' })).status).toBe(409);
      expect((await easel.admin.post(widgets, { widget_type: 'note', parent_id: 'x' })).status).toBe(400);
      expect((await easel.admin.post(widgets, { widget_type: 'table', source_canvas_id: canvas.split('/')[2] })).status).toBe(
        400,
      );
    });
    const source = { source_canvas_id: canvas.split('/')[2], source_widget_id: note.id };
    expect(await made({ widget_type: 'note', ...source })).toMatchObject({ text: 'source' });
    await easel.unchanged(async () =>
      expect((await easel.admin.post(widgets, { widget_type: 'anchor', ...source })).status).toBe(400),
    );
  });

  test('makes, changes and deletes video output anchors', async () => {
    const { admin } = easel;
    const stream = await admin.watch(`${widgets}?changes=1`);
    await stream.next();
    const id = '00000000-0000-4000-8000-00000000000a';
    const anchor = ok(
      await admin.post(widgets, { widget_type: 'VideoOutputAnchor', title: 'Left', parent_id: id }, { 'easel-id': id }),
    );
    expect(anchor).toMatchObject({ id, title: 'Left', size: { width: 900, height: 600 } });
    expect(await stream.next()).toEqual([anchor]);
    const changed = ok(await admin.patch(`${widgets}/${id}`, { title: 'Right' }));
    expect(changed).toEqual({ ...anchor, title: 'Right' });
    expect(await stream.next()).toEqual([changed]);
    expect((await admin.delete(`${widgets}/${id}`)).status).toBe(200);
    expect(await stream.next()).toEqual([{ ...changed, state: 'deleted' }]);
    stream.close();
  });

  test('is 405 for cells and the root, whatever is sent', async () => {
    const { admin } = easel;
    const table = await made({ widget_type: 'table' });
    const [cell] = ok(await admin.get(`${canvas}/tables/${table.id}/cells`));
    const [root] = ok(await admin.get(widgets));
    await easel.unchanged(async () => {
      for (const { id } of [cell, root]) {
        const refused = [await admin.patch(`${widgets}/${id}`, { pinned: 5 }), await admin.delete(`${widgets}/${id}`)];
        for (const one of refused) {
          expect(one).toMatchObject({ status: 405, body: { msg: 'Method not allowed' } });
          expect(one.headers.allow).toBe('GET, HEAD');
        }
      }
    });
  });

  test('is 404 for strokes, and for what is not there, before the body is judged', async () => {
    const { admin } = easel;
    const { id } = ok(await admin.post(`${canvas}/shared-canvas/annotations`, { line_color: '#ff0000ff' }));
    await easel.unchanged(async () => {
      for (const one of [id, 'no-uuid', '11111111-1111-4111-8111-111111111111']) {
        const refusal = { status: 404, body: { msg: `Widget ${one} not found` } };
        expect(await admin.patch(`${widgets}/${one}`, { pinned: 5 })).toMatchObject(refusal);
        expect(await admin.delete(`${widgets}/${one}`)).toMatchObject(refusal);
      }
    });
  });

  test('needs edit', async () => {
    const note = await made({ widget_type: 'note' });
    await easel.unchanged(async () => {
      for (const who of [people.ann, easel.anonymous]) {
        const statuses = [
          (await who.post(widgets, { widget_type: 'note' })).status,
          (await who.patch(`${widgets}/${note.id}`, { text: 'x' })).status,
          (await who.delete(`${widgets}/${note.id}`)).status,
        ];
        expect(new Set(statuses)).toEqual(new Set([who === people.ann ? 403 : 401]));
      }
    });
  });
});

describe('a create by hash', () => {
  const files = ['images', 'videos', 'pdfs'] as const;
  const kinds = { images: 'image', videos: 'video', pdfs: 'pdf' } as const;

  test.each(files)('of %s takes a file of the canvas, with its natural size and name', async (path) => {
    const { admin } = easel;
    const { bytes, width, height } = sampleFiles[kinds[path]];
    const first = await uploaded(easel, admin, `${canvas}/${path}`, bytes, 'plan.one');
    const made = ok(await admin.post(`${canvas}/${path}`, { hash: first.hash, title: 'again', location: { x: 1, y: 2 } }));
    expect(made).toMatchObject({ hash: first.hash, title: 'again', original_filename: 'plan.one', size: { width, height } });
    expect(made.id).not.toBe(first.id);
    expect((await admin.get(`${canvas}/${path}/${made.id}/download`)).bytes).toEqual(bytes);
    ok(await admin.delete(`${canvas}/${path}/${first.id}`));
    expect((await admin.get(`${canvas}/${path}/${made.id}/download`)).bytes).toEqual(bytes);
    expect(ok(await admin.post(widgets, { widget_type: path.slice(0, -1), hash: first.hash })).hash).toBe(first.hash);
  });

  test('takes the image of the background', async () => {
    const own = await easel.canvas();
    const { hash } = await uploaded(easel, easel.admin, `${own}/images`, svg(50, 30), 'a.svg');
    ok(await easel.admin.patch(`${own}/background`, { type: 'image', image: { hash } }));
    const [image] = ok(await easel.admin.get(`${own}/images`));
    ok(await easel.admin.delete(`${own}/images/${image.id}`));
    expect(ok(await easel.admin.post(`${own}/images`, { hash }))).toMatchObject({ hash, original_filename: '' });
  });

  test('is refused for what the canvas does not have, and for a file of another kind', async () => {
    const { admin } = easel;
    const other = await easel.canvas();
    const { hash } = await uploaded(easel, admin, `${other}/images`, svg(33, 44), 'a.svg');
    const mine = await uploaded(easel, admin, `${canvas}/images`, svg(44, 55), 'a.svg');
    const refusals: [path: string, hash: unknown, msg: string][] = [
      ['images', hash, `Unknown asset ${hash}`],
      ['images', '', 'Unknown asset '],
      ['images', 5, 'hash must be a string'],
      ['videos', mine.hash, 'Unsupported file type for videos'],
      ['images', null, 'Request must be multipart/form-data'],
    ];
    await easel.unchanged(async () => {
      for (const [path, hash, msg] of refusals)
        expect(await admin.post(`${canvas}/${path}`, { hash })).toMatchObject({ status: 400, body: { msg } });
      const without = await admin.post(widgets, { widget_type: 'image' });
      expect(without).toMatchObject({ status: 400, body: { msg: 'hash parameter is missing' } });
      expect((await admin.post(`${canvas}/images`, { hash: mine.hash, depth: 'low' })).status).toBe(400);
    });
  });
});
