import type { Rule } from '../access/access-rule.ts';

/** What the JSON body of a route may hold at most. */
export interface BodyLimits {
  readonly bytes: number;
  /** Arrays and objects inside one another. The deepest body of the interface has 6. */
  readonly depth: number;
  /** Elements of all arrays, summed. */
  readonly elements: number;
  /** Keys of all objects, summed. */
  readonly keys: number;
  /** Set when one array of the body may have more elements. The handler reads it in slices, as a LongArray. */
  readonly long?: LongLimits;
}

export interface LongLimits {
  /** Of the body object itself, not of objects in it. */
  readonly key: string;
  /** Elements of the whole array, including elements of its elements. */
  readonly elements: number;
}

/** The largest JSON body of the interface (interface/conventions 1.2): texts of a million characters, up to twelve bytes each. */
export const LARGEST_BODY = 16 * 1024 * 1024;

/** For routes whose body has such a text. */
export const longTexts: Partial<BodyLimits> = { bytes: LARGEST_BODY };

/**
 * Every body of the interface fits with room to spare. The worst one, objects that each have a different key, takes some
 * 15 ms to parse.
 */
const usual: BodyLimits = { bytes: 1024 * 1024, depth: 64, elements: 20_000, keys: 20_000 };

/** For requests that anybody may send: an address and a password. */
const anonymous: BodyLimits = { bytes: 16 * 1024, depth: 64, elements: 32, keys: 32 };

/** The limits of a route, which may state its own. */
export const bodyLimitsOf = ({ access, bodyLimits }: LimitedRoute): BodyLimits => ({
  ...(access.credential === 'required' ? usual : anonymous),
  ...bodyLimits,
});

interface LimitedRoute {
  readonly access: Pick<Rule, 'credential'>;
  readonly bodyLimits?: Partial<BodyLimits>;
}
