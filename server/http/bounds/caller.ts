import type { Actor } from '../../access/actor.ts';

/** The owner of a share of a quota: a user, or everybody at one address who is not signed in. */
export function callerOf(actor: Actor, address: string): string {
  return actor.credential === 'none' ? `address ${networkOf(address)}` : `user ${actor.id}`;
}

/** A provider gives one customer a whole IPv6 network: the first 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array(zeros).fill('0'), ...last].slice(0, 4).join(':');
}

const groupsOf = (text: string): string[] => text.split(':').filter((group) => group !== '');
