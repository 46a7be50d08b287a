import type { Body } from '../../model/field.ts';

/** The object of a text frame; undefined: it is not JSON, or no object. */
export function parseMessage(data: Buffer): Body | undefined {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}
