import type { Neighbours, NumberIndexed, View, Work } from './hooks.ts';
import type { Kind, Stored } from './resource.ts';

/** A record in a group of a number index. */
export interface Numbered {
  readonly key: string;
  readonly number: number;
}

/** What a view answers about numbers, for views that have their records in plain lists: each question reads a whole group. */
export abstract class ListedView implements Pick<View, 'any' | 'highest' | 'lowestFree' | 'count' | 'neighbours' | 'ordered'> {
  abstract by<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R[];

  /** The group in creation order, without the record `except`. */
  protected abstract numbered(index: string, group: string, except?: string): readonly Numbered[];

  any<R extends Stored, I extends string>(kind: Kind<R, I>, index: NoInfer<I>, key: string): R | undefined {
    return this.by(kind, index, key)[0];
  }

  highest<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string, except?: string): number | undefined {
    return highestOf(this.#numbers(index, group, except));
  }

  lowestFree<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string, from: number): number {
    const taken = new Set(this.#numbers(index, group));
    let free = from;
    while (taken.has(free)) free++;
    return free;
  }

  count<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string): number {
    return this.numbered(index, group).length;
  }

  neighbours<N extends string>(
    _: NumberIndexed<N>,
    index: NoInfer<N>,
    group: string,
    number: number,
    without?: number,
  ): Neighbours {
    const numbers = this.#numbers(index, group);
    if (without !== undefined && numbers.includes(without)) numbers.splice(numbers.indexOf(without), 1);
    const lower = numbers.filter((one) => one < number);
    const higher = numbers.filter((one) => one > number);
    return {
      lower: highestOf(lower),
      higher: higher.length > 0 ? higher.reduce((a, b) => Math.min(a, b)) : undefined,
      same: numbers.length - lower.length - higher.length,
    };
  }

  *ordered<N extends string>(_: NumberIndexed<N>, index: NoInfer<N>, group: string): Work<string[]> {
    return [...this.numbered(index, group)].sort((a, b) => a.number - b.number).map(({ key }) => key);
  }

  #numbers(index: string, group: string, except?: string): number[] {
    return this.numbered(index, group, except).map(({ number }) => number);
  }
}

/** Undefined: there is none. */
const highestOf = (numbers: readonly number[]): number | undefined =>
  numbers.length > 0 ? numbers.reduce((a, b) => Math.max(a, b)) : undefined;
