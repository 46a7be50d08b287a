import type { Hosting, Placed } from './common.ts';

/** A widget of a type with `hosting`. */
export type Hosted = Placed & {
  /** Id of the client; `''`: none. */
  readonly host_id: string;
  /** Only for types whose host establishes a session. */
  readonly content_id?: string;
};

/** The index has hosted widgets under the id of the host; under `''` are those that want one. */
export const hostedIndex = ({ address }: Hosting) => ({
  hosted: (record: Placed) => (addressOf(record, address) === '' ? undefined : (record as Hosted).host_id),
});

export const addressOf = (record: Placed, address: Hosting['address']): string =>
  (record as unknown as Readonly<Record<string, string>>)[address]!;

/** The widget without a host, and without what that had established. */
export const unhosted = <R extends Hosted>(record: R): R => ({ ...disconnected(record), host_id: '' });

/** What the host had established is over. */
const disconnected = <R extends Hosted>(record: R): R => ('content_id' in record ? { ...record, content_id: '' } : record);

/** A new address ends what the host had established, and an empty one needs no host. Part of `prepare`. */
export function followAddress(next: Placed, previous: Readonly<Placed> | undefined, { address }: Hosting): void {
  if (!previous || addressOf(next, address) === addressOf(previous, address)) return;
  const record = next as Hosted;
  Object.assign(next, addressOf(next, address) === '' ? unhosted(record) : disconnected(record));
}
