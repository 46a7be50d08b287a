import { type Evidence, fault, told } from './evidence.ts';
import { GONE, type History, type Operation } from './history.ts';

/** When a value was certainly in effect, by the first and by the last that anybody heard of it. */
interface Reign {
  readonly value: string;
  /** The first request that wrote it; undefined: it stood before the history begins. */
  readonly write: Evidence | undefined;
  /** The first by which it had taken effect. */
  done: Evidence;
  /** The last that still saw it, at its beginning. */
  begun: Evidence;
}

/** Values that stood before and after the life of a key are both GONE, and must not be taken for one another. */
const UNBORN = '(not yet made)';
const DELETED = '(deleted)';

/**
 * Is there one order of all writes and reads of a key that fits what everybody was told and when (linearizability)? As each value
 * is written once, this can be decided exactly and fast (Gibbons and Korach, 1997): between the first by which a value had taken effect and
 * the last that saw it no other value can have been. A write without an answer counts once somebody saw its value.
 */
export class Registers {
  readonly #reigns = new Map<string, Map<string, Reign>>();
  readonly #births = new Map<string, Operation>();
  readonly #deletions = new Map<string, Operation>();
  readonly #refusals = new Map<string, Operation>();
  readonly #faults: string[] = [];

  /** @param concerns which keys; the values of the others come again */
  constructor(
    history: History,
    private readonly concerns: (key: string) => boolean = () => true,
  ) {
    for (const operation of history.operations) this.#enterWrites(operation);
    for (const operation of history.operations) this.#enterShown(operation);
    for (const stream of history.streams) {
      const node = stream.node;
      const what = `stream of ${stream.path}`;
      for (const { key, value, at } of stream.seen) this.#sight(key, value, { what, node, invoked: -Infinity, completed: at });
    }
  }

  /** Did the value ever take effect, as far as anybody can know? */
  tookEffect(key: string, value: string): boolean {
    return Number.isFinite(this.#reigns.get(key)?.get(value)?.done.completed ?? Infinity);
  }

  faults(): string[] {
    return [...this.#faults, ...[...this.#reigns].flatMap(([key, reigns]) => faultsOf(key, [...reigns.values()]))];
  }

  #enterWrites(operation: Operation): void {
    for (const [key, value] of Object.entries(operation.writes ?? {})) {
      if (!this.concerns(key)) continue;
      if (operation.outcome === 'refused') this.#refusals.set(`${key}\n${value}`, operation);
      else this.#enterWrite(key, value, operation);
    }
  }

  #enterWrite(key: string, value: string, operation: Operation): void {
    const evidence = told(operation);
    const name = value === GONE ? DELETED : value;
    if (value === GONE && !this.#deletions.has(key)) this.#deletions.set(key, operation);
    let reigns = this.#reigns.get(key);
    if (!reigns) {
      this.#births.set(key, operation);
      this.#reigns.set(key, (reigns = new Map([[UNBORN, unborn()]])));
    }
    const known = reigns.get(name);
    if (!known) reigns.set(name, { value: name, write: evidence, done: evidence, begun: evidence });
    else extend(known, evidence);
  }

  #enterShown(operation: Operation): void {
    const { shown } = operation;
    if (!shown || operation.outcome === 'unknown') return;
    const evidence = told(operation);
    for (const [key, value] of shown.values) this.#sight(key, value, evidence);
    if (shown.covers === undefined) return;
    for (const key of this.#births.keys()) {
      if (key.startsWith(shown.covers) && !shown.values.has(key)) this.#sight(key, GONE, evidence);
    }
  }

  #sight(key: string, value: string, evidence: Evidence): void {
    const name = value === GONE ? this.#whichGone(key, evidence) : value;
    if (name === undefined || !this.concerns(key)) return;
    const reign = this.#reigns.get(key)?.get(name);
    if (reign) return extend(reign, evidence);
    const refusal = this.#refusals.get(`${key}\n${value}`);
    if (refusal) this.#faults.push(fault(`refused, and in effect: ${key} = ${value}`, [told(refusal), evidence]));
    else if (this.#births.has(key) || value !== GONE)
      this.#faults.push(fault(`from nowhere: ${key} = ${value || 'gone'}`, [evidence]));
  }

  /** Undefined when it cannot be known, because the reader may have begun before the key was made and ended after it was deleted. */
  #whichGone(key: string, { invoked, completed }: Evidence): string | undefined {
    const birth = this.#births.get(key);
    const deletion = this.#deletions.get(key);
    if (!deletion || completed < deletion.invoked) return UNBORN;
    return birth && birth !== deletion && invoked < birth.completed ? undefined : DELETED;
  }
}

const unborn = (): Reign => {
  const always: Evidence = { what: 'before it was made', node: '', invoked: -Infinity, completed: -Infinity };
  return { value: UNBORN, write: undefined, done: always, begun: always };
};

function extend(reign: Reign, evidence: Evidence): void {
  if (evidence.completed < reign.done.completed) reign.done = evidence;
  if (evidence.invoked > reign.begun.invoked) reign.begun = evidence;
}

/** The interval that a reign certainly fills, when it is longer than a moment. */
const isLong = ({ done, begun }: Reign): boolean => done.completed < begun.invoked;

function faultsOf(key: string, all: readonly Reign[]): string[] {
  const early = all.find(({ write, done }) => write !== undefined && done.completed < write.invoked);
  if (early) return [fault(`seen before it was written: ${key} = ${early.value}`, [early.write!, early.done])];
  const reigns = all.filter(({ done }) => done.completed !== Infinity);
  const long = reigns.filter(isLong).sort((a, b) => a.done.completed - b.done.completed);
  for (const [at, reign] of long.entries()) {
    const next = long[at + 1];
    if (next && next.done.completed < reign.begun.invoked) return [undone(key, reign, next)];
  }
  for (const short of reigns.filter((reign) => !isLong(reign))) {
    const around = long.find(({ done, begun }) => done.completed < short.begun.invoked && short.done.completed < begun.invoked);
    if (around) return [undone(key, around, short)];
  }
  return [];
}

const undone = (key: string, old: Reign, young: Reign): string =>
  fault(`lost, or read too late: ${key} is ${old.value} again after ${young.value}`, [
    old.done,
    young.write ?? young.done,
    young.done,
    young.begun,
    old.begun,
  ]);
