/**
 * P19: what others see while 500 displays and guests send every kind of message as often as they may, at 1,000 places of one canvas. In
 * turns with the same requests while all of them are silent. Memory: how much more the server has resident than before.
 */
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const CONNECTIONS = 500;
const OTHERS = 4;
const ROUNDS = 3;
const SECONDS = 5;
/** Milliseconds that others may wait longer. */
const LIMIT = 50;
const MEMORY = 256 * 1024 * 1024;

export default async function hostileDisplays(bench) {
  const { folder, canvases } = await bench.data([{ notes: 100 }, { notes: 10 }]);
  const easel = await bench.easel({ folder });
  const [shared, other] = canvases;
  const { port, token } = easel;
  await share(port, token, shared.id);
  const crowd = await bench.load();
  const load = await bench.load();
  const ask = () => load.call('loop', { port, plans: Array(OTHERS).fill(planOf(other, token)), seconds: SECONDS });
  const before = await easel.call('rss');
  await crowd.call('openHostile', { port, token, canvas: shared.id, count: CONNECTIONS });
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await ask();
    const [{ sent, ended }, busy] = await Promise.all([crowd.call('rampage', { seconds: SECONDS + 1 }), ask()]);
    rounds.push({ idle: worst(idle), busy: worst(busy), rss: (await easel.call('rss')) - before, sent, ended });
  }
  for (const child of [crowd, load]) await child.end();
  await easel.end();
  bench.processes.remove(folder);
  return rowsOf(rounds);
}

function rowsOf(rounds) {
  const of = (pick) => median(rounds.map(pick));
  const idle = of((one) => one.idle);
  const busy = of((one) => one.busy);
  const more = Math.max(...rounds.map(({ rss }) => rss));
  const ended = rounds.flatMap((one) => one.ended);
  const sent = `${Math.round(of((one) => one.sent) / (SECONDS + 1))} messages a second`;
  return [
    {
      work: `p99 of GET and PATCH of others, ${CONNECTIONS} hostile displays and guests`,
      easel: `${milliseconds(busy)}, ${sent}`,
      baseline: `${milliseconds(idle)} while they are silent${ended.length > 0 ? `; ${ended.length} were ended` : ''}`,
      target: `< ${LIMIT} ms more`,
      met: busy - idle < LIMIT && ended.length === 0,
      rounds,
    },
    {
      work: 'memory of the server, more than without them',
      easel: `${Math.round(more / 2 ** 20)} MB`,
      target: `< ${MEMORY / 2 ** 20} MB`,
      met: more < MEMORY,
      rounds,
    },
  ];
}

/** Milliseconds of the slower kind of request. */
const worst = ({ places }) => Math.max(...places.map(({ p99 }) => p99));

const planOf = ({ id, notes }, token) => [
  { method: 'GET', path: `/canvases/${id}/notes/${notes[0]}`, token },
  { method: 'PATCH', path: `/canvases/${id}/notes/${notes[0]}`, token, body: { text: 'moved' } },
];

async function share(port, token, canvas) {
  const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/canvases/${canvas}/permissions`, {
    method: 'POST',
    headers: { 'Private-Token': token },
    body: JSON.stringify({ link_permission: 'view' }),
  });
  if (status !== 200) throw new Error(`the canvas is not shared: ${status}`);
}
