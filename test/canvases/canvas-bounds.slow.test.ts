import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEasel } from '../kit/easel.ts';
import { type ServerProcess, withFolder } from '../kit/server-process.ts';

const MiB = 1024 ** 2;
/** A node is nine floats in base64; a stroke has some 8 MiB. */
const stroke = { line_color: '#ff0000ff', points: 'A'.repeat(8 * MiB - ((8 * MiB) % 48)) };
const heap = (megabytes: number) => ({ nodeArgs: [`--max-old-space-size=${megabytes}`] });

test('a canvas cannot grow until it ends the process: it is full first, and can be read and emptied', { timeout: 120_000 }, () =>
  withFolder(async (folder) => {
    const server = await folder.start(heap(300));
    const admin = await server.admin();
    const canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
    const other = `/canvases/${(await admin.post('/canvases')).body.id}`;
    const strokes = `${canvas}/shared-canvas/annotations`;
    const answers = [];
    for (let at = 0; at < 12 && answers.at(-1)?.status !== 413; at++) answers.push(await admin.post(strokes, stroke));
    expect(answers.at(-1)).toMatchObject({ status: 413 });
    expect(answers.at(-1)!.body.msg).toMatch(/^Canvas is full: its content may take \d+ MiB of memory$/);
    expect(answers.length, 'strokes of 8 MiB in a heap of 300').toBeGreaterThan(4);
    const [first] = answers;
    expect((await admin.post(`${other}/notes`, { text: 'fits' })).status).toBe(200);
    for (let at = 0; at < 3; at++) expect((await admin.get(strokes)).body).toHaveLength(answers.length - 1);
    expect((await admin.get(`${canvas}/widgets?annotations=1`)).status).toBe(200);
    expect((await admin.patch(`${strokes}/${first!.body.id}`, { line_color: '#00ff00ff' })).status).toBe(200);
    expect((await admin.delete(`${strokes}/${first!.body.id}`)).status).toBe(200);
    expect((await admin.post(strokes, stroke)).status).toBe(200);
    await server.end('SIGTERM');

    const smaller: ServerProcess = await folder.start({ ...heap(120), env: { EASEL_CANVAS_BYTES: `${10 * MiB}` } });
    const again = await smaller.admin();
    const refused = await again.get(strokes);
    expect([refused.status, refused.body.msg, refused.headers['retry-after']]).toEqual([
      503,
      `There is no memory for canvas ${canvas.split('/')[2]} at the moment`,
      '2',
    ]);
    const told = expect.objectContaining({ scope: canvas.split('/')[2], msg: 'a canvas cannot be read' });
    await smaller.said(/a canvas cannot be read/);
    expect(smaller.log).toContainEqual(told);
    expect((await again.post(`${other}/notes`, { text: 'still fits' })).status).toBe(200);
  }),
);

test('a canvas with a broken page is 503, is told in the log, and leaves all others alone', async () => {
  const text = 'x'.repeat(20_000);
  const easel = await startEasel();
  const broken = await easel.canvas();
  const whole = await easel.canvas();
  for (const canvas of [broken, whole]) await easel.admin.post(`${canvas}/notes`, { text: canvas === broken ? text : 'whole' });
  await easel.restart(() => breakPages(join(easel.folder, 'easel.db'), (page) => page.includes(text.slice(0, 4080))));

  const { errors } = easel as unknown as { errors: [string, { scope: string }][] };
  await easel.unchanged(async () => {
    for (const ask of [() => easel.admin.get(`${broken}/notes`), () => easel.admin.post(`${broken}/notes`)]) {
      const { status, body, headers } = await ask();
      expect([status, headers['retry-after']]).toEqual([503, '2']);
      expect(body.msg).toBe(`Canvas ${broken.split('/')[2]} cannot be read; the log of the server says why`);
    }
  });
  expect(errors.map(([said, { scope }]) => [said, scope])).toEqual(
    Array(2).fill(['a canvas cannot be read', broken.split('/')[2]]),
  );
  errors.length = 0;
  expect((await easel.admin.get(`${whole}/notes`)).body[0].text).toBe('whole');
  expect((await easel.admin.post(`${whole}/notes`)).status).toBe(200);
  await easel.close();
});

function breakPages(file: string, isBroken: (page: Buffer) => boolean): void {
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at += 4096) {
    const page = bytes.subarray(at, at + 4096);
    if (isBroken(page)) page.fill(0xee);
  }
  writeFileSync(file, bytes);
}
