import type { NumberIndexed, View, Work, Writer } from '../../../model/hooks.ts';
import { ListedView, type Numbered } from '../../../model/listed-view.ts';
import type { Kind, Stored } from '../../../model/resource.ts';
import { Annotation } from '../../../model/resources/annotation.ts';
import { widgetKinds } from '../../../model/widgets/index.ts';
import type { Element, Stroke } from '../element.ts';
import { Highest, parentOf } from './highest.ts';
import { newId } from './new-id.ts';
import type { ShownRecords } from './shown-records.ts';

/** What an operation made of records, by id. Undefined: the record was not there, or is gone. */
export type Changes = ReadonlyMap<string, Change>;

export interface Change {
  readonly before: Element | undefined;
  readonly after: Element | undefined;
}

/**
 * The records of a canvas as they are shown, on which the commands of the server run, to find out what the server will make of an
 * operation. Nothing of the board changes. Use it in one turn, because it remembers what it has read.
 */
export class PredictedRecords extends ListedView implements Writer {
  readonly scope: string;
  readonly #shown: ShownRecords;
  /** All that was written, by id. */
  readonly #written = new Map<string, Element | undefined>();
  /** Ids of what was written, by what it lies on now. */
  readonly #below = new Map<string, Set<string>>();
  readonly #highest = new Map<string, Highest>();
  /** Places in creation order of what was made here: the last ones. */
  readonly #ordinals = new Map<string, number>();
  #next = AFTER_ALL;
  #fresh = new Map<string, Change>();
  #now: string | undefined;

  constructor(shown: ShownRecords) {
    super();
    this.#shown = shown;
    this.scope = shown.canvas_id;
  }

  get now(): string {
    this.#now ??= this.#shown.now();
    return this.#now;
  }

  /** What was written since this was called last. */
  take(): Changes {
    const taken = this.#fresh;
    this.#fresh = new Map();
    return taken;
  }

  /** Takes back what was written since `take` was called last. */
  giveUp(): void {
    for (const [id, { before }] of this.take()) this.#write(id, before);
    this.take();
  }

  /** Reads this record in the place of the one that is shown. */
  assume(id: string, element: Element | undefined): void {
    this.#write(id, element);
    this.take();
  }

  /** The record as it would be; undefined: it is not there. */
  element(id: string): Element | undefined {
    return this.#written.has(id) ? this.#written.get(id) : this.#shown.shown(id);
  }

  get<R extends Stored>(kind: Kind<R>, id: R['id']): R | undefined {
    const element = this.element(String(id));
    return element?.widget_type === kind.name ? (element as unknown as R) : undefined;
  }

  find(key: string): ReturnType<View['find']> {
    const record = this.element(key);
    return record && { kind: kindOf(record), record };
  }

