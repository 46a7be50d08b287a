import type { Neighbours, NumberIndexed, View, Work } from '../../../model/hooks.ts';
import type { Kind, Stored } from '../../../model/resource.ts';
import { STEPS } from '../../scheduler.ts';
import { type DurableView, type Head, type List, recordOf, type Version } from '../store.ts';
import type { Records } from './records.ts';
import { sortedInSteps } from './sorted-in-steps.ts';
import { holds, type Indexed } from './versions.ts';

/** Typed reads over versions; `look` decides which of a record's versions is seen. */
export abstract class RecordView implements View {
  constructor(
    readonly scope: string,
    protected readonly records: Records,
  ) {}

  protected abstract look(key: string): Indexed | undefined;
  protected abstract every(kind: Kind): Iterable<Version>;

  get<R extends Stored>(kind: Kind<R>, id: R['id']): R | undefined {
    const version = this.look(kind.key(id));
    return version?.kind === kind ? (recordOf(version) as R) : undefined;
  }

  find(key: string): { kind: Kind; record: Stored } | undefined {
    const version = this.look(key);
    return version && { kind: version.kind, record: recordOf(version) };
  }

  all<R extends Stored>(kind: Kind<R>): R[] {
    return inOrder<R>([...this.every(kind)]);
  }

  by<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R[] {
    return inOrder<R>([...this.#found(kind, index, key)]);
  }

  any<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R | undefined {
    for (const version of this.#found(kind, index, key)) return recordOf(version) as R;
    return undefined;
  }

  highest<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string, except?: string): number | undefined {
    return this.records.highest(index, group, except);
  }

  lowestFree<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string, from: number): number {
    return this.records.lowestFree(index, group, from);
  }

  count<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string): number {
    return this.records.count(index, group);
  }

  neighbours<N extends string>(
    _: NumberIndexed<N>,
    index: NoInfer<N>,
    group: string,
    number: number,
    without?: number,
  ): Neighbours {
    return this.records.neighbours(index, group, number, without);
  }

  *ordered<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string): Work<string[]> {
    const found: (readonly [key: string, number: number, ordinal: number])[] = [];
    for (const [key, number] of this.records.numbered(index, group)) {
      const version = this.look(key);
      if (version) found.push([key, number, version.ordinal]);
      if (found.length % STEPS === 0) yield;
    }
    const sorted = yield* sortedInSteps(found, (a, b) => a[1] - b[1] || a[2] - b[2]);
    return sorted.map(([key]) => key);
  }

  *#found(kind: Kind, index: string, key: string): Iterable<Version> {
    for (const record of this.records.found(index, key)) {
      const version = this.look(record);
      if (version?.kind === kind && holds(version, index, key)) yield version;
    }
  }
}

/** What readers and subscribers see. Number indexes may already count pending records: only commands rely on them. */
export class Durable extends RecordView implements DurableView {
  head: Head;
  revision: number;
  alteredAt: number | undefined;

  constructor(scope: string, records: Records, head: Head, revision: number) {
    super(scope, records);
    this.head = head;
    this.revision = revision;
  }

  version(key: string): Version | undefined {
    return this.records.durable(key);
  }

  list(name: string): List {
    return this.records.list(name);
  }

  keys(index: string, key: string): Iterable<string> {
    return this.records.found(index, key);
  }

  protected look(key: string): Indexed | undefined {
    return this.records.durable(key);
  }

  protected every(kind: Kind): Iterable<Version> {
    return this.records.list(kind.name).versions();
  }
}

function inOrder<R>(versions: Version[]): R[] {
  return versions.sort((a, b) => a.ordinal - b.ordinal).map((version) => recordOf(version) as R);
}
