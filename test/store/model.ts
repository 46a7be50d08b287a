import fc from 'fast-check';
import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import type { Stored } from '../../model/resource.ts';
import { type ChangeSet, durabilityOf, type Transaction } from '../../server/store/store.ts';
import { type FakeClock, fakeClock } from '../kit/clock.ts';
import type { Fault } from '../kit/faulty-driver.ts';
import { BusHub } from '../kit/hostile-bus.ts';
import { Bench, type Node, type OpenDatabase, outcomeOf, turns } from './bench.ts';
import { commands, type ModelCommand, OPENED } from './commands.ts';
import { kinds, Link, type Note, Place } from './kinds.ts';
import { type Held, type PlainState, runPlain } from './plain.ts';

/** One command of a burst: the node it goes to, and whether it is paused on its way. */
interface Sent {
  readonly command: ModelCommand;
  readonly node: number;
  readonly paused: boolean;
}

type Burst = readonly Sent[];

const fault = fc.constantFrom<Fault | undefined>(
  undefined,
  undefined,
  undefined,
  undefined,
  'lose',
  'lose',
  'fail',
  'made',
  'unmade',
);

/** Bursts of commands, faults for each node, and how many look-ups fail. */
export function scripts(): fc.Arbitrary<{
  bursts: readonly Burst[];
  faults: readonly (Fault | undefined)[][];
  unreachable: number;
  alone: boolean;
}> {
  let made = 0;
  const makeable = ['m1', 'm2', 'live:m3', 'm4', 'live:m5'];
  const canvases = ['c1', 'c2', 'live:c3', OPENED, ...makeable];
  const command = commands(canvases, () => makeable[made++] ?? `${made % 2 ? '' : 'live:'}m${(made % 50) + 1}`);
  const sent = fc.record({ command, node: fc.nat(1), paused: fc.nat(9).map((some) => some === 0) });
  return fc.record({
    bursts: fc
      .array(fc.oneof(fc.tuple(sent), fc.array(sent, { minLength: 2, maxLength: 6 })), { minLength: 1, maxLength: 8 })
      .map(withUniqueCanvases),
    faults: fc.tuple(fc.array(fault, { minLength: 1, maxLength: 12 }), fc.array(fault, { minLength: 1, maxLength: 12 })),
    unreachable: fc.nat(2),
    alone: fc.nat(4).map((some) => some === 0),
  });
}

/** Each id of a canvas may be used only once. */
function withUniqueCanvases(bursts: readonly Burst[]): readonly Burst[] {
  const made = new Set<string>();
  return bursts.map((burst) =>
    burst.filter(({ command: { fresh: [id] = [OPENED] } }) => id === OPENED || (!made.has(id!) && made.add(id!))),
  );
}

type Script = ReturnType<typeof scripts> extends fc.Arbitrary<infer T> ? T : never;

/** Plays a script on a database of its own; throws with the script in words. */
export async function play(openDatabase: OpenDatabase, script: Script): Promise<void> {
  const bench = new Bench(await openDatabase(), 'durable', restlessClock());
  try {
    await Promise.race([playOn(bench, script), bench.broken]);
  } catch (cause) {
    const bursts = script.bursts.map((burst) => burst.map(nameOf).join('; ')).join('\n  ');
    throw new Error(
      `${(cause as Error).message}\n  ${bursts}\n  ${script.faults.join(' | ')} ${script.unreachable}${script.alone ? ' alone' : ''}`,
      { cause },
    );
  } finally {
    await bench.close();
  }
}

const nameOf = (sent: Sent): string => `${sent.node ? 'b' : 'a'}${sent.paused ? ' paused' : ''} ${sent.command.name}`;

