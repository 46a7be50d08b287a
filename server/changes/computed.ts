import type { Work } from '../../model/hooks.ts';
import { LARGE } from '../scheduler.ts';
import type { ChangeSet, Version } from '../store/store.ts';
import { OrderedPages } from './ordered-pages.ts';
import type { Seen, SeenChange, Source } from './source.ts';
import { joined, listBody, listSnapshot } from './text.ts';

/**
 * How to compute an answer of the directory whose fields are derived or differ by actor. All functions read the durable view.
 */
export interface ComputedView<S extends Seen = Seen> {
  /** Scope, collection, view: `directory/canvases/1004`. It names the actor when the answer depends on the actor. */
  readonly key: string;
  readonly form: 'item' | 'list';
  /** Default `directory`. */
  readonly scope?: string;
  /** Further scopes whose changes concern it. */
  readonly follows?: readonly string[];
  /** The source looks again when a change set touches one of these kinds. */
  readonly kinds: readonly { readonly name: string }[];
  /** All objects that are shown now, in the order of the plain GET; for an item one or none. */
  readonly present: () => Iterable<S>;
  /** The keys that a change set can have altered; undefined: any key. Needs `one`. */
  readonly affected?: (set: ChangeSet) => Iterable<string> | undefined;
  /** The object that is shown now under a key; undefined: none. */
  readonly one?: (key: string) => S | undefined;
  /** Order of two objects, by what `present` and `one` returned with them. Default: new objects come last. */
  readonly compare?: (a: S, b: S) => number;
  /** The keys are ids of canvas scopes whose heads are part of the text: the source looks again once a second. Needs `one`. */
  readonly followsHeads?: boolean;
  readonly gone?: (seen: Seen) => string;
  readonly ended?: (set: ChangeSet) => boolean;
  /** See `Source`. */
  readonly record?: () => Version | undefined;
  readonly ofScope?: boolean;
}

/**
 * A source whose texts are computed. A plain GET computes them and forgets them; only a channel (`begin`) keeps what it
 * has shown, to find out by comparing texts what changed.
 */
export function computed<S extends Seen>(answer: ComputedView<S>): Source {
  const source = new ComputedSource(answer);
  if (answer.followsHeads) source.beat = (touched) => source.follow(touched);
  return source;
}

class ComputedSource<S extends Seen> implements Source {
  readonly key: string;
  readonly form: 'item' | 'list';
  readonly scope: string;
  readonly follows?: readonly string[];
  readonly gone?: (seen: Seen) => string;
  readonly ended?: (set: ChangeSet) => boolean;
  readonly record?: () => Version | undefined;
  readonly ofScope?: boolean;
  beat?: (touched: ReadonlySet<string>) => readonly SeenChange[];
  readonly #answer: ComputedView<S>;
  readonly #kinds: ReadonlySet<string>;
  #shown: OrderedPages<S> | undefined;

  constructor(answer: ComputedView<S>) {
    this.key = answer.key;
    this.form = answer.form;
    this.scope = answer.scope ?? 'directory';
    this.follows = answer.follows;
    this.gone = answer.gone;
    this.ended = answer.ended;
    this.record = answer.record;
    this.ofScope = answer.ofScope;
    this.#answer = answer;
    this.#kinds = new Set(answer.kinds.map((kind) => kind.name));
  }

  begin(): void {
    this.#shown ??= new OrderedPages(this.#answer.present(), this.#answer.compare);
  }

  body(): readonly Buffer[] {
    const pages = this.#shown?.bytes() ?? joined(Array.from(this.#answer.present(), (seen) => seen.shown));
    return this.form === 'list' ? listBody(pages) : pages;
  }

  snapshot(): Work<readonly Buffer[]> | undefined {
    const shown = this.#shown;
    return shown && shown.size > LARGE ? listSnapshot(shown.snapshot()) : undefined;
  }

  seen(): Iterable<Seen> {
    return this.#shown?.items() ?? this.#answer.present();
  }

  changes(set: ChangeSet): readonly SeenChange[] {
    if (!set.changes.some((change) => this.#kinds.has(change.kind.name))) return [];
    const keys = this.#answer.one && this.#answer.affected?.(set);
    return keys ? this.#look(keys) : this.#lookAtAll();
  }

  follow(touched: ReadonlySet<string>): readonly SeenChange[] {
    const shown = this.#shown;
    return shown ? this.#look([...touched].filter((key) => shown.has(key))) : [];
  }

  #look(keys: Iterable<string>): readonly SeenChange[] {
    const { one } = this.#answer;
    const shown = this.#shown;
    if (!shown || !one) return [];
    const changes: SeenChange[] = [];
    for (const key of new Set(keys)) {
      const change = { key, before: shown.get(key), after: one(key) };
      if (change.before?.shown === change.after?.shown) continue;
      changes.push(change);
      if (change.after) shown.put(change.after);
      else shown.delete(key);
    }
    return changes;
  }

  #lookAtAll(): readonly SeenChange[] {
    const shown = this.#shown;
    if (!shown) return [];
    const before = [...shown.items()];
    const after = [...this.#answer.present()];
    const changes = differences(before, after);
    if (changes.length === 0) return changes;
    if (sameKeys(before, after)) for (const { after: item } of changes) shown.replace(item as S);
    else shown.fill(after);
    return changes;
  }
}

/** The changes from one list to another, by text: changed and new objects in the new order, then the vanished ones. */
function differences(before: readonly Seen[], after: readonly Seen[]): SeenChange[] {
  const old = new Map(before.map((seen) => [seen.key, seen]));
  const changes: SeenChange[] = [];
  for (const seen of after) {
    const was = old.get(seen.key);
    old.delete(seen.key);
    if (was?.shown !== seen.shown) changes.push({ key: seen.key, before: was, after: seen });
  }
  for (const seen of old.values()) changes.push({ key: seen.key, before: seen, after: undefined });
  return changes;
}

const sameKeys = (before: readonly Seen[], after: readonly Seen[]): boolean =>
  before.length === after.length && before.every((seen, index) => seen.key === after[index]?.key);
