import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Answer, Caller } from '../kit/easel.ts';
import { ok } from '../kit/full-canvas.ts';
import { runs } from '../kit/runs.ts';
import { type ServerProcess, withFolder } from '../kit/server-process.ts';

const ROUNDS = runs(3, 6);
const NOTES = 50;

/** Batches that are on their way at the kill were executed or not, and nobody can tell from outside: that is what the number is for. */
test('a numbered batch is executed once, although the server is killed while batches are on their way', async () => {
  await withFolder(async (folder) => {
    const sender = randomUUID();
    const batchOf = (number: number) => ({
      operations: Array.from({ length: NOTES }, (_, at) => ({ op: 'create', type: 'Note', body: { text: `${number}.${at}` } })),
    });
    let canvas = '';
    const send = (caller: Caller, number: number): Promise<Answer> =>
      caller.post(`/canvases/${canvas}/batch`, batchOf(number), { 'easel-batch': `${sender} ${number}` });
    const begin = async (): Promise<{ server: ServerProcess; admin: Caller }> => {
      const server = await folder.start();
      const admin = await server.admin();
      canvas ||= ok(await admin.post('/canvases')).id;
      return { server, admin };
    };
    for (let round = 0; round < ROUNDS; round++) {
      const { server, admin } = await begin();
      const first = 2 * round + 1;
      const second = 2 * round + 2;
      ok(await send(admin, first));
      const lost = send(admin, second).catch(() => undefined);
      await server.end('SIGKILL');
      await lost;
      const next = await begin();
      expect(ok(await send(next.admin, first))).toEqual({ results: null, repeated: true });
      const again = ok(await send(next.admin, second));
      expect(again.repeated === true || again.results.length === NOTES).toBe(true);
      expect(ok(await send(next.admin, second))).toEqual({ results: null, repeated: true });
      const texts = ok(await next.admin.get(`/canvases/${canvas}/notes`)).map(({ text }: { text: string }) => text);
      const expected = Array.from({ length: second }, (_, at) => batchOf(at + 1).operations.map(({ body }) => body.text)).flat();
      expect(texts).toEqual(expected);
      await next.server.end();
    }
  });
}, 120_000);
