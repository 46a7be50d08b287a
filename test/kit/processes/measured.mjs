/**
 * The server with gauges. It answers requests over IPC: `measure` (turns since the last time, memory after a collection, what
 * is open), `fill` (many notes at once, bypassing the interface). Run with --expose-gc.
 */
import { openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { Note } from '../../../dist/model/widgets/note.js';
import { createRecord } from '../../../dist/model/writing.js';
import { createEasel } from '../../../dist/server/app.js';
import { systemClock } from '../../../dist/server/clock.js';
import { readSettings } from '../../../dist/server/settings.js';

const log = pino({ level: 'info' });
const fatal = (cause) => {
  log.fatal({ err: cause }, 'the server ends');
  process.exit(1);
};

const timers = new Set();
const clock = {
  ...systemClock,
  after(ms, run) {
    const timer = systemClock.after(ms, () => {
      timers.delete(timer);
      run();
    });
    timers.add(timer);
    return {
      cancel() {
        timers.delete(timer);
        timer.cancel();
      },
    };
  },
};

const limits = JSON.parse(process.env.TEST_LIMITS ?? '{}');
const easel = await createEasel({ settings: readSettings(process.env), clock, log, fatal, limits });
const turns = monitorEventLoopDelay({ resolution: 1 });
turns.enable();
const work = watchWork();

/**
 * The longest time that the main thread worked between two beats of a millisecond: a turn of the event loop without the time
 * that other processes took meanwhile. Undefined where the system does not report it (Linux does).
 */
function watchWork() {
  const file = openWork();
  const buffer = Buffer.alloc(64);
  const read = () => Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)).split(' ')[0]) / 1e6;
  let last = file && read();
  let most = 0;
  const beat = () => {
    const now = read();
    most = Math.max(most, now - last);
    last = now;
  };
  if (file) setInterval(beat, 1).unref();
  return {
    /** Since the last time, in milliseconds. */
    take() {
      const taken = file && most;
      most = 0;
      last = file && read();
      return taken;
    },
  };
}

function openWork() {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`);
  } catch {
    return undefined;
  }
}

function measure() {
  const longestTurn = turns.max / 1e6;
  const longestWork = work.take() ?? longestTurn;
  const peak = process.memoryUsage().rss;
  global.gc();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  turns.reset();
  work.take();
  return {
    longestTurn,
    longestWork,
    rss: peak,
    memory: heapUsed + external + arrayBuffers,
    sockets: process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length,
    timers: timers.size,
    prototype: [Object.prototype, Array.prototype, Function.prototype].map((one) =>
      Object.getOwnPropertyNames(one).sort().join(),
    ),
  };
}

/** Makes children of one note; resolves with its id. */
function fill({ canvas, count, text = '' }) {
  return easel.store.submit({
    scopes: [canvas],
    author: { id: 1000, name: 'admin', ip: '' },
    permit: () => undefined,
    *run(tx) {
      const parent = yield* createRecord(Note, { title: 'parent' }, tx.scope(canvas));
      for (let at = 0; at < count; at++) {
        yield* createRecord(Note, { title: `note ${at}`, text, parent_id: parent }, tx.scope(canvas));
        yield;
      }
      return parent;
    },
  });
}

const answers = { measure, fill };
process.on('message', async ({ ask, ...input }) => process.send({ answer: await answers[ask](input) }));
process.on('disconnect', () => process.exit(0));
log.info({ address: await easel.http.listen() }, 'listening');
