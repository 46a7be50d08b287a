import type { Actor } from '../../access/actor.ts';
import type { Peer } from './incoming.ts';

/**
 * Messages of a user may have as many bytes; a longer one ends the connection with 1009.
 * @bound Bytes of a message from a display of a user: the connection ends with 1009.
 */
export const MESSAGE_BYTES = 1024 * 1024;
/**
 * A guest's messages have room for the largest presence.
 * @bound Bytes of a message from a guest: the connection ends with 1009.
 */
const GUEST_BYTES = 64 * 1024;
/**
 * A first message without a credential beside it, which anybody may send.
 * @bound Bytes of the first message on a connection without a credential: the connection ends with 1009.
 */
const HELLO_BYTES = 16 * 1024;
/**
 * What the messages of one connection may cost in a second: a simple one costs 1.
 * @bound Cost of the messages of one connection in a second, where a simple message costs 1: the connection ends with 4429.
 */
const COST = 200;
/** @bound Cost of the messages of a guest in a second: the connection ends with 4429. */
const COST_OF_GUEST = 100;
/** Bytes that a user's messages always have, so that a full memory for bodies ends no wall: the messages of walls are small. */
const FREE_BYTES = 16 * 1024;

/** The user or the address in whose name a connection has turns and memory. */
export type PeerAccount = Pick<Peer, 'caller' | 'memory'>;

export const messageBytesFor = ({ credential }: Actor, isWelcome: boolean): number => {
  if (credential !== 'none') return MESSAGE_BYTES;
  return isWelcome ? GUEST_BYTES : HELLO_BYTES;
};

/** What a peer may send. */
export function peerOf(actor: Actor, account: PeerAccount, isWelcome: boolean): Peer {
  const isAnybody = actor.credential === 'none';
  return {
    ...account,
    messageBytes: messageBytesFor(actor, isWelcome),
    costPerSecond: isAnybody ? COST_OF_GUEST : COST,
    freeBytes: isAnybody ? 0 : FREE_BYTES,
  };
}
