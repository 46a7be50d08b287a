import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { isPublicAddress, publicNetwork } from './public-network.ts';

it.each(['1.1.1.1', '9.255.255.255', '11.0.0.1', '172.32.0.1', '192.169.0.1', '223.255.255.255', '2606:4700::1111', '2a00::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.9', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...['192.168.1.1', '198.18.0.1', '203.0.113.7', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1', '2001::1', '3fff::1'],
  // IPv4 in other clothes: mapped, compatible, translated, 6to4
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::'],
  ...['', 'localhost', '1.1.1', '0x7f.1'],
])('"%s" is not public', (address) => expect(isPublicAddress(address)).toBe(false));

it('no address of this machine is public', () => {
  const own = Object.values(networkInterfaces()).flatMap((of) => of!.map(({ address }) => address));
  expect(own.filter((address) => publicNetwork.isPublic(address))).toEqual([]);
});
