import { randomUUID } from 'node:crypto';
import type { Work } from '../../../model/hooks.ts';
import { LARGE, STEPS } from '../../scheduler.ts';
import type { AssetRow, Commit, LoggedCommand, ReleasedFile, Row, ScopeCommit } from '../drivers/driver.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import type { Command, Version } from '../store.ts';
import { headAt } from './content-revision.ts';
import { assetsOf } from './head.ts';
import type { Inputs } from './transaction.ts';
import type { Net, WriteSet } from './write-set.ts';

/** A commit of more changes than this is logged as "reload". */
const LOGGED_CHANGES = 1000;

/** A command that waits for its outcome. */
export interface Task {
  readonly command: Command<unknown>;
  readonly inputs: Inputs;
  /** Order of arrival: the order in which lost commands run again. */
  readonly sequence: number;
  /** The scopes that the command names. */
  readonly named: readonly ScopeState[];
  /** The scopes that it waits for and holds: those and the ones that its last run wanted to kill. */
  states: readonly ScopeState[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (cause: unknown) => void;
  losses: number;
}

/** One run of a task. `answer` is called when all that the run may have seen is durable. */
export interface BatchEntry {
  readonly task: Task;
  readonly writeSet: WriteSet;
  /** Order in which runs ended, which is the order of their effects. */
  readonly order: number;
  readonly answer: () => void;
}

/** Every scope that a run names or kills; some come twice. */
export function* statesOf({ task, writeSet }: BatchEntry): Iterable<ScopeState> {
  yield* task.named;
  yield* writeSet.states;
}

/** Commands that become durable together. */
export class Batch {
  readonly id = randomUUID();
  readonly states = new Set<ScopeState>();
  #entries: BatchEntry[] = [];
  #sorted = true;

