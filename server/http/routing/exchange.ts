import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '../../access/actor.ts';
import type { Family } from './families.ts';

/** One request and the response to it, on any listener and for any path. */
export class Exchange {
  readonly id: string;
  /** The caller, once it is known. */
  actor: Actor | undefined;

  /** The caller whose share of the capacity the request takes. Undefined: nobody's. */
  get caller(): string | undefined {
    return undefined;
  }

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** Decides the form of its answers. */
    readonly family: Family,
    /** The pattern of the path, never the path itself, so that ids and tokens in it stay out of the log. */
    readonly pattern: string,
    /** Steady time of the clock. */
    readonly startedAt: number,
  ) {
    this.id = requestId(request);
  }
}

/** The `X-Request-ID` of a request if it is harmless, else a new UUID (interface/conventions 1.4). */
export function requestId(request: IncomingMessage | undefined): string {
  const sent = request?.headers['x-request-id'];
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
}
