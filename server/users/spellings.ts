import type { Body } from '../../model/field.ts';
import { Text } from '../../model/types.ts';

/** The text under the first of these keys that was sent; undefined when none was. 400 for another type. */
export function readSpelled(body: Body, keys: readonly string[]): string | undefined {
  const key = keys.find((name) => (body[name] ?? null) !== null);
  return key && Text().read(body[key], key, undefined);
}
