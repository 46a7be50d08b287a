import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { lackOfPrograms } from './programs.mjs';
import { hasService, serviceUrl, skippedServiceTests } from './services.mjs';

/** Runs with a port on which something listens, and another one on which nothing does. */
async function withPorts(run) {
  const open = createServer();
  const closed = createServer();
  const ports = [];
  for (const server of [open, closed]) {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports.push(server.address().port);
  }
  await new Promise((resolve) => closed.close(resolve));
  await run(...ports);
  open.close();
}

test('a service is where it is set, else where it usually is', () => {
  expect(serviceUrl('PostgreSQL', {})).toBe('postgres://postgres@127.0.0.1:5432/postgres');
  expect(serviceUrl('NATS', { EASEL_TEST_NATS_URL: 'nats://bus:1' })).toBe('nats://bus:1');
});

test('tests go on without a service, unless somebody set its address or requires it', () =>
  withPorts(async (open, closed) => {
    const at = (port) => ({ EASEL_TEST_DATABASE_URL: `postgres://a:secret@127.0.0.1:${port}/a` });
    expect(await hasService('PostgreSQL', at(open))).toBe(true);
    const missing = hasService('PostgreSQL', at(closed));
    await expect(missing).rejects.toThrow(`EASEL_TEST_DATABASE_URL names a PostgreSQL that does not answer: 127.0.0.1:${closed}`);
    await expect(missing).rejects.not.toThrow('secret');
  }));

test('a run says for each service how many files of tests it skips, and nothing when it skips none', async () => {
  const runs = (file) => ['server/store/drivers/postgres/postgres.test.ts', 'test/accounts/login.test.ts'].includes(file);
  expect(await skippedServiceTests(runs, () => Promise.resolve(false))).toEqual([
    'PostgreSQL TESTS SKIPPED (1): nothing listens at postgres://postgres@127.0.0.1:5432/postgres; start one or set EASEL_TEST_DATABASE_URL',
  ]);
  expect(await skippedServiceTests(runs, () => Promise.resolve(true))).toEqual([]);
});

test('a run says how many files of tests it skips because it cannot start a cluster', async () => {
  const runs = (file) => file.startsWith('test/cluster/');
  const lack = lackOfPrograms((name) => (name === 'nats-server' ? undefined : name));
  expect(lack).toBe('no nats-server; apt-get install postgresql nats-server');
  expect(await skippedServiceTests(runs, () => Promise.resolve(true), lack)).toEqual([`CLUSTER TESTS SKIPPED (2): ${lack}`]);
  expect(
    await skippedServiceTests(
      () => false,
      () => Promise.resolve(true),
      lack,
    ),
  ).toEqual([]);
});
