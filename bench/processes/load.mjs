/**
 * The load generator: a process of its own, so that its work does not count as the server's. It sends requests as fast as
 * they are answered (`loop`), or opens streams and publishes at a steady rate.
 */
import { Broadcast } from '../lib/broadcast.mjs';
import { answerCalls } from '../lib/calls.mjs';
import { Connection, StreamReader } from '../lib/connection.mjs';
import { FanOut } from '../lib/fan-out.mjs';
import { Hostile } from '../lib/hostile.mjs';
import { numbered, requestBytes } from '../lib/requests.mjs';
import { quantile, sum } from '../lib/statistics.mjs';
import { Wall } from '../lib/wall.mjs';

const open = { fanOut: undefined, broadcast: undefined, idle: [], stalled: undefined, wall: undefined, hostile: undefined };

answerCalls({
  loop,
  sequence,
  echo,
  remoteEcho,
  paced,
  async openStreams(options) {
    open.fanOut = new FanOut();
    await open.fanOut.open(options);
  },
  publish: (options) => open.fanOut.publish(options),
  closeStreams: () => open.fanOut.close(),
  async openBroadcast(options) {
    open.broadcast = new Broadcast();
    await open.broadcast.open(options);
  },
  broadcast: (options) => open.broadcast.publish(options),
  keepBroadcast: () => open.broadcast.stayAlive(),
  async openWall(options) {
    open.wall = new Wall();
    await open.wall.open(options);
  },
  steer: (options) => open.wall.steer(options),
  async openHostile(options) {
    open.hostile = new Hostile();
    await open.hostile.open(options);
  },
  rampage: (options) => open.hostile.send(options),
  openIdle,
  closeIdle() {
    for (const reader of open.idle) reader.close();
    open.idle = [];
  },
  /** A reader that takes no byte of what it asked for. */
  async openStalled({ port, stream }) {
    open.stalled = new StreamReader(port, requestBytes(stream), () => {});
    open.stalled.pause();
  },
  async closeStalled() {
    open.stalled?.close();
    open.stalled = undefined;
  },
});

/**
 * Each connection repeats its plan of requests, sending the next request when the last is answered.
 * @param plans one list of requests for each connection
 * @param awake polls without ever sleeping, so that the server need not wake this process. On a virtual machine waking it
 *   costs more than all the rest, and costs the slower server more, because its client sleeps more often
 * @returns for each place in the plans `{perSecond, p50, p99}` (milliseconds); `answered`, including the warm-up; and
 *   how busy this process was
 */
async function loop({ port, plans, warm = 0.3, seconds, awake = false }) {
  const places = plans[0].map(() => []);
  const run = { stop: false, counting: false, number: 1, places };
  const connections = plans.map((plan) => ({ connection: new Connection(port), plan: plan.map(requestBytes) }));
  const ends = connections.map((one) => goThrough(one, run));
  const failed = Promise.all(ends);
  if (awake) stayAwake(run);
  await Promise.race([failed, pause(warm)]);
  run.counting = true;
  const before = performance.now();
  const loopBefore = performance.eventLoopUtilization();
  await Promise.race([failed, pause(seconds)]);
  run.counting = false;
  const taken = (performance.now() - before) / 1000;
  const busy = performance.eventLoopUtilization(loopBefore).utilization;
  run.stop = true;
  await failed;
  for (const { connection } of connections) connection.close();
  return { places: places.map((times) => summary(times, taken)), answered: run.number - 1, busy: awake ? 0 : busy };
}

function stayAwake(run) {
  if (!run.stop) setImmediate(stayAwake, run);
}

function goThrough({ connection, plan }, run) {
  return new Promise((resolve, reject) => {
    let at = 0;
    let sentAt = 0;
    const next = () => {
      sentAt = performance.now();
      connection.send(numbered(plan[at], run.number++), answered);
    };
    const answered = (error) => {
      if (error) return reject(error);
      if (run.counting) run.places[at].push(performance.now() - sentAt);
      at = (at + 1) % plan.length;
      if (run.stop) resolve();
      else next();
    };
    next();
  });
}

