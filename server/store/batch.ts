import { randomUUID } from 'node:crypto';
import type { Work } from '../../model/hooks.ts';
import { LARGE, STEPS } from '../scheduler.ts';
import type { Draft, Net } from './draft.ts';
import type { AssetRow, Commit, LoggedCommand, Row, ScopeCommit } from './driver.ts';
import type { Handle } from './handle.ts';
import { assetsOf } from './head.ts';
import type { Inputs } from './transaction.ts';
import type { Command, Version } from './types.ts';

/** A commit of more changes than this is logged as "reload". */
const LOGGED_CHANGES = 1000;

/** A command that waits for its outcome. */
export interface Task {
  readonly command: Command<unknown>;
  readonly inputs: Inputs;
  /** Order of arrival: the order in which lost commands run again. */
  readonly sequence: number;
  /** The scopes that the command names. */
  readonly named: readonly Handle[];
  /** The scopes that it waits for and holds: those and the ones that its last run wanted to kill. */
  handles: readonly Handle[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (cause: unknown) => void;
  losses: number;
}

/** One run of a task. `answer` is called when all that the run may have seen is durable. */
export interface Entry {
  readonly task: Task;
  readonly draft: Draft;
  /** Order in which runs ended, which is the order of their effects. */
  readonly order: number;
  readonly answer: () => void;
}

/** Every scope that a run names or kills; some come twice. */
export function* handlesOf({ task, draft }: Entry): Iterable<Handle> {
  yield* task.named;
  yield* draft.handles;
}

/** Commands that become durable together. */
export class Batch {
  readonly id = randomUUID();
  readonly handles = new Set<Handle>();
  #entries: Entry[] = [];
  #sorted = true;

  /** In the order of their effects. */
  get entries(): readonly Entry[] {
    if (!this.#sorted) this.#entries.sort((a, b) => a.order - b.order);
    this.#sorted = true;
    return this.#entries;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    for (const handle of handlesOf(entry)) this.handles.add(handle);
  }

  /** Takes in another open batch that a command of this one touches, too. */
  merge(other: Batch): void {
    for (const entry of other.#entries) this.#entries.push(entry);
    for (const handle of other.handles) this.handles.add(handle);
    this.#sorted = false;
  }

  /** Nothing to write: its outcomes only waited for what was pending. */
  get empty(): boolean {
    return this.#entries.every((entry) => entry.draft.empty);
  }

  /** One command that is too much for one turn; `cut` leaves it alone. */
  get isLarge(): boolean {
    return this.#entries.length === 1 && this.#entries[0]!.draft.size > LARGE;
  }

  /**
   * Leaves the first commands here, at least one and as many as one turn can make durable; a large one stays alone.
   * Returns the others as a batch of their own.
   */
  cut(commands: number): Batch | undefined {
    let size = 0;
    const at = this.entries.findIndex((entry, index) => {
      size += entry.draft.size;
      return index > 0 && (index >= commands || size > LARGE);
    });
    if (at < 0) return undefined;
    const rest = new Batch();
    for (const entry of this.#entries.splice(at)) rest.add(entry);
    this.handles.clear();
    for (const entry of this.#entries) for (const handle of handlesOf(entry)) this.handles.add(handle);
    return rest;
  }

  /** Takes back what its commands wrote, newest first. */
  *undo(): Work {
    for (let at = this.entries.length - 1; at >= 0; at--) {
      yield* this.#entries[at]!.draft.undo();
      if (at % STEPS === 0) yield;
    }
  }

  *commit(logged: boolean): Work<Commit> {
    const drafts = new Map<Handle, Draft[]>();
    for (const handle of this.handles) drafts.set(handle, []);
    for (const { draft } of this.entries) for (const handle of draft.handles) drafts.get(handle)!.push(draft);
    const named = new Set(this.#entries.flatMap(({ task }) => task.named));
    const scopes: ScopeCommit[] = [];
    for (const [handle, touching] of drafts) {
      scopes.push({ ...(yield* scopeCommit(handle, touching, logged)), compared: named.has(handle) });
    }
    return { id: this.id, scopes, audit: this.entries.flatMap(({ draft }) => draft.audit) };
  }
}

function* scopeCommit(handle: Handle, drafts: readonly Draft[], logged: boolean): Work<Omit<ScopeCommit, 'compared'>> {
  const commands = drafts.map((draft) => draft.changes(handle));
  const head = drafts.map((draft) => draft.head(handle)).findLast((one) => one) ?? handle.durableHead;
  const size = commands.reduce((sum, changes) => sum + changes.length, 0);
  return {
    id: handle.id,
    revision: handle.revision,
    written: drafts.length > 0,
    head,
    dead: drafts.some((draft) => draft.isDead(handle)),
    ...(yield* rowsOf(commands.length === 1 ? commands[0]! : netOf(commands))),
    log: logged && size <= LOGGED_CHANGES ? commands.map(loggedCommand) : undefined,
  };
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

function* rowsOf(effects: Iterable<Effect>): Work<Pick<ScopeCommit, 'puts' | 'deletes' | 'assets'>> {
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

/** What changes of the files to which a record refers: usually nothing. */
function assetRows(before: Version | undefined, after: Version | undefined): AssetRow[] {
  const [had, has] = [hashesOf(before), hashesOf(after)];
  const isMoved = before !== undefined && before.ordinal !== after?.ordinal;
  const rows: AssetRow[] = isMoved && had.length > 0 ? [{ ordinal: before.ordinal, hashes: [] }] : [];
  if (after && (isMoved ? has.length > 0 : had.join() !== has.join())) rows.push({ ordinal: after.ordinal, hashes: has });
  return rows;
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
