/**
 * P12: several nodes on one PostgreSQL, beside one process on SQLite in the same run. Each number of nodes has a database of its own on one
 * instance of PostgreSQL, so that the others stay idle while one is measured. All share the processors of this machine: with fewer than eight of
 * them, nodes, database and load generators stand in each other's way, and how rates grow with nodes says little. So the processor time
 * of nodes and database for one write is measured too.
 */
import { cpus, loadavg } from 'node:os';
import { alternate } from './lib/bench.mjs';
import { NUMBER } from './lib/requests.mjs';
import { Nats, Postgres } from './lib/services.mjs';
import { median, quantile, sum } from './lib/statistics.mjs';
import { megabytes, microseconds, milliseconds, perSecond } from './lib/table.mjs';

const WRITERS = 48;
const CANVASES = 24;
const ROUNDS = 5;
const SECONDS = 1.2;
/** pgbench takes whole seconds. */
const BARE_SECONDS = 2;
/** The target is judged on machines with at least this many processors. */
const JUDGED = 8;
const STREAMS = 1000;
const RATE = 50;

export default async function nodes(bench) {
  const postgres = await Postgres.start(bench.processes);
  const nats = await Nats.start();
  const sites = [
    await site(bench, 1, 'SQLite', {}),
    ...(await Promise.all(
      [1, 2, 3].map((count) => onPostgres(bench, postgres, `nodes${count}`, count, { EASEL_EVENTS_URL: 'postgres:' })),
    )),
    await onPostgres(bench, postgres, 'nats', 2, { EASEL_EVENTS_URL: nats.url }),
  ];
  const [sqlite, one, two, three, overNats] = sites;
  const loads = await Promise.all([1, 2, 3].map(() => bench.load()));
  const rows = [
    ...(await writeRows(postgres, loads, { sqlite, one, two, three, overNats })),
    ...(await readRows(loads[0], { sqlite, one })),
    ...(await newsRows(loads[0], { sqlite, three, overNats })),
    ...(await streamRows(loads, two)),
  ];
  const busy = loadavg().map((one) => one.toFixed(1));
  bench.note(
    `${cpus().length} processors; load average of the last 1, 5 and 15 minutes ${busy.join(', ')}, nodes and load generators in it`,
  );
  await Promise.all(loads.map((load) => load.end()));
  await Promise.all(sites.flatMap(({ nodes: all }) => all.map((easel) => easel.end())));
  await Promise.all([postgres.end(), nats.end()]);
  return rows;
}

async function onPostgres(bench, postgres, database, count, env) {
  await postgres.make(database);
  return site(bench, count, database, { EASEL_DATABASE_URL: postgres.url(database), ...env });
}

/** Starts `count` nodes with one database, and makes a note for each writer, on different canvases and all on the first one. */
async function site(bench, count, name, env) {
  const all = [];
  for (let at = 0; at < count; at++) all.push(await bench.easel({ folder: bench.processes.folder(), env }));
  const [first] = all;
  const canvases = [];
  for (let at = 0; at < CANVASES; at++) {
    const { id } = await first.json({ method: 'POST', path: '/canvases', body: { name: `canvas ${at}` } });
    const note = () => first.json({ method: 'POST', path: `/canvases/${id}/notes`, body: { text: NUMBER } });
    const notes = [];
    while (notes.length < (at === 0 ? WRITERS : WRITERS / CANVASES)) notes.push((await note()).id);
    canvases.push({ id, notes });
  }
  return { name, nodes: all, canvases };
}

