import type { Body } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';

/**
 * Refuses what is no JSON object; no text at all is an empty one. A byte order mark is skipped. A key `__proto__` is dropped
 * like any unknown one, so that no later copy of the body can set a prototype.
 */
export function parseObject(text: string): Body {
  if (text === '') return {};
  const value = parseJson(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse.invalidJson();
  dropPrototypes(value);
  return value as Body;
}

const BYTE_ORDER_MARK = 0xfeff;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse.invalidJson();
  }
}

export function refuseBody(): never {
  throw refuse.invalidJson();
}

/**
 * A reviver would be called for every value, and takes ten times as long as the parser; a look through the text for the key
 * takes 20 ms where that is long. Goes no deeper than the body may be.
 */
function dropPrototypes(value: object): void {
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) dropPrototypes(one);
}
