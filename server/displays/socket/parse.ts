import type { Body } from '../../../model/field.ts';
import { type JsonLimits, JsonScan } from '../../json/json-scan.ts';

/**
 * What a message may hold: a `hello` of 256 workspaces, outputs and inputs has some 8,000 keys. 1 MiB of empty objects, or of brackets
 * inside one another, would take 50 to 90 ms to parse; what is within these limits takes some 15.
 */
const limits: JsonLimits = { depth: 64, elements: 20_000, keys: 20_000 };
/** A shorter text takes a millisecond, whatever it holds. */
const SHORT_BYTES = 16 * 1024;

/** The object of a text frame; undefined: it is not JSON, no object, or holds too much. */
export function parseMessage(data: Buffer): Body | undefined {
  try {
    if (data.length > SHORT_BYTES && !isWithin(data)) return undefined;
    const value: unknown = JSON.parse(data.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}

/** Throws a refusal of what has too many elements or keys. */
function isWithin(data: Buffer): boolean {
  const scan = new JsonScan(limits);
  scan.look(data);
  return !scan.isTooDeep && scan.isWhole;
}