async function writeRows(postgres, loads, { sqlite, one, two, three, overNats }) {
  const spread = [sqlite, one, two, three, overNats].map((where) => () => write(postgres, loads, where, where.canvases));
  const contended = [sqlite, one, three].map((where) => () => write(postgres, loads, where, where.canvases.slice(0, 1)));
  const bare = [WRITERS, 1].map((connections) => () => postgres.bareCommits({ connections, seconds: BARE_SECONDS }));
  const rounds = await alternate(ROUNDS, [...spread, ...contended, ...bare]);
  const [onSqlite, ...onNodes] = rounds.slice(0, 5);
  const rate = (some) => median(some.map((run) => run.perSecond));
  const growth = median(onNodes[2].map((run, at) => run.perSecond / onNodes[0][at].perSecond));
  return [
    { work: `durable PATCH, ${WRITERS} writers on ${CANVASES} canvases: one process on SQLite`, easel: writes(onSqlite) },
    ...onNodes.map((some, at) => ({
      work: ['1 node on PostgreSQL', '2 nodes', '3 nodes', '2 nodes, events over nats:'][at],
      easel: writes(some),
      baseline: `${perSecond(rate(onSqlite))} SQLite`,
      ratio: median(some.map((run, round) => run.perSecond / onSqlite[round].perSecond)),
      rounds: some,
    })),
    {
      work: '3 nodes against 1',
      easel: perSecond(rate(onNodes[2])),
      baseline: perSecond(rate(onNodes[0])),
      ratio: growth,
      target: cpus().length >= JUDGED ? '≥ 2.0' : `not judged on ${cpus().length} processors`,
      met: cpus().length >= JUDGED ? growth >= 2 : undefined,
    },
    ...rounds.slice(5, 8).map((some, at) => ({
      work: `all on one canvas: ${['SQLite', '1 node', '3 nodes'][at]}`,
      easel: writes(some),
      rounds: some,
    })),
    ...rounds.slice(8).map((some, at) => ({
      work: `what this PostgreSQL commits by itself (pgbench, connections: ${[WRITERS, 1][at]})`,
      easel: perSecond(median(some)),
      rounds: some,
    })),
  ];
}

const writes = (some) => {
  const of = (what) => median(some.map((run) => run[what]));
  const times = `p50 ${milliseconds(of('p50'))}, p99 ${milliseconds(of('p99'))}`;
  return `${perSecond(of('perSecond'))}, ${times}, ${microseconds(of('node'))} node + ${microseconds(of('database'))} database a write`;
};

/** Each node gets its part of the writers; writers on different canvases, as far as the canvases suffice. */
async function write(postgres, loads, { nodes: all }, on) {
  const places = Array.from({ length: WRITERS }, (_, at) => placeOf(on, at));
  const plans = (node, at) =>
    places.filter((_, place) => place % all.length === at).map(({ id, note }) => [change(node, id, note)]);
  const before = [await nodeTime(all), postgres.processorTime()];
  const runs = await Promise.all(
    all.map((node, at) => loads[at].call('loop', { port: node.port, plans: plans(node, at), seconds: SECONDS })),
  );
  const after = [await nodeTime(all), postgres.processorTime()];
  const answered = sum(runs.map((run) => run.answered));
  const parts = runs.map((run) => run.places[0]);
  return {
    perSecond: sum(parts.map((one) => one.perSecond)),
    p50: median(parts.map((one) => one.p50)),
    p99: Math.max(...parts.map((one) => one.p99)),
    node: (after[0] - before[0]) / answered,
    database: (after[1] - before[1]) / answered,
  };
}

/** Each writer has a note of its own. */
const placeOf = (on, at) => ({ id: on[at % on.length].id, note: on[at % on.length].notes[Math.floor(at / on.length)] });

const change = (node, canvas, note) => node.ask('PATCH', `/canvases/${canvas}/notes/${note}`, { text: NUMBER });
const nodeTime = async (all) => sum(await Promise.all(all.map((node) => node.call('processorTime'))));

