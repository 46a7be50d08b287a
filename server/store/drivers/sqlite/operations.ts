import type { PacketBytes } from './packet.ts';

/** What a database thread can be asked for; a request names one by its place in this list. */
export const operations = [
  'open',
  'commit',
  'lock',
  'commitLocked',
  'begin',
  'stage',
  'unstage',
  'settle',
  'scopes',
  'revisions',
  'load',
  'missed',
  'committed',
  'referred',
  'released',
  'forgetReleased',
  'sweep',
  'probe',
  'auditEnds',
  'lookAtAudit',
  'auditOlderThan',
  'removeAudit',
  'close',
] as const;
export type Operation = (typeof operations)[number];

export interface ThreadRequest {
  readonly call: number;
  readonly database: number;
  readonly operation: number;
  readonly bytes: PacketBytes;
}

export interface ThreadReply {
  readonly call: number;
  /** False for a part of a longer answer. */
  readonly last: boolean;
  readonly error: string | undefined;
  /** The way of writing is broken: the process must end. */
  readonly fatal: boolean;
  readonly bytes: PacketBytes;
}
