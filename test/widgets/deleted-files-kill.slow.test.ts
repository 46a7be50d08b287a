import { expect, test } from 'vitest';
import { getFile, uploaded } from '../kit/files.ts';
import { ok } from '../kit/full-canvas.ts';
import { picture } from '../kit/samples.ts';
import { withFolder } from '../kit/server-process.ts';

test('a file whose deletion was acknowledged before a kill is taken by its hash after it', async () => {
  const data = await picture('png', 40, 30);
  await withFolder(async (folder) => {
    const first = await folder.start();
    const admin = await first.admin();
    const canvas = `/canvases/${ok(await admin.post('/canvases')).id}`;
    const { id, hash } = await uploaded({ url: await first.listening }, admin, `${canvas}/images`, data);
    ok(await admin.delete(`${canvas}/images/${id}`));
    await first.end('SIGKILL');
    admin.close();
    const second = await folder.start();
    const again = await second.admin();
    const image = `${canvas}/images/${id}`;
    expect((await again.get(image)).status).toBe(404);
    expect(ok(await again.post(`${canvas}/images`, { hash }, { 'easel-id': id })).size).toEqual({ width: 40, height: 30 });
    expect((await getFile({ url: await second.listening }, again, `${image}/download`)).bytes).toEqual(data);
    again.close();
    await second.end('SIGKILL');
  });
}, 60_000);
