/**
 * The benchmarks, side by side: each number is a ratio of two things measured in turns, in this run, on this machine.
 *
 *   npm run bench                         all of them
 *   npm run bench -- P1 P3                only these
 *   npm run bench -- --json results.json  also writes the results of every round
 *   npm run bench -- --dir /mnt/disk      temporary data on that disk (default: the folder for temporary files)
 *   npm run bench -- P3 --profile out     processor profiles of the servers into that folder
 */
import { statfsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { Bench } from './lib/bench.mjs';
import { printTable } from './lib/table.mjs';

const measurements = {
  P1: './p1-get-note.mjs',
  P2: './p2-get-list.mjs',
  P3: './p3-patch.mjs',
  P4: './p4-fan-out.mjs',
  'P4.2': './p4-processor-time.mjs',
  P5: './p5-idle-streams.mjs',
  P6: './p6-stalled-reader.mjs',
  P7: './p7-large-canvas.mjs',
  P8: './p8-memory.mjs',
  P9: './p9-start.mjs',
  P10: './p10-mipmap.mjs',
  P11: './p11-upload.mjs',
  P12: './p12-nodes.mjs',
  P13: './p13-large-work.mjs',
  P14: './p14-sign-ins.mjs',
  P15: './p15-displays.mjs',
  P16: './p16-batch.mjs',
  P17: './p17-large-strokes.mjs',
  P19: './p19-hostile-displays.mjs',
  W1: './w1-open.mjs',
  W2: './w2-pan.mjs',
  W3: './w3-pan-4k.mjs',
  W4: './w4-zoom.mjs',
  W5: './w5-tab-memory.mjs',
  W6: './w6-change-to-frame.mjs',
  W8: './w8-leaks.mjs',
  W11: './w11-restart.mjs',
  W12: './w12-two-videos.mjs',
  W14: './w14-fresh-clone.mjs',
  W15: './w15-ink.mjs',
  W18: './w18-drag.mjs',
  W19: './w19-typing.mjs',
};
/** When a load generator is busy for a larger share of its time, it may be the limit, and not the server. */
const BUSY = 0.95;
/** Type of a file system in memory, on which nothing is ever flushed to a disk. */
const TMPFS = 0x01021994;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' }, dir: { type: 'string' }, profile: { type: 'string' } },
  });
  const names = positionals.length > 0 ? positionals.map((name) => name.toUpperCase()) : Object.keys(measurements);
  const odd = names.find((name) => !Object.hasOwn(measurements, name));
  if (odd !== undefined) return refuse(`No measurement ${odd}; there are ${Object.keys(measurements).join(', ')}`);
  const folder = values.dir ?? tmpdir();
  warnOfMemoryDisk(folder);
  const bench = new Bench({ folder, profile: values.profile });
  const rows = [];
  for (const name of names) rows.push(...(await measure(name, bench)));
  printTable(rows);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`);
  // A missed target is a result, not a failure of the run
  process.exit(0);
}

async function measure(name, bench) {
  const before = performance.now();
  console.error(`${name} …`);
  const rows = await rowsOf(name, bench);
  const busy = bench.takeBusiest();
  if (busy > BUSY) console.error(`  the load generator was busy for ${Math.round(busy * 100)} % of its time`);
  console.error(`  ${((performance.now() - before) / 1000).toFixed(0)} s, load average ${loadavg()[0].toFixed(1)}`);
  return rows.map((row) => ({ number: name, busy, ...row }));
}

/** A measurement that fails becomes a row, too, so that the others are still shown. */
async function rowsOf(name, bench) {
  try {
    const { default: run } = await import(measurements[name]);
    return await run(bench);
  } catch (cause) {
    console.error(cause);
    await bench.processes.endAll();
    return [{ work: `failed: ${cause.message.split('\n')[0].slice(0, 80)}`, met: false }];
  }
}

function warnOfMemoryDisk(folder) {
  if (statfsSync(folder).type === TMPFS) console.error(`${folder} is in memory: no commit there waits for a disk; use --dir`);
}

const machine = () => ({ processors: cpus().length, model: cpus()[0]?.model, node: process.version, platform: process.platform });

function refuse(line) {
  console.error(line);
  process.exitCode = 1;
}

await main();