/** Plays a script on two nodes, or on one alone. One order must explain every burst, and both nodes must show the same. */
async function playOn(bench: Bench, { bursts, faults, unreachable, alone }: Script): Promise<void> {
  const hub = new BusHub(unreachable + bursts.length);
  const first = await bench.node({ shared: !alone, bus: hub.node() });
  const other = alone ? first : await bench.node({ shared: true, bus: hub.node() });
  const nodes = alone ? [first] : [first, other];
  for (const canvas of firstCanvases) await first.canvas({}, canvas);
  let state = firstState;
  const audit = firstCanvases.map((canvas) => `Place created: ${canvas}`);
  for (const [at, node] of nodes.entries()) breakDown(node, faults[at]!, unreachable);
  for (const burst of bursts) {
    const watched = await watch(nodes, state);
    const outcomes = await Promise.all(burst.map((sent) => send(sent.node === 0 ? first : other, sent)));
    const scopes = scopesOf(state, burst);
    const actual = await dump(first, scopes);
    const explained = explain(state, burst, outcomes, recordsIn(actual));
    if (!explained) throw new Error(unexplained(burst, outcomes, state, actual));
    state = explained.state;
    audit.push(...explained.audit);
    expect(await dump(other, scopes)).toEqual(actual);
    await watched();
  }
  if (alone) expect(replayed(first)).toEqual(shownOf(state));
  const stored = [...state.keys()].filter((scope) => !alone || isStored(scope));
  expect(await dump(await bench.node({ shared: true }), stored)).toEqual(await dump(first, stored));
  expect((await bench.database.audit()).map(({ action, target_id }) => `${action}: ${target_id}`).sort()).toEqual(audit.sort());
}

const root = new Map<string, Held>([['root', { kind: Link, record: { id: 'root', from: '', to: '' } as Stored }]]);
const placeOf = (id: string): [string, Held] => [id, { kind: Place, record: { id, name: id, folder: '' } as Stored }];
const firstCanvases = ['c1', 'c2', 'live:c3'];
const firstState: PlainState = new Map<string, ReadonlyMap<string, Held>>([
  ['directory', new Map<string, Held>(firstCanvases.map(placeOf))],
  ...firstCanvases.map((canvas) => [canvas, root] as const),
]);

const isStored = (scope: string): boolean => durabilityOf(scope) === 'durable';

/** Timers fire in the next turn, so that nothing waits except for the database. */
function restlessClock(): FakeClock {
  const clock = fakeClock();
  return { ...clock, after: (_, run) => ({ cancel: clearImmediate.bind(undefined, setImmediate(run)) }) } as FakeClock;
}

function breakDown({ faults }: Node, script: readonly (Fault | undefined)[], unreachable: number): void {
  let at = 0;
  faults.choose = () => {
    const one = script[at++ % script.length];
    if (one === 'made' || one === 'unmade') faults.unreachable = unreachable;
    // Endless faults would keep a command from ever ending
    return at % 7 === 0 ? undefined : one;
  };
}

/** The outcome as text. A paused command holds its scopes over several turns after its writes. */
function send(node: Node, { command, paused }: Sent): Promise<string> {
  const slowly = function* (tx: Transaction): Work<string> {
    const outcome = command.run(tx);
    let isOver = false;
    void turns(3).then(() => (isOver = true));
    while (!isOver) yield;
    return outcome;
  };
  return outcomeOf(node.submit<string>(command.scopes, paused ? slowly : (tx) => command.run(tx), { fresh: command.fresh }));
}

const scopesOf = (state: PlainState, burst: Burst): string[] => [
  ...new Set([...state.keys(), ...burst.flatMap(({ command }) => command.scopes)]),
];

/** Everything that a node shows of these scopes; undefined for a scope that does not exist. */
async function dump(node: Node, scopes: readonly string[]): Promise<Map<string, { records: Stored[] } | undefined>> {
  const found = scopes.map(async (scope) => [scope, await node.newest(scope).catch(() => undefined)] as const);
  return new Map(await Promise.all(found)) as Map<string, { records: Stored[] }>;
}

const recordsIn = (dumped: Awaited<ReturnType<typeof dump>>): string =>
  JSON.stringify([...dumped].flatMap(([scope, found]) => (found ? [[scope, found.records]] : [])).sort());

