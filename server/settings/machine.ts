import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { mostDescriptors } from './descriptors.ts';

/** Only a quarter, because the server itself, requests and streams need the heap, too. */
export function quarterOfMemory(): number {
  return Math.floor(Math.min(memory(), roomInHeap()) / 4);
}

/** Heap of a server without data, rounded up. */
const EMPTY_SERVER = 64 * 1024 ** 2;

/** Bytes of the heap that are free for data. */
export const roomInHeap = (): number => Math.max(EMPTY_SERVER, getHeapStatistics().heap_size_limit - EMPTY_SERVER);

/** Only an eighth, because a body is in memory twice while it is parsed, and other things need most of the heap. */
export function bodyMemory(): number {
  return Math.max(40 * 1024 ** 2, Math.floor(Math.min(memory(), getHeapStatistics().heap_size_limit) / 8));
}

/** A connection takes about 20 KiB, and its requests take more. */
const CONNECTION_BYTES = 32 * 1024;

/** A fifth stays free for files, one for every fourth connection; `reserved` is for the database, the log and the renderers. */
export function mostConnections(): number {
  const most = mostDescriptors();
  const reserved = Math.min(1024, Math.max(80, most / 8));
  const inHeap = getHeapStatistics().heap_size_limit / CONNECTION_BYTES;
  return Math.max(16, Math.floor(Math.min((most - reserved) * 0.8, inHeap)));
}

/** The largest image that WebP can hold needs 2 GiB. */
export function renderMemory(): number {
  return Math.max(128 * 1024 ** 2, Math.min(2 * 1024 ** 3, Math.floor(memory() / 2)));
}

/** The memory of the machine, or of the container if that has less. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
