import type { Body } from '../../../model/field.ts';
import type { BoardOverlay } from '../board.ts';
import { type Element, isWidgetElement } from '../element.ts';
import type { Edit, NewEdit, Operation, UpdateOperation } from './edit.ts';
import { affected, answeredEffect, effectsOf, isAffected, isEqual, valuesOf } from './effects.ts';
import { parentOf } from './highest.ts';
import { joinedUpdates } from './joined-updates.ts';
import { amend } from './judge.ts';
import type { Effect, PendingOperation } from './pending-operation.ts';
import { isPlaceAlone } from './place-alone.ts';
import { predict } from './predict.ts';
import { type Prediction, predictPlaces } from './predict-places.ts';
import { PredictedRecords } from './predicted-records.ts';
import type { ShownRecords } from './shown-records.ts';

/** A record that pending operations touch. */
interface Entry {
  /** What the stream has last said; undefined: it is not there. */
  confirmed: Element | undefined;
  shown: Element | undefined;
  /** In their order. */
  readonly operations: Set<PendingOperation>;
}

interface Added {
  readonly edit: Edit;
  readonly operations: readonly PendingOperation[];
  readonly shown: readonly Element[];
}

/** An operation that the server has made. `result`: what the batch answers for it; undefined: nothing. */
export interface AnsweredOperation {
  readonly operation: PendingOperation;
  readonly result: object | null | undefined;
}

/**
 * Shown is what the stream has confirmed, and on it the pending operations in their order. Methods that return elements return those
 * whose shown state has changed. Confirmed records are kept apart only where operations are pending.
 */
export class Overlay implements BoardOverlay {
  /** The board itself, and what is shown on it. */
  readonly #board: ShownRecords;
  readonly #records: ShownRecords;
  readonly #entries = new Map<string, Entry>();
  /** Made by the server and not shown by the stream yet. */
  readonly #answered = new Set<PendingOperation>();
  /** The last one of the stream; undefined: no message has named one yet. */
  #revision: number | undefined;
  /** Messages name no revisions: the stream goes over HTTP. */
  #isUnnumbered = false;
  #key = 0;

  /** @param board what lies under this overlay, with what the overlay has shown */
  constructor(board: ShownRecords) {
    const { canvas_id, childrenOf, ordinalOf, linesAt, strokesOn, root, widgets, now } = board;
    this.#records = { canvas_id, childrenOf, ordinalOf, linesAt, strokesOn, root, widgets, now, shown: (id) => this.shown(id) };
    this.#board = board;
  }

  /** The record as it is shown. */
  shown(id: string): Element | undefined {
    const entry = this.#entries.get(id);
    return entry ? entry.shown : this.#board.shown(id);
  }

  /** The record as the server has it, with what it has answered and the stream has not shown yet. */
  answeredRecord(id: string): Element | undefined {
    const entry = this.#entries.get(id);
    return entry ? this.#fold(id, entry, ({ answered }) => answered !== undefined) : this.#board.shown(id);
  }

