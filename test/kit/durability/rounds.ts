import type { Caller } from '../client.ts';
import { Ledger } from '../ledger.ts';
import { Random } from '../random.ts';
import { type ServerProcess, type TestFolder, withFolder } from '../server-process.ts';
import { lookAtDisk } from './disk.ts';
import { readState, type State } from './state.ts';
import { enterShown, watch } from './watch.ts';
import { type Desk, write } from './writers.ts';

export interface RoundsOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Entry file in the repository; default: the built server. */
  readonly entry?: string;
  /** Stops after the first round for which this holds. */
  readonly until?: (totals: Totals) => boolean;
}

export interface Totals {
  readonly problems: string[];
  acknowledged: number;
  unanswered: number;
  shown: number;
  rounds: number;
}

/** State that lasts through all rounds. */
interface Course extends Pick<Desk, 'canvases' | 'shared' | 'number' | 'secrets' | 'random'> {
  readonly folder: TestFolder;
  readonly entry: string | undefined;
  readonly token: string;
}

/** A server, a caller on it, and the state at its start. */
interface Running {
  readonly server: ServerProcess;
  readonly admin: Caller;
  readonly state: State;
  /** Number of lines in the audit log. */
  readonly entries: number;
}

/**
 * Repeats on one data folder: a server under full load is killed at a random moment, and the next one must
 * have everything that was acknowledged or shown. The seed decides the moments and the requests; the machine decides the rest.
 */
export function rounds(options: RoundsOptions): Promise<Totals> {
  return withFolder(async (folder) => {
    const course = await firstStart(folder, options);
    const totals: Totals = { problems: [], acknowledged: 0, unanswered: 0, shown: 0, rounds: 0 };
    let running: Running = { ...(await start(course)), entries: lookAtDisk(folder.path).lines.length };
    while (totals.rounds < options.rounds && !options.until?.(totals)) running = await oneRound(course, running, totals);
    return { ...totals, problems: totals.problems.map((problem) => `seed ${options.seed}, ${problem}`) };
  });
}

/** Makes the permanent things: four canvases with a note each, two shared ones, two users, a permanent token. */
async function firstStart(folder: TestFolder, { seed, entry }: RoundsOptions): Promise<Course> {
  const server = await folder.start();
  const admin = await server.admin();
  let last = 0;
  const number = (): number => ++last;
  const make = async (path: string, body: object) => (await admin.post(path, body)).body;
  const canvases: string[] = [];
  const shared: Desk['shared'][number][] = [];
  for (const at of [0, 1, 2, 3]) {
    canvases.push((await make('/canvases', { name: `content-${at}` })).id);
    await make(`/canvases/${canvases[at]}/notes`, { title: `hot-${at}`, text: String(number()) });
  }
  for (const name of ['shared-0', 'shared-1']) {
    const user = (await make('/users', { name, email: `${name}@corp.example` })).id;
    shared.push({ id: (await make('/canvases', { name })).id, name, user });
  }
  const { plain_token: token } = await make('/users/1000/access-tokens', { name: 'durability' });
  await server.end();
  return { folder, entry, token, canvases, shared, number, secrets: new Map(), random: new Random(seed) };
}

/** A successful start shows that the lock of the folder was free. */
async function start({ folder, entry, token }: Course): Promise<Omit<Running, 'entries'>> {
  const server = await folder.start({ entry });
  const admin = await server.caller(token);
  return { server, admin, state: await readState(admin) };
}

async function oneRound(course: Course, running: Running, totals: Totals): Promise<Running> {
  const ledger = new Ledger(running.state.values);
  const shownModified = await loadUntilKilled(course, running, ledger);
  const disk = lookAtDisk(course.folder.path);
  const next = { ...(await start(course)), entries: disk.lines.length };
  const { state } = next;
  const problems = [
    ...ledger.check(state.values),
    ...ledger.checkAudit(disk.lines.slice(running.entries), state.values),
    ...state.problems,
    ...(disk.integrity === 'ok' ? [] : [`the database: ${disk.integrity}`]),
    ...(disk.chainFault === undefined ? [] : [`the chain of the audit log: ${disk.chainFault}`]),
    ...(await wrongSecrets(course, next)),
    ...wentBack('than before', running.state.modified, state.modified),
    ...wentBack('than a stream showed it', shownModified, state.modified),
  ];
  const { acknowledged, unanswered, shown } = ledger.counts;
  totals.rounds++;
  totals.problems.push(...problems.map((problem) => `round ${totals.rounds}: ${problem}`));
  totals.acknowledged += acknowledged;
  totals.unanswered += unanswered;
  totals.shown += shown;
  return next;
}

/** Resolves when the server is gone and everything that it had sent is recorded. */
async function loadUntilKilled(course: Course, { server, admin, state }: Running, ledger: Ledger): Promise<Map<string, string>> {
  const seen = await watch(admin, course.canvases);
  await write({ ...course, admin, ledger, state, answered: killAtRandom(course.random, server) });
  await server.exited;
  return enterShown(seen, ledger);
}

/** Kills after some answers and, in half of the cases, some further turns: the moment of an answer is the most critical one. */
function killAtRandom(random: Random, server: ServerProcess): () => void {
  let answers = 1 + random.below(800);
  let turns = random.below(2) * random.below(40);
  const turn = (): void => {
    if (turns-- > 0) setImmediate(turn);
    else void server.end('SIGKILL');
  };
  return () => {
    if (--answers === 0) turn();
  };
}

/** A token that exists must sign in, a deleted one must not. */
async function wrongSecrets({ secrets }: Course, { server, state }: Pick<Running, 'server' | 'state'>): Promise<string[]> {
  const wrong = await Promise.all(
    [...secrets].map(async ([key, secret]) => {
      const { status } = await (await server.caller(secret)).get('/users/1000');
      const expected = state.values.has(key) ? 200 : 401;
      return status === expected ? [] : [`${key}: signing in with it is ${status}`];
    }),
  );
  for (const key of secrets.keys()) if (!state.values.has(key)) secrets.delete(key);
  return wrong.flat();
}

/** `modified_at` must never go back; deleted canvases have none. */
function wentBack(than: string, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([id, time]) => {
    const now = after.get(id);
    return now !== undefined && now < time ? [`modified_at of ${id} is ${now}, earlier ${than}: ${time}`] : [];
  });
}