const summary = (times, seconds) => ({
  perSecond: times.length / seconds,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  mean: sum(times) / times.length,
});

/** Sends the requests one after the other on one connection, `rounds` times. @returns milliseconds of each place in the plan */
async function sequence({ port, plan, rounds }) {
  const connection = new Connection(port);
  const requests = plan.map(requestBytes);
  const places = plan.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [place, bytes] of requests.entries()) {
      const before = performance.now();
      await connection.request(numbered(bytes, round + 1));
      places[place].push(performance.now() - before);
    }
  }
  connection.close();
  return places;
}

/** Milliseconds from sending a change to its message on one stream, one change at a time. */
async function echo({ port, stream, patch, rounds }) {
  let news = () => {};
  const reader = new StreamReader(port, requestBytes(stream), () => news());
  const connection = new Connection(port);
  const bytes = requestBytes(patch);
  for (let before = -1; before !== reader.bytes || before === 0; await pause(0.1)) before = reader.bytes;
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const before = performance.now();
    const arrived = new Promise((resolve) => (news = resolve));
    await Promise.all([
      connection.request(numbered(bytes, round + 1)),
      arrived.then(() => times.push(performance.now() - before)),
    ]);
  }
  reader.close();
  connection.close();
  return times;
}

/**
 * Changes on one server, with a stream on another one of the same installation, one change at a time.
 * @returns milliseconds from sending a change to its message (`arrived`), and from its answer to its message (`after`, below 0 when the
 *   message was first)
 */
async function remoteEcho({ port, readPort, stream, patch, rounds }) {
  let news = () => {};
  const reader = new StreamReader(readPort, requestBytes(stream), () => news());
  const connection = new Connection(port);
  const bytes = requestBytes(patch);
  for (let before = -1; before !== reader.bytes || before === 0; await pause(0.1)) before = reader.bytes;
  const arrived = [];
  const after = [];
  for (let round = 0; round < rounds; round++) {
    const sent = performance.now();
    const message = new Promise((resolve) => (news = () => resolve(performance.now())));
    const [, told] = await Promise.all([
      connection.request(numbered(bytes, round + 1)).then(() => after.push(-performance.now())),
      message,
    ]);
    arrived.push(told - sent);
    after[round] += told;
  }
  reader.close();
  connection.close();
  return { arrived, after };
}

/**
 * Sends one request after the other at a steady rate, while up to eight before it are not answered yet.
 * @returns when each was sent, in milliseconds since 1970
 */
async function paced({ port, requests, rate }) {
  const connections = Array.from({ length: 8 }, () => new Connection(port));
  const bytes = requests.map(requestBytes);
  const sent = [];
  const answers = [];
  const began = performance.now();
  for (const [at, request] of bytes.entries()) {
    const wait = began + (at * 1000) / rate - performance.now();
    if (wait > 0) await pause(wait / 1000);
    const connection = connections[at % connections.length];
    // A connection takes one request at a time
    const before = answers[at - connections.length];
    const send = () => {
      sent[at] = performance.timeOrigin + performance.now();
      return connection.request(request);
    };
    answers.push(before ? before.then(send) : send());
  }
  await Promise.all(answers);
  for (const connection of connections) connection.close();
  return sent;
}

/** Opens streams that only wait. Resolves when each has its first message. */
async function openIdle({ port, stream, count }) {
  const request = requestBytes(stream);
  for (let at = 0; at < count; at++) {
    open.idle.push(new StreamReader(port, request, () => {}));
    if (at % 50 === 49) while (open.idle.at(-1).bytes === 0) await pause(0.002);
  }
  while (open.idle.some((reader) => reader.bytes === 0)) await pause(0.01);
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
