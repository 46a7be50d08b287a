/**
 * The bare worker commit: the cost of a durable commit of some rows on this disk when a database thread does nothing
 * else. It uses the engine, the safety (WAL, FULL) and the table of the server.
 */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { answerCalls } from '../lib/calls.mjs';

if (isMainThread) serve();
else await work(workerData);

function serve() {
  let worker;
  answerCalls({
    async open(options) {
      worker = new Worker(new URL(import.meta.url), { workerData: options });
      await once(worker);
    },
    /** Milliseconds of each commit, as seen from the main thread. */
    async commits({ seconds }) {
      const taken = [];
      const end = performance.now() + seconds * 1000;
      for (let before = performance.now(); before < end; before = performance.now()) {
        worker.postMessage(taken.length);
        await once(worker);
        taken.push(performance.now() - before);
      }
      return taken;
    },
  });
}

const once = (worker) => new Promise((resolve) => worker.once('message', resolve));

async function work({ file, rows, text }) {
  const { openDatabase } = await import('../../dist/server/store/drivers/sqlite/engine.js');
  const database = openDatabase(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE records (place INTEGER PRIMARY KEY, shown TEXT NOT NULL) STRICT');
  const put = database.prepare(
    'INSERT INTO records VALUES ((?1 << 35) | ?2, ?3) ON CONFLICT (place) DO UPDATE SET shown = excluded.shown',
  );
  const commit = (number) => {
    database.exec('BEGIN IMMEDIATE');
    for (let row = 0; row < rows; row++) put.run(row % 8, row >> 3, `${text}${number}`);
    database.exec('COMMIT');
  };
  commit(0);
  parentPort.on('message', (number) => {
    commit(number);
    parentPort.postMessage(number);
  });
  parentPort.postMessage('ready');
}
