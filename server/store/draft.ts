import type { Work } from '../../model/hooks.ts';
import type { Kind } from '../../model/resource.ts';
import { STEPS } from '../scheduler.ts';
import type { AuditEntry } from './driver.ts';
import type { Handle } from './handle.ts';
import type { Indexed } from './record.ts';
import type { Change, Head } from './types.ts';

/** A net change of a command: the versions before and after it. */
export interface Net extends Change {
  readonly before: Indexed | undefined;
  readonly after: Indexed | undefined;
}

/** What a command did to one scope. */
interface Part {
  /** In the order of the last write of each record. */
  readonly net: Map<string, Net>;
  changes: readonly Net[] | undefined;
  head: { readonly before: Head; readonly after: Head } | undefined;
  dead: boolean;
  /** An audit entry is written with it. */
  noted: boolean;
  /** Some record of it is of a kind that is audited. */
  audited: boolean;
}

/** What one command changed, net; enough to take it back and to tell it. */
export class Draft {
  readonly #parts = new Map<Handle, Part>();
  readonly audit: AuditEntry[] = [];

  /** Every scope that it changes. */
  get handles(): Iterable<Handle> {
    return this.#parts.keys();
  }

  get empty(): boolean {
    return this.#parts.size === 0;
  }

  /** Records that it changes. */
  get size(): number {
    let size = 0;
    for (const part of this.#parts.values()) size += part.net.size;
    return size;
  }

  touches(handle: Handle): boolean {
    return this.#parts.has(handle);
  }

  /** Makes a version the newest of its scope. Back at what was before the command, nothing is left of the record. */
  write(handle: Handle, kind: Kind, key: string, version: Indexed | undefined): void {
    const part = this.#part(handle);
    const { net } = part;
    const first = net.get(key);
    const before = first ? first.before : handle.records!.newest(key);
    const after = first && before && version && isEqual(before, version) ? before : version;
    handle.records!.replace(key, after);
    if (kind.audit) part.audited = true;
    if (first) net.delete(key);
    if (after !== before) net.set(key, { key, kind, before, after });
  }

  setHead(handle: Handle, after: Head): void {
    const part = this.#part(handle);
    part.head = { before: part.head?.before ?? handle.head, after };
    handle.head = after;
  }

  kill(handle: Handle): void {
    if (handle.dead) return;
    this.#part(handle).dead = true;
    handle.dead = true;
  }

  note(handle: Handle, entry: AuditEntry): void {
    this.audit.push(entry);
    this.#part(handle).noted = true;
  }

  /** The command has run: scopes with no net change are untouched. */
  close(): void {
    for (const [handle, { net, head, dead, noted }] of this.#parts) {
      if (net.size === 0 && !head && !dead && !noted) this.#parts.delete(handle);
    }
  }

  /** Scopes whose changes are to be audited. */
  audited(): Handle[] {
    const handles: Handle[] = [];
    for (const [handle, { audited }] of this.#parts) if (audited) handles.push(handle);
    return handles;
  }

  /** Takes everything back. What was written after it must have been taken back before. */
  *undo(): Work {
    let steps = 0;
    for (const [handle, part] of this.#parts) {
      for (const [key, { before }] of part.net) {
        part.net.delete(key);
        handle.records!.replace(key, before);
        if (++steps % STEPS === 0) yield;
      }
      if (part.head) handle.head = part.head.before;
      if (part.dead) handle.dead = false;
      this.#parts.delete(handle);
    }
    this.audit.length = 0;
  }

  /** The head as this command left it; undefined when it did not touch it. */
  head(handle: Handle): Head | undefined {
    return this.#parts.get(handle)?.head?.after;
  }

  isDead(handle: Handle): boolean {
    return this.#parts.get(handle)?.dead ?? false;
  }

  /** The net change of each record of a scope, in the order of its last write. Asked once the command has run. */
  changes(handle: Handle): readonly Net[] {
    const part = this.#parts.get(handle);
    if (!part) return [];
    part.changes ??= [...part.net.values()];
    return part.changes;
  }

  #part(handle: Handle): Part {
    let part = this.#parts.get(handle);
    if (!part) {
      part = { net: new Map(), changes: undefined, head: undefined, dead: false, noted: false, audited: false };
      this.#parts.set(handle, part);
    }
    return part;
  }
}

const isEqual = (a: Indexed, b: Indexed): boolean => a.kind === b.kind && a.shown === b.shown && a.hidden === b.hidden;
