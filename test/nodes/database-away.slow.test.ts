import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { type Easel, startEasel } from '../kit/easel.ts';
import { describeOnPostgres, dropSchemas, newSchema, schemaUrl } from '../kit/postgres-database.ts';
import { type TcpProxy, tcpProxy } from '../kit/tcp-proxy.ts';
import { until } from '../kit/until.ts';

/** Two seconds until whoever waits is refused, and room for a busy machine. */
const BOUND = 6_000;

await describeOnPostgres('a server whose PostgreSQL is away', () => {
  let proxy: TcpProxy;
  let easel: Easel;
  let canvas: string;
  let note: string;
  beforeEach(async () => {
    const url = new URL(schemaUrl(newSchema().schema));
    proxy = await tcpProxy(url.hostname, Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    easel = await startEasel({ env: { EASEL_DATABASE_URL: url.href }, clock: systemClock as never });
    canvas = await easel.canvas();
    note = `${canvas}/notes/${(await easel.admin.post(`${canvas}/notes`, { text: 'before' })).body.id}`;
  });
  afterEach(async () => {
    // Jobs in the background say that they failed; nothing may be a reason to end
    expect(easel.errors.splice(0).filter((one) => !Array.isArray(one))).toEqual([]);
    await easel.close();
    await proxy.close();
  });
  afterAll(dropSchemas);

  const isBack = (): Promise<void> => until(async () => (await easel.admin.get(note)).status === 200, 50);

  for (const [how, goAway] of [
    ['is stopped', () => proxy.cut()],
    ['does not answer', () => proxy.block()],
  ] as const) {
    test(`refuses requests in bounded time when it ${how}, keeps streams open, and goes on by itself`, async () => {
      const stream = await easel.admin.watch(`${canvas}/notes?changes=1`);
      await stream.next();
      await goAway();
      const began = performance.now();
      const away = await Promise.all([
        easel.admin.get(note),
        easel.admin.get(`${canvas}/notes`),
        easel.anonymous.post('/users/login', {}),
      ]);
      expect(performance.now() - began).toBeLessThan(BOUND);
      for (const { status, headers } of away.slice(0, 2)) expect([status, headers['retry-after']]).toEqual([503, '2']);
      const { status, body } = await easel.admin.patch(note, { text: 'meanwhile' });
      expect([status, body]).toEqual([503, { msg: 'The database cannot be used at the moment' }]);
      const told = easel.logged.filter(({ text }) => text === 'the database cannot be used; requests are refused until it can');
      expect(told).toHaveLength(1);
      await proxy.mend();
      await isBack();
      expect(easel.logged.map(({ text }) => text)).toContain('the database can be used again');
      expect((await easel.admin.get(note)).body.text).toBe('before');
      await easel.admin.patch(note, { text: 'after' });
      expect(await stream.next()).toMatchObject([{ text: 'after' }]);
    });
  }

  test('refuses a read that is under way already', async () => {
    const sent = proxy.blockBehind(/FROM audit WHERE/);
    const read = easel.admin.get('/audit-log');
    await sent;
    const began = performance.now();
    expect((await easel.admin.get(note)).status).toBe(503);
    const { status, headers } = await read;
    expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect(performance.now() - began).toBeLessThan(2 * BOUND);
    await proxy.mend();
    await isBack();
    expect((await easel.admin.get('/audit-log')).status).toBe(200);
  });

  test('does not refuse a write that may have been made, and answers it as soon as it can know', async () => {
    const sent = proxy.blockBehind(/commit/);
    let status: number | undefined;
    const patched = easel.admin.patch(note, { text: 'made' }).then((answer) => (status = answer.status));
    await sent;
    for (let tries = 0; tries < 3; tries++) expect((await easel.admin.get(note)).status).toBe(503);
    expect(status).toBeUndefined();
    await proxy.mend();
    expect(await patched).toBe(200);
    await isBack();
    expect((await easel.admin.get(note)).body.text).toBe('made');
  });

  test('answers a request whose commit was on its way once it is back, and makes it once', async () => {
    const writes = Array.from({ length: 5 }, (_, at) => easel.admin.post(`${canvas}/notes`, { text: `n${at}` }));
    const patched = easel.admin.patch(note, { text: 'on its way' });
    await Promise.race([...writes, patched]);
    await proxy.cut();
    const refused = await easel.admin.get(note);
    expect(refused.status).toBe(503);
    await proxy.mend();
    const outcomes = await Promise.all([...writes, patched]);
    await isBack();
    for (const { status } of outcomes) expect([200, 503]).toContain(status);
    const texts = (await easel.admin.get(`${canvas}/notes`)).body.map(({ text }: { text: string }) => text).slice(1);
    const acknowledged = outcomes.slice(0, 5).flatMap(({ status }, at) => (status === 200 ? [`n${at}`] : []));
    expect(texts.toSorted()).toEqual(acknowledged);
  });
});
