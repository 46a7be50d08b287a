import { request as plain, type RequestOptions } from 'node:http';
import { request as encrypted } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../clock.ts';
import { OutgoingFailure } from './outgoing.ts';
import { type Network, publicNetwork } from './public-network.ts';

/** The last answer on the way, without its body. */
export interface ResponseHead {
  readonly address: URL;
  /** Each header with all its values. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
}

/** An address that the server does not go to for a caller: nothing was sent. */
class ClosedAddress extends Error {
  override readonly name = 'ClosedAddress';
}

export interface HeadLimits {
  /** For all redirects together. */
  readonly ms: number;
  /** Bytes of the headers of one answer. */
  readonly bytes: number;
  readonly redirects: number;
}

const usualHeads: HeadLimits = { ms: 5000, bytes: 16 * 1024, redirects: 5 };

/**
 * The one way in which the server goes to an address that a caller chose. Each name is resolved here, every address of it must be public,
 * and the connection goes to an address that was checked, so a name that changes meanwhile leads nowhere else. Redirects are checked in
 * the same way. Nothing is sent but the request itself, and of the answer only the headers are read.
 */
export interface PublicHeads {
  /** Rejects with ClosedAddress before anything is sent, and with OutgoingFailure when nobody answers. */
  head(address: URL): Promise<ResponseHead>;
  close(): void;
}

export function createPublicHeads(
  clock: Pick<Clock, 'after'>,
  network: Network = publicNetwork,
  limits: HeadLimits = usualHeads,
): PublicHeads {
  const underWay = new Set<AbortController>();
  let isClosed = false;
  return {
    async head(address) {
      if (isClosed) throw new ClosedAddress('the server ends');
      const cut = new AbortController();
      underWay.add(cut);
      const timer = clock.after(limits.ms, () => cut.abort());
      try {
        return await follow(address, { network, limits, signal: cut.signal });
      } finally {
        timer.cancel();
        underWay.delete(cut);
      }
    },
    close() {
      isClosed = true;
      for (const cut of underWay) cut.abort();
    },
  };
}

interface Way {
  readonly network: Network;
  readonly limits: HeadLimits;
  readonly signal: AbortSignal;
}

async function follow(from: URL, way: Way): Promise<ResponseHead> {
  let address = from;
  for (let step = 0; step <= way.limits.redirects; step++) {
    const { status, headers } = await send(address, await checked(address, way), way);
    const location = headers.location?.[0];
    if (status < 300 || status >= 400 || location === undefined) return { address, headers };
    if (!URL.canParse(location, address.href)) throw new OutgoingFailure('it was redirected to no address');
    address = new URL(location, address);
  }
  throw new OutgoingFailure('it was redirected too often');
}

/** The addresses of the host, all of which are public. */
async function checked(
  { protocol, hostname, port, username, password }: URL,
  { network, signal }: Way,
): Promise<readonly string[]> {
  const isWeb = protocol === 'https:' || protocol === 'http:';
  // Ports of other services below 1024 are none of the web, and a request may mean something to them
  if (!isWeb || username !== '' || password !== '' || (port !== '' && Number(port) < 1024))
    throw new ClosedAddress('not a web page');
  const literal = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(literal) ? [literal] : await unlessCut(network.resolve(hostname), signal);
  if (addresses.length === 0) throw new OutgoingFailure('it has no address');
  if (!addresses.every((address) => network.isPublic(address))) throw new ClosedAddress('not a public address');
  return addresses;
}

/** The names of a machine are asked for by its operating system, which cannot be interrupted. */
function unlessCut<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cut = (): void => reject(new OutgoingFailure('it took too long'));
    if (signal.aborted) return cut();
    signal.addEventListener('abort', cut, { once: true });
    return asked.then(resolve, () => reject(new OutgoingFailure('its name is not known')));
  });
}

interface RawAnswer {
  readonly status: number;
  readonly headers: ResponseHead['headers'];
}

function send(address: URL, to: readonly string[], { limits, signal }: Way): Promise<RawAnswer> {
  const lookup: LookupFunction = (_name, options, done) => {
    const all = to.map((one) => ({ address: one, family: isIP(one) }));
    if (options.all) done(null, all);
    else done(null, all[0]!.address, all[0]!.family);
  };
  const headers = { accept: 'text/html,*/*;q=0.5', 'user-agent': 'Easel' };
  const options: RequestOptions = { lookup, headers, signal, agent: false, maxHeaderSize: limits.bytes };
  const request = address.protocol === 'https:' ? encrypted : plain;
  return new Promise((resolve, reject) => {
    const asked = request(address, options, (answer) => {
      resolve({ status: answer.statusCode!, headers: answer.headersDistinct });
      answer.destroy();
    });
    asked.on('error', () => reject(new OutgoingFailure(signal.aborted ? 'it took too long' : 'the connection failed')));
    asked.end();
  });
}
