import type { Rule } from '../../access/access-rule.ts';
import type { JsonLimits } from '../../json/json-scan.ts';

/**
 * What the JSON body of a route may hold at most. The deepest body of the interface has 6 arrays and objects inside one another. The
 * handler reads a long array in slices, as a LongArray.
 */
export interface BodyLimits extends JsonLimits {
  readonly bytes: number;
}

/**
 * The largest JSON body of the interface (interface/conventions 1.2): texts of a million characters, up to twelve bytes each.
 * @bound Bytes of a JSON body: the request is refused with 413.
 */
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
