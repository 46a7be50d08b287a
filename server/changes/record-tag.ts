import { hash } from 'node:crypto';
import type { Version } from '../store/store.ts';

/** Names a text: two that differ have different ones. 22 letters, digits, `-` and `_`. */
export const hashOf = (text: string | Buffer): string => hash('sha256', text, 'base64url').slice(0, HASH_LENGTH);

/** Enough characters for 128 bits. */
export const HASH_LENGTH = 22;

/** Characters that are hashed in some three milliseconds. Only strokes are longer. */
const LONGEST = 2 * 1024 * 1024;

/** Names a record as it is shown; it changes when the record does, and with nothing else. Undefined: it is too long for that. */
export const recordTag = ({ shown }: Pick<Version, 'shown'>): string | undefined =>
  shown.length > LONGEST ? undefined : hashOf(shown);
