import { randomUUID } from 'node:crypto';
import type { Draft } from './draft.ts';
import type { Commit, LoggedCommand, Row, ScopeCommit } from './driver.ts';
import type { Handle } from './handle.ts';
import type { Inputs } from './transaction.ts';
import type { Change, Command, Version } from './types.ts';

/** A commit of more changes than this is logged as "reload". */
const LOGGED_CHANGES = 1000;

/** A command that waits for its outcome. */
export interface Task {
  readonly command: Command<unknown>;
  readonly inputs: Inputs;
  /** Order of arrival: the order in which lost commands run again. */
  readonly sequence: number;
  readonly handles: readonly Handle[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (cause: unknown) => void;
  losses: number;
}

/** One run of a task inside a batch. `answer` is called when the batch is durable. */
export interface Entry {
  readonly task: Task;
  readonly draft: Draft;
  readonly answer: () => void;
}

/** Commands that become durable together. */
export class Batch {
  readonly id = randomUUID();
  entries: Entry[] = [];
  readonly handles = new Set<Handle>();

  add(entry: Entry): void {
    this.entries.push(entry);
    for (const handle of entry.task.handles) this.handles.add(handle);
    for (const handle of entry.draft.handles) this.handles.add(handle);
  }

  /** Takes in another open batch that a command of this one touches, too. */
  merge(other: Batch): void {
    this.entries = [...this.entries, ...other.entries].sort((a, b) => a.task.sequence - b.task.sequence);
    for (const handle of other.handles) this.handles.add(handle);
  }

  /** Nothing to write: its outcomes only waited for what was pending. */
  get empty(): boolean {
    return this.entries.every((entry) => entry.draft.empty);
  }

  /** Takes back what its commands wrote, newest first. */
  undo(): void {
    for (let at = this.entries.length - 1; at >= 0; at--) this.entries[at]!.draft.undo();
  }

  commit(logged: boolean): Commit {
    return {
      id: this.id,
      scopes: [...this.handles].map((handle) => this.#scope(handle, logged)),
      audit: this.entries.flatMap((entry) => entry.draft.audit),
    };
  }

  #scope(handle: Handle, logged: boolean): ScopeCommit {
    const touching = this.entries.filter((entry) => entry.draft.handles.has(handle));
    const commands = touching.map((entry) => entry.draft.changes(handle));
    const head = touching.map((entry) => entry.draft.head(handle)).findLast((one) => one) ?? handle.durableHead;
    return {
      id: handle.id,
      revision: handle.revision,
      written: touching.length > 0,
      head,
      dead: touching.some((entry) => entry.draft.isDead(handle)),
      ...rowsOf(commands),
      log: logged && commands.flat().length <= LOGGED_CHANGES ? commands.map(loggedCommand) : undefined,
    };
  }
}

export const rowOf = (version: Version): Row => ({
  key: version.key,
  kind: version.kind.name,
  version: version.kind.version,
  ordinal: version.ordinal,
  shown: version.shown,
  hidden: version.hidden,
});

/** The net effect of several commands on the rows of a scope. */
function rowsOf(commands: readonly (readonly Change[])[]): { puts: Row[]; deletes: number[] } {
  const net = new Map<string, { before: Version | undefined; after: Version | undefined }>();
  for (const change of commands.flat()) {
    const first = net.get(change.key);
    net.set(change.key, { before: first ? first.before : change.before, after: change.after });
  }
  const puts: Row[] = [];
  const deletes: number[] = [];
  for (const { before, after } of net.values()) {
    if (before && before.ordinal !== after?.ordinal) deletes.push(before.ordinal);
    if (after && after !== before) puts.push(rowOf(after));
  }
  return { puts, deletes };
}

const loggedCommand = (changes: readonly Change[]): LoggedCommand => ({
  puts: changes.flatMap((change) => (change.after ? [rowOf(change.after)] : [])),
  deletes: changes.flatMap((change) => (change.after ? [] : [change.key])),
});
