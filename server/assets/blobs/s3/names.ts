import { randomUUID } from 'node:crypto';
import { isHash } from '../../blobs.ts';

/**
 * Names of the objects, below the prefix of the installation:
 *
 *   bytes/<id>                         the bytes of a file. An id is used once, so an object is never written twice
 *   files/<hash>/<ms>.<bytes>.<id>     empty; says that `bytes/<id>` has the bytes of this hash, kept at this time
 *   files/<hash>/removing.<id>.<mark>  empty; says that a sweep may be about to delete `bytes/<id>`
 *   claims/<hash>/<id>                 empty; says that an upload holds this hash, with `bytes/<id>` if it needs them
 *   server-id                          whose files they are
 */
export const bytesName = (id: string): string => `bytes/${id}`;
export const fileName = (hash: string, { modified, bytes, id }: StoredBlob): string =>
  `${filesOf(hash)}${String(modified).padStart(MS_DIGITS, '0')}.${bytes}.${id}`;
export const removingName = (hash: string, id: string): string => `${filesOf(hash)}removing.${id}.${randomUUID()}`;
export const claimName = (hash: string, id: string): string => `${claimsOf(hash)}${id}`;
export const filesOf = (hash: string): string => `files/${hash}/`;
export const claimsOf = (hash: string): string => `claims/${hash}/`;
export const FILES = 'files/';
export const CLAIMS = 'claims/';
export const BYTES = 'bytes/';
export const OWNER = 'server-id';

/** Enough until the year 2286; names of one hash sort by their time. */
const MS_DIGITS = 13;

/** Bytes that were kept, as the name of an empty object says it. */
export interface StoredBlob {
  readonly id: string;
  readonly bytes: number;
  /** In milliseconds since 1970. */
  readonly modified: number;
}

/** The process that made an id: which data folder it had, and which of the processes on that folder it was. */
export interface Maker {
  readonly node: string;
  readonly process: string;
}

/** `<ms>-<node>-<process>-<random>` */
export const newId = (now: number, { node, process }: Maker): string =>
  `${String(now).padStart(MS_DIGITS, '0')}-${node}-${process}-${randomUUID().replaceAll('-', '')}`;

/** 16 hex digits, for a new data folder or process. */
export const newMakerId = (): string => randomUUID().replaceAll('-', '').slice(0, 16);

export const isMakerId = (text: string): boolean => /^[\da-f]{16}$/.test(text);

/** The maker of an id and the time. Undefined: this is not an id. */
export function madeBy(id: string): (Maker & { readonly at: number }) | undefined {
  const [, at, node, process] = /^(\d+)-([\da-f]{16})-([\da-f]{16})-[\da-f]{32}$/.exec(id) ?? [];
  return process === undefined ? undefined : { at: Number(at), node: node!, process };
}

/** The hash in the name of an object below `files/` or `claims/`. */
export function hashIn(name: string): string | undefined {
  const [, hash = ''] = name.split('/');
  return isHash(hash) ? hash : undefined;
}

/** The last part of a name: for bytes and claims the id. */
export const idIn = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Undefined: the name is of another kind. */
export function keptIn(name: string): StoredBlob | undefined {
  const [, modified, bytes, id] = /^files\/[^/]+\/(\d+)\.(\d+)\.([\da-f-]+)$/.exec(name) ?? [];
  return id === undefined ? undefined : { id, bytes: Number(bytes), modified: Number(modified) };
}

/** The id of the bytes that a sweep may be about to delete. */
export const removingIn = (name: string): string | undefined => /^files\/[^/]+\/removing\.([\da-f-]+)\./.exec(name)?.[1];
