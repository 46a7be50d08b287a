import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, useEasel } from '../kit/easel.ts';
import { passHours } from '../kit/events.ts';
import { type FormParts, form, getFile, storedNames } from '../kit/files.ts';
import { picture } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

/** Without the days for which a canvas may get its files back: test/widgets/deleted-files.test.ts has those. */
const easel = useEasel({ env: { EASEL_DELETED_FILES_DAYS: '0' } });
let canvas: string;
beforeEach(async () => {
  canvas = await easel.canvas();
});

const upload = (type: string, parts: FormParts): Promise<Answer> => easel.admin.post(`${canvas}/${type}`, ...form(parts));
const stored = (): string[] => storedNames(easel.folder);

describe('the files of a canvas', () => {
  const size = async (): Promise<number> => (await easel.admin.get(canvas)).body.asset_size;

  it('count in its asset_size, each once', async () => {
    const one = await picture('png', 11, 12);
    const other = await picture('png', 13, 14);
    expect(await size()).toBe(0);
    const made = [(await upload('images', { data: one })).body, (await upload('images', { data: one })).body];
    expect(await size()).toBe(one.length);
    await easel.admin.post(`${canvas}/uploads-folder`, ...form({ data: other }));
    expect(await size()).toBe(one.length + other.length);
    await easel.admin.delete(`${canvas}/images/${made[0].id}`);
    expect(await size()).toBe(one.length + other.length);
    await easel.admin.delete(`${canvas}/images/${made[1].id}`);
    expect(await size()).toBe(other.length);
  });

  it('are removed an hour after the last widget that had them, on whichever canvas', async () => {
    const data = await picture('png', 21, 22);
    const { id, hash } = (await upload('images', { data })).body;
    const second = await easel.canvas();
    const source = { source_canvas_id: canvas.split('/')[2], source_widget_id: id };
    const clone = (await easel.admin.post(`${second}/images`, source)).body;
    await easel.admin.delete(`${canvas}/images/${id}`);
    await passHours(easel, 3, hash);
    expect((await getFile(easel, easel.admin, `${second}/images/${clone.id}/download`)).bytes).toEqual(data);
    await easel.admin.delete(second);
    await passHours(easel, 1, hash);
    expect(stored()).toContain(hash);
    await passHours(easel, 1, hash);
    await until(() => !stored().includes(hash));
  });

  it('stay as long as a saved demo state has them', async () => {
    const data = await picture('png', 31, 32);
    const { id, hash } = (await upload('images', { data })).body;
    await easel.admin.patch(canvas, { mode: 'demo' });
    await easel.admin.delete(`${canvas}/images/${id}`);
    expect(await size()).toBe(0);
    await passHours(easel, 3, hash);
    await easel.admin.post(`${canvas}/restore`);
    expect((await getFile(easel, easel.admin, `${canvas}/images/${id}/download`)).bytes).toEqual(data);
    expect(await size()).toBe(data.length);
  });
});
