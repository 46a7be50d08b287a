import type { Rule } from '../access/access-rule.ts';

/** What the JSON body of a route may hold at most. */
export interface BodyLimits {
  readonly bytes: number;
  /** Arrays and objects inside one another. The deepest body of the interface has 6. */
  readonly depth: number;
  /** Elements of all arrays together. */
  readonly elements: number;
  /** Keys of all objects together. */
  readonly keys: number;
  /** One array of the body may have more elements: its handler reads that in slices, as a LongArray. */
  readonly long?: LongLimits;
}

export interface LongLimits {
  /** Of the body itself. */
  readonly key: string;
  /** All that is in it, elements of its elements included. */
  readonly elements: number;
}

/** Largest JSON body there is (interface/conventions 1.2): for texts of a million characters, each of which may take twelve bytes. */
export const LARGEST_BODY = 16 * 1024 * 1024;

/** Of routes whose body has a text of that length. */
export const longTexts: Partial<BodyLimits> = { bytes: LARGEST_BODY };

/**
 * Every body of the interface fits with room to spare, and the worst one takes some 15 ms to parse: objects that have each
 * another key.
 */
const usual: BodyLimits = { bytes: 1024 * 1024, depth: 64, elements: 20_000, keys: 20_000 };

/** Of requests that anybody may send: an address and a password. */
const anonymous: BodyLimits = { bytes: 16 * 1024, depth: 64, elements: 32, keys: 32 };

/** What a route takes that does not say more of itself. */
export const bodyLimitsOf = ({ access, bodyLimits }: LimitedRoute): BodyLimits => ({
  ...(access.credential === 'required' ? usual : anonymous),
  ...bodyLimits,
});

interface LimitedRoute {
  readonly access: Pick<Rule, 'credential'>;
  readonly bodyLimits?: Partial<BodyLimits>;
}