  /** In the order of their effects. */
  get entries(): readonly BatchEntry[] {
    if (!this.#sorted) this.#entries.sort((a, b) => a.order - b.order);
    this.#sorted = true;
    return this.#entries;
  }

  add(entry: BatchEntry): void {
    this.#entries.push(entry);
    for (const state of statesOf(entry)) this.states.add(state);
  }

  /** Takes in another open batch whose scopes a command of this one touches, too. */
  merge(other: Batch): void {
    for (const entry of other.#entries) this.#entries.push(entry);
    for (const state of other.states) this.states.add(state);
    this.#sorted = false;
  }

  /** False: its outcomes only waited for what was pending, or nothing changed that is stored. */
  get isForDisk(): boolean {
    return this.#entries.some(({ writeSet }) => writeSet.isForDisk);
  }

  /** The scopes of the batch that the database knows. */
  get stored(): ScopeState[] {
    return [...this.states].filter((state) => state.isStored);
  }

  /** One command that is too much for one turn; `cut` leaves it alone. */
  get isLarge(): boolean {
    return this.#entries.length === 1 && this.#entries[0]!.writeSet.size > LARGE;
  }

  /**
   * Leaves the first commands here, at least one and as many as one turn can make durable; a large one stays alone.
   * Returns the others as a batch of their own.
   */
  cut(commands: number): Batch | undefined {
    let size = 0;
    const at = this.entries.findIndex((entry, index) => {
      size += entry.writeSet.size;
      return index > 0 && (index >= commands || size > LARGE);
    });
    if (at < 0) return undefined;
    const rest = new Batch();
    for (const entry of this.#entries.splice(at)) rest.add(entry);
    this.states.clear();
    for (const entry of this.#entries) for (const state of statesOf(entry)) this.states.add(state);
    return rest;
  }

  /** Takes back what its commands wrote, newest first. */
  *undo(): Work {
    for (let at = this.entries.length - 1; at >= 0; at--) {
      yield* this.#entries[at]!.writeSet.undo();
      if (at % STEPS === 0) yield;
    }
  }

  /** The part of it that goes to the disk. */
  *commit(logged: boolean): Work<Commit> {
    const runs = new Map<ScopeState, BatchEntry[]>();
    for (const state of this.stored) runs.set(state, []);
    for (const entry of this.entries) for (const state of entry.writeSet.states) runs.get(state)?.push(entry);
    const named = new Set(this.#entries.flatMap(({ task }) => task.named));
    const scopes: ScopeCommit[] = [];
    for (const [state, touching] of runs) {
      scopes.push({ ...(yield* scopeCommit(state, touching, logged)), compared: named.has(state) });
    }
    return { id: this.id, scopes, audit: this.entries.flatMap(({ writeSet }) => writeSet.audit) };
  }
}

function* scopeCommit(state: ScopeState, runs: readonly BatchEntry[], logged: boolean): Work<Omit<ScopeCommit, 'compared'>> {
  const writeSets = runs.map(({ writeSet }) => writeSet);
  const commands = writeSets.map((writeSet) => writeSet.changes(state));
  const head = writeSets.length > 0 ? headAt(state, state.revision + 1, writeSets) : state.durableHead;
  const size = commands.reduce((sum, changes) => sum + changes.length, 0);
  const rows = yield* rowsOf(commands.length === 1 ? commands[0]! : netOf(commands));
  return {
    id: state.id,
    revision: state.revision,
    written: writeSets.length > 0,
    head,
    dead: !head.closed && writeSets.some((writeSet) => writeSet.isDead(state)),
    ...(head.closed ? emptied(state, rows) : rows),
    released: yield* releasedFiles(state, runs),
    log: logged && size <= LOGGED_CHANGES ? commands.map(loggedCommand) : undefined,
  };
}

type Rows = Pick<ScopeCommit, 'puts' | 'deletes' | 'assets'>;

/** No command runs on a closed scope any more, so what is newest is what the batch leaves. */
function emptied({ records }: ScopeState, { deletes }: Rows): Rows {
  const left = Array.from(records!.allNewest(), ({ ordinal }) => ordinal);
  return { puts: [], deletes: [...deletes, ...left], assets: [] };
}

type Effect = Pick<Net, 'before' | 'after'>;

/** The net effect of several commands on the records of a scope. */
function netOf(commands: readonly (readonly Net[])[]): Iterable<Effect> {
  const net = new Map<string, Effect>();
  for (const changes of commands) {
    for (const { key, before, after } of changes) {
      const first = net.get(key);
      net.set(key, { before: first ? first.before : before, after });
    }
  }
  return net.values();
}

function* rowsOf(effects: Iterable<Effect>): Work<Rows> {
  const puts: Row[] = [];
  const deletes: number[] = [];
  const assets: AssetRow[] = [];
  let steps = 0;
  for (const { before, after } of effects) {
    if (before && before.ordinal !== after?.ordinal) deletes.push(before.ordinal);
    if (after) puts.push(rowOf(after));
    assets.push(...assetRows(before, after));
    if (++steps % STEPS === 0) yield;
  }
  return { puts, deletes, assets };
}

/** How the files change to which a record refers: usually not at all. */
function assetRows(before: Version | undefined, after: Version | undefined): AssetRow[] {
  const had = hashesOf(before);
  const has = hashesOf(after);
  const isMoved = before !== undefined && before.ordinal !== after?.ordinal;
  const rows: AssetRow[] = isMoved && had.length > 0 ? [{ ordinal: before.ordinal, hashes: [] }] : [];
  if (after && (isMoved ? has.length > 0 : had.join() !== has.join())) rows.push({ ordinal: after.ordinal, hashes: has });
  return rows;
}

/** Looks at each command, so that a file is there which one commit gave to a record and took away. */
function* releasedFiles(state: ScopeState, runs: readonly BatchEntry[]): Work<ReleasedFile[]> {
  const released = new Map<string, ReleasedFile>();
  let steps = 0;
  for (const { task, writeSet } of runs) {
    for (const { before, after } of writeSet.changes(state)) {
      if (++steps % STEPS === 0) yield;
      if (!before?.kind.assets) continue;
      const has = hashesOf(after);
      for (const { hash, again } of assetsOf(before.kind, before)) {
        if (!again || has.includes(hash)) continue;
        released.set(hash, { hash, at: Date.parse(task.inputs.now), again: JSON.stringify(again) });
      }
    }
  }
  return [...released.values()];
}

const hashesOf = (version: Version | undefined): string[] =>
  version ? assetsOf(version.kind, version).map(({ hash }) => hash) : [];

const rowOf = (version: Version): Row => ({
  key: version.key,
  kind: version.kind.name,
  version: version.kind.version,
  ordinal: version.ordinal,
  shown: version.shown,
  hidden: version.hidden,
});

const loggedCommand = (changes: readonly Net[]): LoggedCommand => changes.map(({ key, after }) => (after ? rowOf(after) : key));
