import type { AuditEntry } from './driver.ts';
import type { Handle } from './handle.ts';
import type { Change, Head, Version } from './types.ts';

interface Write {
  readonly handle: Handle;
  readonly key: string;
  readonly before: Version | undefined;
  readonly after: Version | undefined;
}

/** What one command wrote, in order; enough to take it back and to tell what it changed. */
export class Draft {
  readonly #writes: Write[] = [];
  readonly #heads = new Map<Handle, { readonly before: Head; after: Head }>();
  readonly #dead = new Set<Handle>();
  readonly #changes = new Map<Handle, Change[]>();
  readonly audit: AuditEntry[] = [];
  /** Every scope that it wrote to. */
  readonly handles = new Set<Handle>();

  get empty(): boolean {
    return this.#writes.length === 0 && this.audit.length === 0 && this.#heads.size === 0 && this.#dead.size === 0;
  }

  /** Makes a version the newest of its scope and remembers the replaced one. */
  write(handle: Handle, key: string, after: Version | undefined): void {
    const before = handle.records!.replace(key, after);
    this.#writes.push({ handle, key, before, after });
    this.#changes.delete(handle);
    this.handles.add(handle);
  }

  setHead(handle: Handle, head: Head): void {
    const set = this.#heads.get(handle);
    if (set) set.after = head;
    else this.#heads.set(handle, { before: handle.head, after: head });
    handle.head = head;
    this.handles.add(handle);
  }

  kill(handle: Handle): void {
    if (handle.dead) return;
    this.#dead.add(handle);
    this.handles.add(handle);
    handle.dead = true;
  }

  note(handle: Handle, entry: AuditEntry): void {
    this.audit.push(entry);
    this.handles.add(handle);
  }

  undo(): void {
    for (let at = this.#writes.length - 1; at >= 0; at--) {
      const { handle, key, before } = this.#writes[at]!;
      handle.records?.replace(key, before);
    }
    for (const [handle, { before }] of this.#heads) handle.head = before;
    for (const handle of this.#dead) handle.dead = false;
  }

  /** The head as this command left it; undefined when it did not touch it. */
  head(handle: Handle): Head | undefined {
    return this.#heads.get(handle)?.after;
  }

  isDead(handle: Handle): boolean {
    return this.#dead.has(handle);
  }

  /** The net change of each record of a scope, in the order of its last write. */
  changes(handle: Handle): readonly Change[] {
    let changes = this.#changes.get(handle);
    if (!changes) this.#changes.set(handle, (changes = this.#net(handle)));
    return changes;
  }

  #net(handle: Handle): Change[] {
    const net = new Map<string, Change>();
    for (const write of this.#writes) {
      if (write.handle !== handle) continue;
      const first = net.get(write.key);
      net.delete(write.key);
      const before = first ? first.before : write.before;
      const kind = (write.after ?? write.before ?? before)?.kind;
      if (kind) net.set(write.key, { key: write.key, kind, before, after: write.after });
    }
    return [...net.values()].filter((change) => change.before !== change.after);
  }
}
