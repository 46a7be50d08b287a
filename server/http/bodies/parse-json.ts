import type { Body } from '../../../model/field.ts';
import { refuse } from '../../../model/refusal.ts';
import { jsonFault } from './json-fault.ts';

/**
 * Parses a body. Refuses anything but a JSON object; an empty text is an empty object, except in a part of a multipart body.
 * Skips a byte order mark. Drops a key `__proto__` like any unknown key, so that no copy of the body can set a prototype.
 * @param part the name of the multipart part that the text comes from.
 */
export function parseObject(text: string, part?: string): Body {
  if (text === '' && part === undefined) return {};
  const value = parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text, part);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse.invalidJson(`it must be an object, not ${nameOf(value)}`, part);
  }
  dropPrototypes(value);
  return value as Body;
}

const BYTE_ORDER_MARK = 0xfeff;
/** Characters up to which a fault is located; takes a few milliseconds. */
const TOLD = 256 * 1024;

function parse(text: string, part?: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse.invalidJson((text.length <= TOLD && jsonFault(text)) || 'it cannot be read', part);
  }
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : String(value);
}

/**
 * Not a reviver, which would be called for every value and take ten times as long as the parser; nor a search of the text for
 * the key, which takes 20 ms for a long one. Goes no deeper than bodies may be.
 */
function dropPrototypes(value: object): void {
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) dropPrototypes(one);
}
