import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

const TOKEN = 'a-token-of-the-monitoring';

/** What Prometheus reads, by the name and labels of each series. */
function seriesIn(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

const connected = async (port: number, host: string): Promise<Socket> => {
  const socket = connect(port, host);
  await once(socket, 'connect');
  return socket;
};

const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${address}/metrics`, { headers });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

describe('the listener for monitoring', () => {
  const easel = useEasel({ people: ['ann'], env: { EASEL_METRICS_LISTEN: '127.0.0.1:0' } });
  const series = async () => seriesIn((await read(easel.server.http.metricsAddress)).text);

  test('tells in the text format of Prometheus what the server is and has', async () => {
    const { status, type, text: told } = await read(easel.server.http.metricsAddress);
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const all = seriesIn(told);
    expect([...all.values()].every((value) => !Number.isNaN(value))).toBe(true);
    expect(all.get('easel_users')).toBe(easel.server.store.directory.list('User').size);
    expect(all.get('easel_node_up')).toBe(1);
    expect(all.get('easel_check_state{check="database"}')).toBe(0);
    expect([...all.keys()].find((name) => name.startsWith('easel_build_info'))).toContain(
      'database="sqlite",files="folder",events="memory"',
    );
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'easel_database_bytes',
      'easel_disk_free_bytes',
    ])
      expect([name, all.get(name)! > 0]).toEqual([name, true]);
  });

  test('counts requests by method, pattern and status, and no value that a caller sent', async () => {
    const { ann } = easel.people;
    const made = (await ann.post('/canvases', { name: 'Confidential plans' })).body;
    const before = await series();
    const note = (await ann.post(`/canvases/${made.id}/notes`, { text: 'hush' })).body;
    for (let times = 0; times < 3; times++) await ann.get(`/canvases/${made.id}/notes/${note.id}`);
    await ann.get(`/canvases/${made.id}/notes/nowhere`);
    await fetch(`${easel.url}/api/v1/nothing-like-this/${made.id}`, { method: 'PROPFIND' });
    const { text: told } = await read(easel.server.http.metricsAddress);
    const after = seriesIn(told);
    const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const route = '/api/v1/canvases/:canvas_id/notes';
    expect(grown(`easel_http_requests_total{method="POST",route="${route}",status="200"}`)).toBe(1);
    expect(grown(`easel_http_requests_total{method="GET",route="${route}/:widget_id",status="200"}`)).toBe(3);
    expect(grown(`easel_http_requests_total{method="GET",route="${route}/:widget_id",status="404"}`)).toBe(1);
    expect(grown('easel_http_requests_total{method="other",route="none",status="404"}')).toBe(1);
    expect(grown('easel_http_request_duration_seconds_count{kind="read"}')).toBe(4);
    expect(grown('easel_http_request_duration_seconds_count{kind="write"}')).toBe(1);
    expect(grown('easel_commits_total{outcome="durable"}')).toBe(1);
    expect(grown('easel_commit_records_sum')).toBe(1);
    for (const secret of [made.id, note.id, 'Confidential', 'hush', 'PROPFIND', 'nothing-like-this', ann.token, ann.email])
      expect(told).not.toContain(secret);
  });

  test('counts streams and what they are sent', async () => {
    const { ann } = easel.people;
    const made = (await ann.post('/canvases', {})).body;
    const before = await series();
    const stream = await ann.watch(`/canvases/${made.id}/notes`);
    await stream.next();
    await ann.post(`/canvases/${made.id}/notes`, { text: 'x' });
    await stream.next();
    const during = await series();
    const grown = (name: string): number => (during.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('easel_streams{form="list"}')).toBe(1);
    expect(grown('easel_streams_opened_total{first="whole"}')).toBe(1);
    expect(grown('easel_stream_messages_total')).toBe(2);
    expect(grown('easel_stream_bytes_total')).toBeGreaterThan(100);
    stream.close();
  });

  test('has the two routes of health, and no other', async () => {
    const { metricsAddress } = easel.server.http;
    for (const path of ['/healthz/live', '/healthz/ready']) expect((await fetch(metricsAddress + path)).status).toBe(200);
    for (const path of ['/', '/api/v1/canvases', '/operate/logs', '/session', '/page/shared.css'])
      expect([path, (await fetch(metricsAddress + path)).status]).toEqual([path, 404]);
    expect((await fetch(`${metricsAddress}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  test('is not where people are', async () => {
    expect((await read(easel.url)).status).toBe(404);
    expect((await read(easel.url, { 'Private-Token': easel.admin.token })).status).toBe(404);
  });

  test('packs its answer when asked', async () => {
    const packed = await fetch(`${easel.server.http.metricsAddress}/metrics`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(seriesIn(await packed.text()).size).toBeGreaterThan(50);
  });

  test('takes eight connections at a time, also while none is left for others', async () => {
    const { port, hostname } = new URL(easel.server.http.metricsAddress);
    const open = await Promise.all(Array.from({ length: 8 }, () => connected(Number(port), hostname)));
    const ninth = await connected(Number(port), hostname);
    expect(await text(ninth)).toMatch(/^HTTP\/1\.1 503 [\s\S]*Too many readers of metrics at a time/);
    for (const socket of open) socket.destroy();
    await until(async () => (await read(easel.server.http.metricsAddress).catch(() => undefined))?.status === 200);
  });

  test('names every metric of the dashboard and of the alert rules', async () => {
    const known = easel.server.metrics.described.map(({ name }) => name);
    const folder = join(import.meta.dirname, '../../docs/monitoring');
    const files = ['grafana.json', 'alerts.yml'].map((name) => readFileSync(join(folder, name), 'utf8'));
    const used = new Set(files.flatMap((text) => text.match(/\b(easel|process|nodejs)_[a-z_]+/g) ?? []));
    const ofHistograms = known.flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]);
    expect([...used].filter((name) => !ofHistograms.includes(name))).toEqual([]);
  });

  test('stays below 3,000 series', async () => {
    const routes = easel.server.routes.length;
    const perRoute = (await series()).size;
    expect(perRoute).toBeLessThan(3000);
    // Each route answers some four statuses in a long life, with two series each
    expect(routes * 4 * 2 + 500).toBeLessThan(3000);
  });
});

describe('with a token', () => {
  const easel = useEasel({ env: { EASEL_METRICS_LISTEN: '127.0.0.1:0', EASEL_METRICS_TOKEN: TOKEN } });

  test('whoever has none, or another one, reads no metrics', async () => {
    const { metricsAddress } = easel.server.http;
    const asked = async (headers: Record<string, string>): Promise<number> => (await read(metricsAddress, headers)).status;
    expect(await asked({})).toBe(401);
    expect(await asked({ Authorization: 'Bearer another' })).toBe(401);
    expect(await asked({ Authorization: `Bearer ${easel.admin.token}` })).toBe(401);
    expect(await asked({ Authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect((await fetch(`${metricsAddress}/healthz/live`)).status).toBe(200);
  });
});

describe('without EASEL_METRICS_LISTEN', () => {
  const easel = useEasel();

  test('there is no listener', () => expect(easel.server.http.metricsAddress).toBe(''));
});
