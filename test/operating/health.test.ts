import { expect, test } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import { startEasel, useEasel } from '../kit/easel.ts';
import { FaultyDriver, openPromise } from '../kit/faulty-driver.ts';

/** Balancers have no token and speak no interface, so they are asked here as they ask. */
let faults: FaultyDriver;
const easel = useEasel({
  each: 'test',
  env: { EASEL_DRAIN_SECONDS: '20' },
  wrapDriver: (driver) => (faults = new FaultyDriver(driver)),
});

const ask = async (path: 'live' | 'ready' | 'ready?ending_as_404', { url }: { url: string } = easel, method = 'GET') => {
  const answer = await fetch(`${url}/healthz/${path}`, { method, headers: { 'Private-Token': 'of-nobody' } });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text && JSON.parse(text), text };
};
const ok = { state: 'ok' };
const allOk = { database: ok, events: ok, files: ok, disk: ok, event_loop: ok, shutdown: ok };

test('a server that works is live and ready, whoever asks', async () => {
  expect(await ask('live')).toMatchObject({ status: 200, body: { status: 'ok' } });
  const ready = await ask('ready');
  expect([ready.status, ready.body]).toEqual([200, { status: 'ok', checks: allOk }]);
  expect(ready.headers.get('cache-control')).toBe('no-store');
  expect((await ask('ready', easel, 'HEAD')).status).toBe(200);
});

test('a commit is tried once a second, however many ask, and writes nothing that anybody sees', async () => {
  let probes = 0;
  faults.probing = async () => void probes++;
  await easel.unchanged(async () => {
    await Promise.all(Array.from({ length: 50 }, () => ask('ready')));
    expect(probes).toBe(1);
    easel.clock.advance(999);
    await ask('ready');
    expect(probes).toBe(1);
    easel.clock.advance(1);
    await ask('ready');
    expect(probes).toBe(2);
  });
});

test('while no commit can be made the server is live and not ready; the answer says how to mend it, the log why', async () => {
  faults.probing = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432'));
  for (let at = 0; at < 3; at++) {
    const { status, headers, body, text } = await ask('ready');
    expect([status, headers.get('retry-after'), body.status, body.checks.database.state]).toEqual([
      503,
      '2',
      'unavailable',
      'failed',
    ]);
    expect(body.checks.database.mend).toContain('the log of this server has the cause');
    expect(text).not.toContain('10.1.2.3');
    expect((await ask('ready?ending_as_404')).status).toBe(503);
    expect((await ask('live')).status).toBe(200);
  }
  faults.probing = undefined;
  easel.clock.advance(1000);
  expect((await ask('ready')).status).toBe(200);
  const told = easel.logged.filter(({ text }) => text.startsWith('health: '));
  expect(told.map(({ level, text }) => [level, text])).toEqual([
    ['warn', 'health: no commit can be made'],
    ['info', 'health: works again'],
  ]);
  expect(told[0]!.fields).toMatchObject({ check: 'database', cause: 'connect ECONNREFUSED 10.1.2.3:5432' });
  expect(easel.logged.filter(({ text }) => text === 'answered').map(({ fields }) => fields)).not.toContainEqual(
    expect.objectContaining({ route: '/healthz/ready' }),
  );
});

test('a database that hangs is asked once and makes it not ready in time; when it answers, all is well', async () => {
  const gate = openPromise();
  let probes = 0;
  const arrived = openPromise();
  faults.probing = () => {
    probes++;
    arrived.resolve();
    return gate.promise;
  };
  const first = ask('ready');
  await arrived.promise;
  easel.clock.advance(1500);
  expect((await first).status).toBe(503);
  easel.clock.advance(60_000);
  expect([(await ask('ready')).status, (await ask('live')).status, probes]).toEqual([503, 200, 1]);
  gate.resolve();
  await expect.poll(async () => (await ask('ready')).status).toBe(200);
});

test('a server that is told to end is not ready first, and serves on for the time of the setting', async () => {
  let isOver = false;
  const drained = easel.server.drain().then(() => {
    isOver = true;
  });
  const { status, body } = await ask('ready');
  expect([status, body.checks.shutdown.state, body.checks.database.state]).toEqual([503, 'failed', 'ok']);
  const told = await ask('ready?ending_as_404');
  expect([told.status, told.body.checks.shutdown.state]).toEqual([404, 'failed']);
  expect([(await ask('live')).status, (await easel.admin.get('/users')).status]).toEqual([200, 200]);
  easel.clock.advance(19_000);
  await ask('live');
  expect(isOver).toBe(false);
  easel.clock.advance(1000);
  await drained;
});

test('a second call ends the wait', async () => {
  const drained = easel.server.drain();
  await easel.server.drain();
  await drained;
});

test('an expired licence changes nothing', async () => {
  const expired = await startEasel({ licence: { maxClients: () => 0, refusal: () => refuse.licenceInvalid() } });
  expect([(await ask('live', expired)).status, (await ask('ready', expired)).status]).toEqual([200, 200]);
  await expired.close();
});