  all<R extends Stored>(kind: Kind<R>): R[] {
    const others = this.#shown.widgets().filter(({ id }) => !this.#written.has(id));
    return [...others, ...there(this.#written.values())].filter(isOf(kind)) as unknown as R[];
  }

  by<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R[] {
    const found = (candidates[index]?.(this, key) ?? this.all(kind)) as readonly Element[];
    return found.filter((record) => isOf(kind)(record) && keysOf(kind, index, record).includes(key)) as unknown as R[];
  }

  override highest<N extends string>(
    kind: NumberIndexed<N>,
    index: NoInfer<N>,
    group: string,
    except?: string,
  ): number | undefined {
    return index === 'depth' ? this.#highestDepth(group, except) : super.highest(kind, index, group, except);
  }

  /** Equal numbers in creation order, in which `numbered` has only what is not written. */
  override *ordered<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string): Work<string[]> {
    const numbered = this.numbered(index, group).sort(
      (a, b) => a.number - b.number || this.#ordinalOf(a.key) - this.#ordinalOf(b.key),
    );
    return numbered.map(({ key }) => key);
  }

  insert<R extends Stored>(kind: Kind<R>, record: R): void {
    this.#ordinals.set(String(record.id), this.#next++);
    this.#write(String(record.id), elementOf(kind, record));
  }

  update<R extends Stored>(kind: Kind<R>, record: R): void {
    this.#write(String(record.id), elementOf(kind, record));
  }

  /** Deletes a record, all that lies on it, the strokes on these, and the connectors that end there. */
  *remove(key: string): Work {
    const gone = new Set([key]);
    for (const id of gone) {
      for (const one of this.below(id)) gone.add(one.id);
      for (const one of this.linesAt(id)) gone.add(one.id);
      for (const one of this.strokesOn(id)) gone.add(one.id);
    }
    for (const id of gone) this.#write(id, undefined);
  }

  newId(): string {
    return newId();
  }

  /** Widgets on this one. */
  below(id: string): Element[] {
    return this.#with(this.#shown.childrenOf(id), id, (one) => one.widget_type !== Annotation.name);
  }

  strokesOn(id: string): Element[] {
    const strokes = this.#shown.strokesOn(id).map((stroke) => strokeElement(stroke, id));
    return this.#with(strokes, id, (one) => one.widget_type === Annotation.name);
  }

  linesAt(id: string): Element[] {
    const others = this.#shown.linesAt(id).filter((line) => !this.#written.has(line.id));
    return [
      ...others,
      ...there(this.#written.values()).filter((one) => 'src' in one && (one.src.id === id || one.dst.id === id)),
    ];
  }

  root(): Element[] {
    const root = this.#shown.root();
    return root ? [this.element(root.id)!] : [];
  }

  #with(shown: readonly Element[], parent: string, isMeant: (one: Element) => boolean): Element[] {
    // While a message is taken, what lies where may be older than the records
    const others = shown.filter(({ id }) => !this.#written.has(id) && this.#shown.shown(id) !== undefined);
    const written = Array.from(this.#below.get(parent) ?? [], (id) => this.#written.get(id)!);
    return [...others, ...written.filter(isMeant)];
  }

  #write(id: string, element: Element | undefined): void {
    const before = this.element(id);
    const from = parentOf(this.#written.get(id));
    const to = parentOf(element);
    if (from !== to) {
      if (from !== undefined) this.#below.get(from)?.delete(id);
      if (to !== undefined) this.#below.set(to, (this.#below.get(to) ?? new Set()).add(id));
    }
    this.#written.set(id, element);
    this.#fresh.set(id, { before: this.#fresh.has(id) ? this.#fresh.get(id)!.before : before, after: element });
    for (const highest of this.#highest.values()) highest.wrote(id, element);
  }

  readonly #ordinalOf = (id: string): number => this.#ordinals.get(id) ?? this.#shown.ordinalOf(id) ?? AFTER_ALL;

  /** Asked for each new widget, among as many siblings as there are. */
  #highestDepth(parent: string, except?: string): number | undefined {
    let highest = this.#highest.get(parent);
    if (!highest) this.#highest.set(parent, (highest = new Highest(parent, this.below(parent))));
    return highest.except(except);
  }

  protected numbered(index: string, group: string, except?: string): Numbered[] {
    return this.#groupOf(index, group).flatMap((record) => {
      const one = numberOf(record, index);
      return one?.[0] === group && record.id !== except ? [{ key: record.id, number: one[1] }] : [];
    });
  }

  #groupOf(index: string, group: string): readonly Element[] {
    if (index === 'depth') return this.below(group);
    if (index === 'annotation-depth') return this.strokesOn(group);
    return [...this.#shown.widgets().filter(({ id }) => !this.#written.has(id)), ...there(this.#written.values())];
  }
}

/** After all places in creation order of what is shown. */
const AFTER_ALL = 2 ** 40;

/** Where the records under a key of an index are looked for; for other indexes, everywhere. */
const candidates: Readonly<Record<string, (records: PredictedRecords, key: string) => readonly Element[]>> = {
  root: (records) => records.root(),
  children: (records, key) => records.below(key),
  ends: (records, key) => records.linesAt(key),
  annotations: (records, key) => records.strokesOn(key),
  cells: (records, key) => records.below(key.split('/')[0]!),
};

const kinds = new Map<string, Kind>([...widgetKinds, Annotation].map((kind) => [kind.name, kind]));

export const kindOf = ({ widget_type }: Pick<Element, 'widget_type'>): Kind => kinds.get(widget_type)!;

const isOf =
  ({ name }: Kind) =>
  ({ widget_type }: Element): boolean =>
    widget_type === name;

const there = (elements: Iterable<Element | undefined>): Element[] => [...elements].filter((one) => one !== undefined);

const keysOf = <R extends Stored, I extends string>(kind: Kind<R, I>, index: I, record: Element): readonly unknown[] =>
  [kind.indexes[index]?.(record as unknown as R)].flat();

const numberOf = (record: Element, index: string) => kindOf(record)?.numbers[index]?.(record);

const strokeElement = (stroke: Stroke, parent_id: string): Element => ({
  ...stroke,
  widget_type: 'Annotation',
  parent_id,
  state: 'normal',
});

/** A record as lists show it: without what is hidden, and with what is repeated under other names. */
function elementOf(kind: Kind, record: Stored): Element {
  if (kind.name === Annotation.name) return strokeOf(record as Annotation);
  const shown: Record<string, unknown> = { ...record };
  for (const secret of kind.secrets) delete shown[secret];
  for (const [field, mirror] of kind.mirrors) shown[mirror] = shown[field];
  return shown as unknown as Element;
}

function strokeOf({ page, ...stroke }: Annotation): Element {
  return { ...stroke, ...(page !== undefined && { page }), widget_type: Annotation.name } as unknown as Element;
}
