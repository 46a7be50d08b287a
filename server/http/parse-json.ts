import type { Body } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { jsonFault } from './json-fault.ts';

/**
 * Refuses what is no JSON object; no text at all is an empty one, except in a part of a multipart body. A byte order mark is
 * skipped. A key `__proto__` is dropped like any unknown one, so that no later copy of the body can set a prototype.
 * @param part the name of the part that it is.
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
/** Where the fault is found in a few milliseconds, in characters. */
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
 * A reviver would be called for every value, and takes ten times as long as the parser; a look through the text for the key
 * takes 20 ms where that is long. Goes no deeper than the body may be.
 */
function dropPrototypes(value: object): void {
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) dropPrototypes(one);
}