/** Like `recordsIn`: kind by kind, in creation order. */
const recordsOf = (state: PlainState): string =>
  JSON.stringify(
    [...state]
      .map(([scope, held]) => [
        scope,
        kinds.flatMap((kind) => [...held.values()].filter((one) => one.kind === kind).map((one) => one.record)),
      ])
      .sort(),
  );

/** Finds an order of the commands in which each ends as it did, and which leaves the present state. */
function explain(
  state: PlainState,
  burst: Burst,
  outcomes: readonly string[],
  actual: string,
): { readonly state: PlainState; readonly audit: readonly string[] } | undefined {
  const left = burst.map((_, at) => at).filter((at) => outcomes[at] !== 'refused: the commit failed');
  if (left.length === 0) return recordsOf(state) === actual ? { state, audit: [] } : undefined;
  for (const at of left) {
    const run = runPlain(state, burst[at]!.command, burst[at]!.command.run);
    if (run.outcome !== outcomes[at]) continue;
    const others = (_: unknown, other: number): boolean => other !== at;
    const rest = explain(run.state, burst.filter(others), outcomes.filter(others), actual);
    if (rest) return { state: rest.state, audit: [...run.audit, ...rest.audit] };
  }
  return undefined;
}

function unexplained(
  burst: Burst,
  outcomes: readonly string[],
  state: PlainState,
  actual: Awaited<ReturnType<typeof dump>>,
): string {
  const lines = burst.map((sent, at) => `  ${nameOf(sent)} -> ${outcomes[at]}`);
  return ['no order explains', ...lines, `before: ${recordsOf(state)}`, `after:  ${recordsIn(actual)}`].join('\n');
}

/** Ephemeral scopes, rebuilt only from what was published: text of each record by its key. */
function replayed({ published }: Node): Map<string, Map<string, string>> {
  const scopes = new Map<string, Map<string, string>>();
  for (const { scope, changes, dead } of published.filter((set) => !isStored(set.scope))) {
    const texts = scopes.get(scope) ?? new Map<string, string>();
    scopes.set(scope, texts);
    for (const { key, after } of changes) after ? texts.set(key, JSON.parse(after.shown).text) : texts.delete(key);
    if (dead) scopes.delete(scope);
  }
  return scopes;
}

const shownOf = (state: PlainState): Map<string, Map<string, string>> =>
  new Map(
    [...state]
      .filter(([scope]) => !isStored(scope))
      .map(([scope, held]) => [scope, new Map([...held].map(([key, { record }]) => [key, (record as Partial<Note>).text!]))]),
  );

/** Both nodes now have these scopes in memory. Resolves with a check that they then publish the same about them. */
async function watch(nodes: readonly Node[], state: PlainState): Promise<() => Promise<void>> {
  const scopes = [...state.keys()];
  for (const node of nodes) {
    await Promise.all(scopes.map((scope) => node.store.load(scope)));
    for (const scope of scopes) node.store.pin(scope);
  }
  const marks = nodes.map((node) => node.published.length);
  return async () => {
    await turns(3);
    for (const scope of scopes) {
      const [a, b = a] = nodes.map((node, at) =>
        node.published
          .slice(marks[at])
          .filter((set) => set.scope === scope)
          .map(told),
      );
      agree(scope, a!, b!);
    }
  };
}

/** A node may have published less of a scope that died, but nothing else, and both must publish the end. */
function agree(scope: string, a: readonly string[], b: readonly string[]): void {
  const ends = [a.indexOf('dead'), b.indexOf('dead')] as const;
  if (ends[0] < 0 || ends[1] < 0) return expect(b, `published of ${scope}`).toEqual(a);
  const [less, more] = [a.slice(0, ends[0]), b.slice(0, ends[1])].sort((one, other) => one.length - other.length);
  expect(more!.slice(0, less!.length), `published of ${scope}`).toEqual(less);
}

/** A canvas deleted elsewhere need not be brought up to date before its end, so the end has no revision. */
const told = ({ revision, changes, dead }: ChangeSet): string =>
  dead
    ? 'dead'
    : JSON.stringify([revision, changes.map(({ key, before, after }) => [key, before?.shown, after?.shown, after?.ordinal])]);
