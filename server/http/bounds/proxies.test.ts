import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createProxies } from './proxies.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: { host: 'easel.test:8080', ...headers } }) as unknown as IncomingMessage;
const proxies = createProxies(['172.0.0.0/8', '10.1.2.3', 'fd00::/8']);
const forwarded = (chain: string) => ({ 'x-forwarded-for': chain });

describe('the client address', () => {
  it.each([
    ['no proxy', '192.0.2.1', {}, '192.0.2.1'],
    ['a peer that is not trusted', '192.0.2.1', forwarded('198.51.100.7'), '192.0.2.1'],
    ['loopback, which is not trusted', '127.0.0.1', forwarded('198.51.100.7'), '127.0.0.1'],
    ['a trusted peer without the header', '172.17.0.1', {}, '172.17.0.1'],
    ['one trusted proxy', '172.17.0.1', forwarded('198.51.100.7'), '198.51.100.7'],
    ['an IPv4 peer shown as IPv6', '::ffff:172.17.0.1', forwarded('198.51.100.7'), '198.51.100.7'],
    ['an IPv6 proxy', 'fd00::1', forwarded('2001:db8::5'), '2001:db8::5'],
    ['addresses that the client made up', '172.17.0.1', forwarded('1.1.1.1, 198.51.100.7, 10.1.2.3'), '198.51.100.7'],
    ['all trusted: the leftmost', '172.17.0.1', forwarded('172.20.0.9, 172.20.0.8'), '172.20.0.9'],
    ['rubbish in the header', '172.17.0.1', forwarded('unknown, , x'), '172.17.0.1'],
  ])('%s', (_, peer, headers, address) => expect(proxies.clientAddress(from(peer, headers))).toBe(address));
});

describe('the requested origin', () => {
  const headers = { 'x-forwarded-proto': 'http, HTTPS', 'x-forwarded-host': 'a.test, board.example' };

  it('is scheme and host of the request', () =>
    expect(proxies.requestedOrigin(from('192.0.2.1'))).toBe('http://easel.test:8080'));

  it('is the last value that a trusted proxy sends', () => {
    expect(proxies.requestedOrigin(from('172.17.0.1', headers))).toBe('https://board.example');
  });

  it('ignores the headers of any other peer', () => {
    expect(proxies.requestedOrigin(from('127.0.0.1', headers))).toBe('http://easel.test:8080');
    expect(proxies.forwardedProto(from('127.0.0.1', headers))).toBeUndefined();
  });
});

it.each(['172.0.0.0/33', 'proxy.example', '10.0.0.0/x', ''])('a wrong CIDR stops the start: %j', (cidr) => {
  expect(() => createProxies([cidr])).toThrow();
});
