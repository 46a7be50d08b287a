/**
 * P15: 200 displays, each steered over REST by 10 view changes a second and watched by a stream of its own. A change is a PATCH,
 * a command to the display, its acknowledgement, the answer and the line of the stream; the display answers at once. The time
 * runs from sending the PATCH.
 */
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const DISPLAYS = 200;
const RATE = 10;
const ROUNDS = 3;
const SECONDS = 4;
const LIMIT = 50;

export default async function displays(bench) {
  const { folder } = await bench.data([{ notes: 1 }]);
  const easel = await bench.easel({ folder });
  const load = await bench.load();
  await load.call('openWall', { port: easel.port, token: easel.token, count: DISPLAYS });
  await load.call('steer', { rate: RATE, seconds: SECONDS });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await load.call('steer', { rate: RATE, seconds: SECONDS }));
  await load.end();
  await easel.end();
  bench.processes.remove(folder);
  const of = (pick) => median(rounds.map(pick));
  const shown = of((one) => one.shown.p99);
  return [
    {
      work: `p99 of a view change, ${DISPLAYS} displays with ${RATE} a second each`,
      easel: `${milliseconds(shown)} to the stream, ${milliseconds(of((one) => one.answered.p99))} to the answer`,
      baseline: `p50 ${milliseconds(of((one) => one.shown.p50))}; ${rounds.map(({ late }) => late).join(', ')} left out`,
      target: `< ${LIMIT} ms`,
      met: shown < LIMIT,
      rounds,
    },
  ];
}
