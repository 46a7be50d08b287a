import { describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { form } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';

const strict = useEasel();
const lenient = useEasel({ env: { EASEL_IGNORE_ZERO_DEPTH: '1' } });

describe('a depth of 0 in a create', () => {
  const picture = (depth: number) => form({ data: svg(20, 20), filename: 'a.svg', json: { depth } });

  test('is refused, as the interface says', async () => {
    const canvas = await strict.canvas();
    for (const body of [{ depth: 0 }, { depth: 0.5 }]) {
      expect((await strict.unchanged(() => strict.admin.post(`${canvas}/notes`, body))).status).toBe(400);
    }
    for (const collection of ['images', 'uploads-folder']) {
      expect((await strict.unchanged(() => strict.admin.post(`${canvas}/${collection}`, ...picture(0)))).status).toBe(400);
    }
    const note = form({ json: { upload_type: 'note', depth: 0 } });
    expect((await strict.unchanged(() => strict.admin.post(`${canvas}/uploads-folder`, ...note))).status).toBe(400);
  });

  test('counts as not sent where the operator says so, and only there', async () => {
    const canvas = await lenient.canvas();
    const note = await lenient.admin.post(`${canvas}/notes`, { depth: 0, text: 'zone' });
    expect([note.status, note.body.depth, note.body.text]).toEqual([200, 1, 'zone']);
    const image = await lenient.admin.post(`${canvas}/images`, ...picture(0));
    expect([image.status, image.body.depth]).toEqual([200, 2]);
    await lenient.unchanged(async () => {
      expect((await lenient.admin.patch(`${canvas}/notes/${note.body.id}`, { depth: 0 })).status).toBe(400);
      for (const depth of [0.5, -1, '0']) {
        expect((await lenient.admin.post(`${canvas}/notes`, { depth })).status).toBe(400);
      }
    });
  });

  test('counts as not sent in the uploads folder, too, for notes, pictures and other files', async () => {
    const canvas = await lenient.canvas();
    const send = (...[body, headers]: ReturnType<typeof form>) => lenient.admin.post(`${canvas}/uploads-folder`, body, headers);
    const note = await send(...form({ json: { upload_type: 'note', text: 'zone', depth: 0 } }));
    expect([note.status, note.body.depth, note.body.text]).toEqual([200, 1, 'zone']);
    const image = await send(...picture(0));
    expect([image.status, image.body.depth]).toEqual([200, 2]);
    const other = await send(...form({ data: Buffer.from('a,b\n'), filename: 'a.csv', json: { depth: 0 } }));
    expect([other.status, other.body.original_filename]).toEqual([200, 'a.csv']);
    await lenient.unchanged(async () => {
      expect((await send(...picture(0.5))).status).toBe(400);
      expect((await send(...form({ json: { upload_type: 'note', depth: -1 } }))).status).toBe(400);
    });
  });
});
