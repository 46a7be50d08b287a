/**
 * The services that some tests need: PostgreSQL and NATS. None is started or downloaded; tests use what the machine has, and are
 * skipped where it has none.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { filesBelow } from './files.mjs';
import { lackOfPrograms } from './programs.mjs';
import { root, Stop } from './run.mjs';

const services = {
  PostgreSQL: {
    setting: 'EASEL_TEST_DATABASE_URL',
    usual: 'postgres://postgres@127.0.0.1:5432/postgres',
    kit: /kit\/postgres|hasService\('PostgreSQL'/,
  },
  NATS: { setting: 'EASEL_TEST_NATS_URL', usual: 'nats://127.0.0.1:4222', kit: /kit\/nats|hasService\('NATS'/ },
};

const environment = () => ({
  EASEL_TEST_DATABASE_URL: process.env.EASEL_TEST_DATABASE_URL,
  EASEL_TEST_NATS_URL: process.env.EASEL_TEST_NATS_URL,
  EASEL_REQUIRE_SERVICES: process.env.EASEL_REQUIRE_SERVICES,
});

/** How long it may take to answer a connection, in milliseconds. */
const PATIENCE = 2000;

/** The address of a service for tests. */
export const serviceUrl = (name, env = environment()) => env[services[name].setting] || services[name].usual;

/**
 * Does something listen at the address of the service? Throws a Stop where nothing does although somebody set the address, or
 * EASEL_REQUIRE_SERVICES=1 forbids to go on without.
 */
export async function hasService(name, env = environment()) {
  const { hostname, port } = new URL(serviceUrl(name, env));
  if (await listens(hostname, Number(port || 5432))) return true;
  const { setting } = services[name];
  if (env[setting]) throw new Stop(`${setting} names a ${name} that does not answer: ${hostname}:${port}`);
  if (env.EASEL_REQUIRE_SERVICES === '1')
    throw new Stop(`EASEL_REQUIRE_SERVICES=1, but there is no ${name}; start one or set ${setting}`);
  return false;
}

/**
 * What a run must say that skips tests for lack of services, one text for each, and one for the programs of a cluster.
 * @param runs whether a test file is run
 */
export async function skippedServiceTests(runs, has = hasService, lack = lackOfPrograms()) {
  const files = ['model', 'client', 'server', 'cli', 'web', 'test']
    .flatMap(filesBelow)
    .filter((file) => /\.test\.ts$/.test(file) && runs(file));
  const clustered = files.filter((file) => /lackOfPrograms\(/.test(readFileSync(join(root, file), 'utf8')));
  const texts = lack && clustered.length > 0 ? [`CLUSTER TESTS SKIPPED (${clustered.length}): ${lack}`] : [];
  for (const [name, { kit, setting, usual }] of Object.entries(services)) {
    const needing = files.filter((file) => kit.test(readFileSync(join(root, file), 'utf8')));
    if (needing.length === 0 || (await has(name))) continue;
    texts.push(`${name} TESTS SKIPPED (${needing.length}): nothing listens at ${usual}; start one or set ${setting}`);
  }
  return texts;
}

function listens(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port });
    const end = (is) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(is);
    };
    const timer = setTimeout(() => end(false), PATIENCE);
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
