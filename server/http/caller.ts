import type { Actor } from '../access/actor.ts';

/** Who has a share of what there is: a user, or all who come without a name from one address. */
export function callerOf(actor: Actor, address: string): string {
  return actor.credential === 'none' ? `address ${networkOf(address)}` : `user ${actor.id}`;
}

/** One customer of a provider has a whole network of IPv6 addresses: the first 64 bits. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array(zeros).fill('0'), ...last].slice(0, 4).join(':');
}

const groupsOf = (text: string): string[] => text.split(':').filter((group) => group !== '');
