import type { IncomingHttpHeaders } from 'node:http';
import { weights } from './weights.ts';

/** Lines of JSON, each ended by LF. */
export const NDJSON = 'application/x-ndjson';

/** The content type of a stream: its own name for clients that accept it. Old clients expect JSON (interface/streaming 2.1). */
export const streamType = ({ accept }: IncomingHttpHeaders): string =>
  (weights(accept).get(NDJSON) ?? 0) > 0 ? NDJSON : 'application/json';
