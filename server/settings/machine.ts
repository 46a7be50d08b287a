import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { mostDescriptors } from './descriptors.ts';

/** The heap is for more than this: for the server itself, and for what requests and streams need meanwhile. */
export function quarterOfMemory(): number {
  return Math.floor(Math.min(memory(), roomInHeap()) / 4);
}

/** What a server without data takes of the heap, rounded up. */
const EMPTY_SERVER = 64 * 1024 ** 2;

/** Bytes of the heap that are left for data. */
export const roomInHeap = (): number => Math.max(EMPTY_SERVER, getHeapStatistics().heap_size_limit - EMPTY_SERVER);

/** What is read is held once more when it is parsed, and most of the heap is for other things. */
export function bodyMemory(): number {
  return Math.max(40 * 1024 ** 2, Math.floor(Math.min(memory(), getHeapStatistics().heap_size_limit) / 8));
}

/** A connection takes some 20 KiB, and what it asks for comes on top. */
const CONNECTION_BYTES = 32 * 1024;

/** Every fifth of them may have a file open, too, beside what the database, the log and the renderers need. */
export function mostConnections(): number {
  const most = mostDescriptors();
  const reserved = Math.min(1024, Math.max(80, most / 8));
  const inHeap = getHeapStatistics().heap_size_limit / CONNECTION_BYTES;
  return Math.max(16, Math.floor(Math.min((most - reserved) * 0.8, inHeap)));
}

/** 2 GiB are what the largest image needs that WebP can hold. */
export function renderMemory(): number {
  return Math.max(128 * 1024 ** 2, Math.min(2 * 1024 ** 3, Math.floor(memory() / 2)));
}

/** Of the machine, or of the container when that has less. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
