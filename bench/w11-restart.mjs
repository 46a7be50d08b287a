/**
 * W11: the server is killed under an open page, between two changes, and started again. From the kill, and from the moment in which the
 * new process answers, until the page shows a change that was made then. Nothing that was acknowledged may be lost.
 */
import { lampBody, makeLamp, untilShown, watchLamp } from './lib/page-lamp.mjs';
import { inChromium } from './lib/page-visit.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const ROUNDS = 5;
const WIDGETS = 10_000;
/** Changes before the kill. */
const CHANGES = 40;
const MOST = 3000;
const PATIENCE = 60_000;

export default async function restart(bench) {
  const { folder, canvases } = await bench.data([{ mixed: WIDGETS }]);
  const rounds = await inChromium(async (browser) => {
    const state = { easel: await bench.easel({ folder }), number: 0, folder, bench };
    const path = await makeLamp(state.easel, canvases[0].id);
    const page = await watchLamp(browser, state.easel, canvases[0].id);
    const found = [];
    for (let round = 0; round < ROUNDS; round++) found.push(await killOnce(state, { path, page }));
    await state.easel.end();
    return found;
  });
  bench.processes.remove(folder);
  return [row(rounds)];
}

async function killOnce(state, { path, page }) {
  const change = () => state.easel.json(state.easel.ask('PATCH', path, lampBody(++state.number)));
  for (let at = 0; at < CHANGES; at++) await change();
  const acknowledged = state.number;
  // This change is sent when the server is killed: acknowledged or not, no later change may be without an earlier one
  change().catch(() => undefined);
  const killed = performance.now();
  await state.easel.kill();
  const { port, token } = state.easel;
  state.easel = await state.bench.easel({ folder: state.folder, port });
  const listening = performance.now();
  const { background_color } = await state.easel.json({ method: 'GET', path, token });
  const isKept = Number.parseInt(background_color.slice(1, 7), 16) >= acknowledged;
  await change();
  await untilShown(page, state.number, PATIENCE);
  return { listening: performance.now() - listening, killed: performance.now() - killed, isKept };
}

function row(rounds) {
  const ms = median(rounds.map(({ listening }) => listening));
  const isKept = rounds.every((round) => round.isKept);
  return {
    work: 'server killed and started again: from its first answer to a change on the page',
    easel: milliseconds(ms),
    baseline: `${milliseconds(median(rounds.map(({ killed }) => killed)))} from the kill; ${isKept ? 'nothing' : 'SOMETHING'} lost`,
    target: `< ${MOST} ms, nothing lost`,
    met: ms < MOST && isKept,
    rounds,
  };
}
