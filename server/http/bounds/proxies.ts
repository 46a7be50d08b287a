import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

/**
 * The address of the client, and the address that it asked, also behind proxies (interface/conventions 1.9).
 * `X-Forwarded-*` count only when the peer of the connection is a trusted proxy.
 */
export interface Proxies {
  /** Address of the client, for audit and logs. */
  clientAddress(request: IncomingMessage): string;
  /** `https://host[:port]` as the client wrote it, also behind proxies; `''` when no host was sent. */
  requestedOrigin(request: IncomingMessage): string;
  /** Did the client come by HTTPS? */
  isHttps(request: IncomingMessage): boolean;
  /** Is the peer of a connection a trusted proxy? */
  isProxy(address: string): boolean;
  /** `X-Forwarded-Proto` of a trusted proxy, else undefined. */
  forwardedProto(request: IncomingMessage): string | undefined;
}

/** @param cidrs throws when one is invalid, which must stop the start. */
export function createProxies(cidrs: readonly string[]): Proxies {
  const list = blockList(cidrs);
  const isTrusted = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
  const believed = (request: IncomingMessage): boolean => isTrusted(plainAddress(request.socket.remoteAddress ?? ''));
  const forwardedProto = (request: IncomingMessage): string | undefined => {
    const sent = lastOf(request.headers, 'x-forwarded-proto');
    return sent !== undefined && believed(request) ? sent.toLowerCase() : undefined;
  };
  const protocol = (request: IncomingMessage): string =>
    forwardedProto(request) ?? (isEncrypted(request.socket) ? 'https' : 'http');
  return {
    clientAddress(request) {
      const peer = plainAddress(request.socket.remoteAddress ?? '');
      const chain = request.headers['x-forwarded-for'];
      return chain === undefined || !isTrusted(peer) ? peer : (firstUntrusted(String(chain), isTrusted) ?? peer);
    },
    requestedOrigin(request) {
      const forwarded = lastOf(request.headers, 'x-forwarded-host');
      const host = forwarded !== undefined && believed(request) ? forwarded : request.headers.host;
      if (!host) return '';
      return `${protocol(request)}://${host}`;
    },
    isHttps: (request) => protocol(request) === 'https',
    isProxy: (address) => isTrusted(plainAddress(address)),
    forwardedProto,
  };
}

function blockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix);
    if (family === 0 || !Number.isInteger(bits)) throw new Error(`trusted proxy ${cidr} is not a CIDR`);
    list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** An IPv4 address that the system shows as IPv6 (`::ffff:10.0.0.1`) counts as the IPv4 address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** The first address from the right that is not a trusted proxy; if all are trusted, the leftmost. */
function firstUntrusted(chain: string, isTrusted: (address: string) => boolean): string | undefined {
  const addresses = chain
    .split(',')
    .map((part) => plainAddress(part.trim()))
    .filter((part) => isIP(part) !== 0);
  return addresses.findLast((address) => !isTrusted(address)) ?? addresses[0];
}

function lastOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const sent = headers[name];
  if (sent === undefined) return undefined;
  return String(sent).split(',').at(-1)?.trim() || undefined;
}

const isEncrypted = (socket: Socket): boolean => 'encrypted' in socket && socket.encrypted === true;