/** What it costs that a read sees everything that any node has acknowledged. */
async function readRows(load, { sqlite, one }) {
  const plan = ({ nodes: [node], canvases: [{ id, notes }] }) => [node.ask('GET', `/canvases/${id}/notes/${notes[0]}`)];
  const alone = (where) => async () => {
    const [times] = await load.call('sequence', { port: where.nodes[0].port, plan: plan(where), rounds: 500 });
    return quantile(times, 0.5);
  };
  const many = (where) => () =>
    load.call('loop', { port: where.nodes[0].port, plans: Array(WRITERS).fill(plan(where)), seconds: SECONDS });
  const [without, withBarrier, manyWithout, manyWith] = await alternate(ROUNDS, [
    alone(sqlite),
    alone(one),
    many(sqlite),
    many(one),
  ]);
  const rate = (runs) => median(runs.map(({ places: [run] }) => run.perSecond));
  return [
    {
      work: 'GET of one note on a node, p50',
      easel: milliseconds(median(withBarrier)),
      baseline: `${milliseconds(median(without))} SQLite, which asks nobody`,
      rounds: { without, withBarrier },
    },
    {
      work: `the same on ${WRITERS} connections`,
      easel: perSecond(rate(manyWith)),
      baseline: `${perSecond(rate(manyWithout))} SQLite`,
      ratio: median(manyWith.map((run, at) => run.places[0].perSecond / manyWithout[at].places[0].perSecond)),
      rounds: { manyWithout, manyWith },
    },
  ];
}

/** From a write on one node to its line on a stream of another one. */
async function newsRows(load, { sqlite, three, overNats }) {
  const told =
    ({ nodes: all, canvases: [{ id, notes }] }) =>
    () =>
      load.call('remoteEcho', {
        port: all[0].port,
        readPort: all.at(-1).port,
        stream: all.at(-1).ask('GET', `/canvases/${id}/notes?subscribe&changes=1`),
        patch: change(all[0], id, notes[0]),
        rounds: 150,
      });
  const results = await alternate(3, [told(sqlite), told(three), told(overNats)]);
  const of = (runs, what, part) => median(runs.map((run) => quantile(run[what], part)));
  return results.map((runs, at) => {
    const name = ['the same process, SQLite', 'another node, events over postgres:', 'another node, events over nats:'][at];
    const p50 = of(runs, 'after', 0.5);
    const p99 = of(runs, 'after', 0.99);
    const whole = `p50 ${milliseconds(of(runs, 'arrived', 0.5))} from sending it`;
    const goal = at === 0 ? {} : { target: 'p50 < 10 ms', met: p50 < 10 };
    return {
      work: `answered write to the line of a stream: ${name}`,
      easel: `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)} (${whole})`,
      ...goal,
      rounds: runs,
    };
  });
}

/** What streams cost a node on which nobody writes. */
async function streamRows([load, writers], { nodes: [writing, reading], canvases: [{ id, notes }] }) {
  const stream = reading.ask('GET', `/canvases/${id}/notes?subscribe&changes=1`);
  const bare = { ...change(writing, id, notes[0]), body: { text: '' } };
  const requests = Array.from({ length: RATE * 4 }, (_, at) => ({ ...bare, body: { text: `text ${at}` } }));
  const measure = async () => {
    const before = await reading.call('processorTime');
    await writers.call('paced', { port: writing.port, requests, rate: RATE });
    return (await reading.call('processorTime')) - before;
  };
  const without = await measure();
  const before = await reading.call('memory');
  await load.call('openIdle', { port: reading.port, stream, count: STREAMS });
  const beside = await measure();
  const after = await reading.call('memory');
  await load.call('closeIdle');
  const each = (after.heapUsed + after.external - before.heapUsed - before.external) / STREAMS;
  const cost = (beside - without) / (requests.length * STREAMS);
  return [
    {
      work: `${STREAMS} streams on a node that is told of ${RATE} changes a second`,
      easel: `${microseconds(cost)} a delivery, ${(each / 1024).toFixed(1)} KB each; process ${megabytes(after.rss)}`,
      rounds: { without, beside, before, after },
    },
  ];
}
