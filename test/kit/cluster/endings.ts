import { setTimeout as pause } from 'node:timers/promises';
import { keyAndValue, readState, type Shown } from '../durability/state.ts';
import type { Board } from './board.ts';
import type { Ending } from './check.ts';
import type { Desk, Site } from './desk.ts';
import type { Follower } from './follower.ts';

/** Milliseconds in which all nodes and streams must show the same when nothing is written any more. */
const SETTLE = 20_000;

/** Waits until all nodes and all streams show the same; what differs after that is a fault, which the check finds. */
export async function endingsOf(board: Board, followers: readonly Follower[]): Promise<Ending[]> {
  const since = performance.now();
  for (;;) {
    const endings = await Promise.all(board.desk.sites.map((site) => endingOf(board, site, followers)));
    if (endings.every((one) => isSettled(one, endings[0]!)) || performance.now() > since + SETTLE) return endings;
    await pause(100);
  }
}

/** Reads everything on every node, as the last entries of the history. Resolves with what contradicts itself. */
export async function readAll(desk: Desk): Promise<string[]> {
  const found: string[] = [];
  for (const site of desk.sites) {
    const operation = desk.history.begin({ by: 'checker', node: site.name, what: 'GET of everything at the end' });
    const { values, problems } = await readState(desk.caller(site));
    desk.history.ok(operation, { shown: { values, covers: '' } });
    found.push(...problems.map((problem) => `${problem} on ${site.name}`));
  }
  return found;
}

const isSettled = ({ answers, held }: Ending, first: Ending): boolean =>
  [...answers].every(([path, text]) => first.answers.get(path) === text && (held.get(path) ?? text) === text);

async function endingOf({ desk, lists }: Board, site: Site, followers: readonly Follower[]): Promise<Ending> {
  const bodies = new Map<string, readonly Shown[]>();
  for (const path of lists) bodies.set(path, await desk.list(site, path));
  const answers = new Map([...bodies].map(([path, body]) => [path, JSON.stringify(body)]));
  const own = followers.filter((one) => one.site === site);
  return {
    node: site.name,
    answers,
    held: new Map(own.map((one) => [one.followed.path, one.text(bodies.get(one.followed.path)!)])),
    orders: [...bodies.values()].map((body) => body.flatMap((record) => keyAndValue(record)?.[0] ?? [])),
    audit: await auditOf(desk, site),
  };
}

/** Names of deleted things are without the value that they had last, because that may not be known. */
async function auditOf(desk: Desk, site: Site): Promise<string[]> {
  const entries: string[] = [];
  for (let page = 1; ; page++) {
    const some = await desk.list(site, `/audit-log?per_page=1000&page=${page}`);
    for (const { action, target_name } of some) {
      entries.push(`${action}: ${action.endsWith(' deleted') ? target_name.split('/')[0] : target_name}`);
    }
    if (some.length === 0) return entries;
  }
}