  /** Whether the server has made something without saying when, which what is confirmed may hold already. */
  get isUncertain(): boolean {
    for (const { isRepeated } of this.#answered) if (isRepeated) return true;
    return false;
  }

  /** Takes in what another tab has left: before all that is here, and hidden. */
  restore(operations: readonly PendingOperation[]): void {
    const touched = new Set(operations.flatMap(({ effects }) => [...effects.keys()]));
    const own = Array.from(touched, (id) => [...(this.#entries.get(id)?.operations ?? [])]);
    for (const id of touched) this.#entries.get(id)?.operations.clear();
    for (const one of operations) this.#begin(one);
    for (const [at, id] of [...touched].entries()) {
      for (const one of own[at]!) this.#entries.get(id)!.operations.add(one);
      this.#predictAnew(id);
    }
  }

  /** Shows what was hidden. */
  reveal(operations: readonly PendingOperation[]): readonly Element[] {
    const touched = new Set<string>();
    for (const one of operations) {
      one.isHidden = false;
      for (const id of one.effects.keys()) touched.add(id);
    }
    return this.#refold(touched);
  }

  /** Shows an edit. */
  add(made: NewEdit): Added {
    const predicted = predictPlaces(made.operations, this.#records) ?? this.#predicting();
    const before = new Map<string, Element | undefined>();
    const after = new Map<string, Element | undefined>();
    const edit: Edit = { ...made, key: ++this.#key, before, after };
    const at = this.#records.now();
    const operations = made.operations.map((operation) => {
      const { last, changes, effects } = predicted(operation);
      for (const [id, change] of changes) {
        if (!before.has(id)) before.set(id, change.before);
        after.set(id, change.after);
      }
      return this.#begin({
        edits: [edit],
        operation,
        effects,
        before: last,
        at,
        answered: undefined,
        isRepeated: false,
        isHidden: false,
      });
    });
    return { edit, operations, shown: this.#append(before, after) };
  }

  confirm(elements: readonly Element[], revision: number | undefined): readonly Element[] {
    this.#revision = revision;
    this.#isUnnumbered = revision === undefined;
    if (this.#entries.size === 0) return elements;
    const touched = new Set<string>();
    const shown: Element[] = this.#strokesComingWith(elements);
    for (const element of elements) {
      const entry = this.#entries.get(element.id) ?? this.#hide(element);
      if (entry) entry.confirmed = isDeleted(element) ? undefined : element;
      if (entry) touched.add(element.id);
      else shown.push(element);
    }
    for (const operation of this.#answered) {
      const isThere = revision === undefined ? touched.has(operation.operation.id) : revision >= operation.answered!;
      if (isThere) for (const id of this.#end(operation)) touched.add(id);
    }
    for (const id of touched) this.#predictAnew(id);
    shown.push(...this.#refold(touched));
    return shown;
  }

  reset(elements: readonly Element[], revision: number | undefined): readonly Element[] {
    this.#revision = revision;
    for (const operation of this.#answered) {
      if (revision === undefined || revision >= operation.answered!) this.#end(operation);
    }
    for (const [id, { operations }] of this.#entries) if (operations.size === 0) this.#entries.delete(id);
    if (this.#entries.size === 0) return elements;
    const confirmed = new Map(elements.map((element) => [element.id, element]));
    for (const [id, entry] of this.#entries) {
      entry.confirmed = confirmed.get(id);
      this.#predictAnew(id);
      entry.shown = this.#fold(id, entry);
    }
    for (const element of elements) if (!this.#entries.has(element.id)) this.#hide(element);
    const others = elements.filter(({ id }) => !this.#entries.has(id));
    return [...others, ...Array.from(this.#entries.values(), ({ shown }) => shown).filter((one) => one !== undefined)];
  }

  /** The server has made these operations; the stream has them from this revision on. */
  answered(operations: readonly AnsweredOperation[], revision: number): readonly Element[] {
    const touched = new Set<string>();
    for (const { operation, result } of operations) {
      operation.answered = revision;
      operation.isHidden = false;
      operation.isRepeated = result === undefined;
      this.#answered.add(operation);
      const { id } = operation.operation;
      const effect = operation.effects.get(id);
      if (effect && result) this.#correct(operation, effect, answeredEffect(effect, result, this.shown(id)));
      for (const one of operation.effects.keys()) touched.add(one);
      if (this.#revision !== undefined && this.#revision >= revision) this.#end(operation);
    }
    return this.#refold(touched);
  }

  /**
   * Some seconds have passed since the answers. Where the stream names no revisions, or has shown what was answered, or the server
   * has not said what it made, these operations are over.
   */
  settle(operations: readonly AnsweredOperation[]): readonly Element[] {
    const touched = new Set<string>();
    for (const { operation, result } of operations) {
      if (!this.#answered.has(operation)) continue;
      const isOver = this.#isUnnumbered || result === undefined || this.#isConfirmed(operation);
      if (isOver) for (const id of this.#end(operation)) touched.add(id);
    }
    return this.#refold(touched);
  }

  /** These operations are not made, or another one does their work; the others are shown as if these had never been. */
  drop(operations: readonly PendingOperation[]): readonly Element[] {
    const touched = new Set<string>();
    for (const operation of operations) for (const id of this.#end(operation)) touched.add(id);
    for (const id of touched) this.#predictAnew(id);
    return this.#refold(touched);
  }

  /**
   * Makes one operation of two updates of a record, in the place of the first, if the server will make the same of it. Nothing that is
   * shown changes. @param second the last operation that touches the record
   */
  join(first: PendingOperation, second: PendingOperation): boolean {
    const joined = joinedUpdates(first, second, this.#records);
    if (!joined) return false;
    this.#end(second);
    Object.assign(first, joined);
    this.#begin(first);
    return true;
  }

  /** An update that is to write less than was asked for. */
  reduce(pending: PendingOperation, body: Body): readonly Element[] {
    const { id } = pending.operation;
    pending.operation = { op: 'update', id, body };
    this.#predictAnew(id);
    return this.#refold([id]);
  }

  /** For operations of one edit, in their order. */
  #predicting(): (operation: Operation) => Prediction {
    const records = new PredictedRecords(this.#records);
    return (operation) => {
      const last = records.element(operation.id);
      const changes = predict(operation, records);
      return { last, changes: changes ?? [], effects: changes ? effectsOf(operation, changes) : new Map() };
    };
  }

  /** The server has made something else of an operation than was predicted. */
  #correct(operation: PendingOperation, predicted: Effect, answered: Effect): void {
    const { id } = operation.operation;
    operation.effects.set(id, answered);
    const later = [...(this.#entries.get(id)?.operations ?? [])].filter((one) => one !== operation);
    amend(id, later, valuesOf(predicted), valuesOf(answered));
  }

  #begin(operation: PendingOperation): PendingOperation {
    for (const id of operation.effects.keys()) {
      const entry = this.#entries.get(id);
      if (entry) entry.operations.add(operation);
      else {
        const confirmed = this.#board.shown(id);
        this.#entries.set(id, { confirmed, shown: confirmed, operations: new Set([operation]) });
      }
    }
    return operation;
  }

  #end(operation: PendingOperation): Iterable<string> {
    this.#answered.delete(operation);
    for (const id of operation.effects.keys()) this.#entries.get(id)?.operations.delete(operation);
    return operation.effects.keys();
  }

  /** Strokes that are shown on widgets that come back: with the widgets they went. */
  #strokesComingWith(elements: readonly Element[]): Element[] {
    const back = new Set<string>();
    for (const element of elements)
      if (isWidgetElement(element) && !isDeleted(element) && !this.#board.shown(element.id)) back.add(element.id);
    if (back.size === 0) return [];
    const shown = Array.from(this.#entries.values(), (entry) => entry.shown);
    return shown.filter((one) => one !== undefined && !isWidgetElement(one) && back.has(one.parent_id)) as Element[];
  }

  /** A stroke that comes while its widget is hidden by a deletion is hidden with it. */
  #hide(element: Element): Entry | undefined {
    if (isWidgetElement(element)) return undefined;
    const parent = this.#entries.get(element.parent_id);
    if (!parent || parent.shown) return undefined;
    const deleting = [...parent.operations].findLast(({ effects }) => effects.get(element.parent_id)?.is === 'gone');
    if (!deleting) return undefined;
    deleting.effects.set(element.id, { is: 'gone' });
    const entry: Entry = { confirmed: element, shown: undefined, operations: new Set([deleting]) };
    this.#entries.set(element.id, entry);
    return entry;
  }

  /** Another one has changed what an update was predicted on. */
  #predictAnew(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.operations.size === 0) return;
    let record = entry.confirmed;
    if (record) this.#seen(id, record, entry);
    for (const one of entry.operations) {
      const { operation, effects, answered } = one;
      if (record && operation.op === 'update' && operation.id === id && answered === undefined) {
        const effect = this.#isAsPredicted(one, record) ? undefined : this.#effectOn(record, operation);
        if (effect) effects.set(id, effect);
      }
      const effect = effects.get(id);
      if (effect) record = affected(record, effect);
    }
  }

  /** Nothing follows from a place but among the same siblings; and what has the values is mostly what the server has made of the operation. */
  #isAsPredicted({ operation, effects, before }: PendingOperation, record: Element): boolean {
    const effect = effects.get(operation.id);
    if (!effect) return false;
    if (isAffected(record, effect)) return true;
    return isPlaceAlone((operation as UpdateOperation).body) && parentOf(record) === parentOf(before);
  }

  #effectOn(record: Element, operation: Operation): Effect | undefined {
    const records = new PredictedRecords(this.#records);
    records.assume(record.id, record);
    const changes = predict(operation, records);
    return changes && effectsOf(operation, changes).get(record.id);
  }

  /** The stream shows what an operation has made, so it may also say that it is gone. */
  #seen(id: string, record: Element, { operations }: Entry): void {
    const [first, ...later] = operations;
    const effect = first!.effects.get(id);
    if (effect?.is !== 'made' || first!.operation.op !== 'create') return;
    first!.effects.set(id, { is: 'set', fields: {} });
    const { body } = first!.operation;
    const given = Object.entries(effect.element).filter(([key]) => !(key in body));
    amend(id, later, Object.fromEntries(given), valuesOf({ is: 'made', element: record }));
  }

  #isConfirmed({ effects }: PendingOperation): boolean {
    return [...effects].every(([id, effect]) => {
      const entry = this.#entries.get(id);
      return !entry || isEqual(affected(entry.confirmed, effect), entry.confirmed);
    });
  }

  /** New operations are the last ones, so what was predicted after them is what is shown. */
  #append(before: Edit['before'], after: Edit['after']): Element[] {
    const changed: Element[] = [];
    for (const [id, shown] of after) {
      const entry = this.#entries.get(id);
      const was = before.get(id);
      if (entry) entry.shown = shown;
      if (!isEqual(was, shown)) changed.push(shown ?? ({ ...was, state: 'deleted' } as Element));
    }
    return changed;
  }

  /** The elements among these whose shown state changes. Records without pending operations are forgotten. */
  #refold(ids: Iterable<string>): Element[] {
    const changed: Element[] = [];
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (!entry) continue;
      const before = entry.shown;
      entry.shown = this.#fold(id, entry);
      if (!isEqual(before, entry.shown)) changed.push(entry.shown ?? ({ ...before, state: 'deleted' } as Element));
      if (entry.operations.size === 0) this.#entries.delete(id);
    }
    return changed;
  }

  #fold(id: string, { confirmed, operations }: Entry, isMeant = (_: PendingOperation): boolean => true): Element | undefined {
    let record = confirmed;
    for (const operation of operations) {
      const effect = !operation.isHidden && isMeant(operation) && operation.effects.get(id);
      if (effect) record = affected(record, effect);
    }
    return record;
  }
}

const isDeleted = ({ state }: Pick<Element, never> & { readonly state?: string }): boolean => state === 'deleted';
