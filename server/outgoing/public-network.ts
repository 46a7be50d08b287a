import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Names and addresses as this server sees them. */
export interface Network {
  /** All addresses of a name. Rejects as `dns.lookup` does. */
  resolve(name: string): Promise<readonly string[]>;
  /** Anybody can reach this address, so the server tells its callers nothing that they could not find out alone. */
  isPublic(address: string): boolean;
}

export const publicNetwork: Network = {
  resolve: async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address),
  isPublic: (address) => isPublicAddress(address) && !isOwnAddress(address),
};

/** No address of this machine, of a private network, of the local link, of documentation, of a cloud's metadata, or of many. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((of) => of?.some((one) => one.address === address));

/** IANA, special-purpose address registries; for IPv6 within the global range only. */
const closed = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Protocol assignments with Teredo, documentation, 6to4: the last two carry an IPv4 address that was not checked
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]) {
  const [address, bits] = range.split('/') as [string, string];
  closed.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}

/** Mapped and translated IPv4 addresses lie outside, as do unique local and link-local ones. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
