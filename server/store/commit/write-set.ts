import type { Work } from '../../../model/hooks.ts';
import type { Kind } from '../../../model/resource.ts';
import { STEPS } from '../../scheduler.ts';
import type { AuditEntry } from '../drivers/driver.ts';
import type { ScopeState } from '../memory/scope-state.ts';
import type { Indexed } from '../memory/versions.ts';
import type { Change, Head } from '../store.ts';
import { headAt } from './content-revision.ts';

/** A net change of a command: the versions before and after it. */
export interface Net extends Change {
  readonly before: Indexed | undefined;
  readonly after: Indexed | undefined;
}

/** The changes of a command in one scope. */
interface ScopeWrites {
  /** In the order of the last write of each record. */
  readonly net: Map<string, Net>;
  changes: readonly Net[] | undefined;
  head: { readonly before: Head; readonly after: Head } | undefined;
  /** The command changes content, and is neither durable nor taken back. */
  edited: boolean;
  /** The command makes the scope. */
  readonly made: boolean;
  dead: boolean;
  /** An audit entry is written with it. */
  noted: boolean;
  /** Some record of it is of a kind that is audited. */
  audited: boolean;
  /** Memory that the scope's records took before. */
  readonly bytes: number;
}

/** The net changes of one command: enough to undo it and to publish it. */
export class WriteSet {
  readonly #parts = new Map<ScopeState, ScopeWrites>();
  readonly audit: AuditEntry[] = [];

  /** Every scope that it changes. */
  get states(): Iterable<ScopeState> {
    return this.#parts.keys();
  }

  get empty(): boolean {
    return this.#parts.size === 0;
  }

  /** True when the command changes records on the disk. */
  get isForDisk(): boolean {
    for (const state of this.#parts.keys()) if (state.isStored) return true;
    return false;
  }

  /** Records that it changes. */
  get size(): number {
    let size = 0;
    for (const part of this.#parts.values()) size += part.net.size;
    return size;
  }

  /** Is there a record with this key that was not there before the command? */
  isMade(key: string): boolean {
    for (const { net } of this.#parts.values()) {
      const change = net.get(key);
      if (change && !change.before) return true;
    }
    return false;
  }

  touches(state: ScopeState): boolean {
    return this.#parts.has(state);
  }

  /** Makes a version the newest of its scope. A record that is again as it was before the command is no change. */
  write(state: ScopeState, kind: Kind, key: string, version: Indexed | undefined): void {
    const part = this.#part(state);
    const { net } = part;
    const first = net.get(key);
    const before = first ? first.before : state.records!.newest(key);
    const after = first && before && version && isEqual(before, version) ? before : version;
    state.records!.replace(key, after);
    if (kind.audit) part.audited = true;
    if (first) net.delete(key);
    if (after !== before) net.set(key, { key, kind, before, after });
  }

  /** Makes an ephemeral scope that is not there yet, if only an empty one. */
  make(state: ScopeState): void {
    if (this.#part(state).made && state.isStored) this.setHead(state, { ...state.head, born: state.revision + 1 });
  }

  /** Kills a scope with all that it holds, so that another of its name can be made. The command must have named it. */
  shut(state: ScopeState, now: string): void {
    if (state.isDead) return;
    this.kill(state);
    if (state.isStored) this.setHead(state, { ...state.head, modified_at: now, closed: true });
  }

  setHead(state: ScopeState, after: Head): void {
    const part = this.#part(state);
    part.head = { before: part.head?.before ?? state.head, after };
    state.head = after;
  }

  /** The command changes content of the scope. Said once, when it has run. */
  edit(state: ScopeState): void {
    this.#part(state).edited = true;
    state.beginEdit();
  }

  /** Moves the scope to the revision whose commit made the command durable. */
  settle(state: ScopeState, revision: number): void {
    state.settle(revision, headAt(state, revision, [this]));
    this.#endEdit(state, this.#parts.get(state));
  }

  kill(state: ScopeState): void {
    if (!state.isDead) this.#part(state).dead = state.kill();
  }

  note(state: ScopeState, entry: AuditEntry): void {
    this.audit.push(entry);
    this.#part(state).noted = true;
  }

  /** The command has run: scopes with no net change are untouched. */
  close(): void {
    for (const [state, { net, head, made, dead, noted }] of this.#parts) {
      if (net.size > 0 || head || dead || noted || (made && state.isLive)) continue;
      if (made) state.unmake();
      this.#parts.delete(state);
    }
  }

  /** Scopes that take more memory than before the command. */
  grown(): ScopeState[] {
    const states: ScopeState[] = [];
    for (const [state, { bytes }] of this.#parts) if ((state.records?.bytes ?? 0) > bytes) states.push(state);
    return states;
  }

  /** Scopes whose changes are to be audited. */
  audited(): ScopeState[] {
    const states: ScopeState[] = [];
    for (const [state, { audited }] of this.#parts) if (audited) states.push(state);
    return states;
  }

  /** Takes everything back. Later writes to the same scopes must have been taken back before. */
  *undo(): Work {
    let steps = 0;
    for (const [state, part] of this.#parts) {
      for (const [key, { before }] of part.net) {
        part.net.delete(key);
        state.records!.replace(key, before);
        if (++steps % STEPS === 0) yield;
      }
      if (part.head) state.head = part.head.before;
      this.#endEdit(state, part);
      if (part.dead) state.spare();
      if (part.made) state.unmake();
      this.#parts.delete(state);
    }
    this.audit.length = 0;
  }

  /** The head as this command left it; undefined when it did not touch it. */
  head(state: ScopeState): Head | undefined {
    return this.#parts.get(state)?.head?.after;
  }

  isEdit(state: ScopeState): boolean {
    return this.#parts.get(state)?.edited ?? false;
  }

  isDead(state: ScopeState): boolean {
    return this.#parts.get(state)?.dead ?? false;
  }

  /** The net change of each record of a scope, in the order of its last write. Asked once the command has run. */
  changes(state: ScopeState): readonly Net[] {
    const part = this.#parts.get(state);
    if (!part) return [];
    part.changes ??= [...part.net.values()];
    return part.changes;
  }

  #endEdit(state: ScopeState, part: ScopeWrites | undefined): void {
    if (!part?.edited) return;
    part.edited = false;
    state.endEdit();
  }

  #part(state: ScopeState): ScopeWrites {
    let part = this.#parts.get(state);
    if (!part) {
      const bytes = state.records?.bytes ?? 0;
      const flags = { made: state.make(), edited: false, dead: false, noted: false, audited: false };
      part = { net: new Map(), changes: undefined, head: undefined, ...flags, bytes };
      this.#parts.set(state, part);
    }
    return part;
  }
}

const isEqual = (a: Indexed, b: Indexed): boolean => a.kind === b.kind && a.shown === b.shown && a.hidden === b.hidden;
