import type { ResponseHead } from './public-heads.ts';

/** What a page says about who may show it in a frame. */
export interface FramePolicy {
  readonly address: URL;
  /** `X-Frame-Options`, each value in lower case. */
  readonly options: readonly string[];
  /** The sources of each `frame-ancestors`: every list must have the page around it. */
  readonly ancestors: readonly (readonly string[])[];
}

/** More than this of a policy is not read: characters. */
const LONGEST = 4096;

export function framePolicyOf({ address, headers }: ResponseHead): FramePolicy {
  const options = listed(headers['x-frame-options']).map((value) => value.toLowerCase());
  const policies = listed(headers['content-security-policy']);
  const ancestors = policies.flatMap((policy) => {
    const words = policy.split(';').map((directive) => directive.trim().split(/\s+/));
    // The first of its name counts (Content Security Policy 3, 2.2.1)
    const found = words.find(([name]) => name!.toLowerCase() === 'frame-ancestors');
    return found ? [found.slice(1)] : [];
  });
  return { address, options: [...new Set(options)], ancestors };
}

/** Several headers, and several values in one, mean the same. */
const listed = (values: readonly string[] = []): readonly string[] =>
  values
    .join(',')
    .slice(0, LONGEST)
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Would a browser show this page in a frame of a page of `around`? `frame-ancestors` overrides `X-Frame-Options`. */
export function allowsFrameIn({ address, options, ancestors }: FramePolicy, around: URL): boolean {
  if (ancestors.length > 0) return ancestors.every((sources) => sources.some((source) => matches(source, address, around)));
  const known = options.filter((value) => ['deny', 'sameorigin', 'allowall'].includes(value));
  if (known.length === 0 || (options.length === 1 && known[0] === 'allowall')) return true;
  return options.length === 1 && known[0] === 'sameorigin' && address.origin === around.origin;
}

/** Content Security Policy 3, 6.7.2.8; paths do not count. */
function matches(source: string, page: URL, around: URL): boolean {
  const text = source.toLowerCase();
  if (text === '*') return true;
  if (text === "'self'") return page.origin === around.origin;
  const scheme = /^([a-z][a-z0-9+.-]*):$/.exec(text)?.[1];
  if (scheme) return fitsScheme(scheme, around);
  const parts = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(?:\/.*)?$/.exec(text);
  if (!parts) return false;
  const [, ofScheme, host, port] = parts;
  return fitsScheme(ofScheme ?? page.protocol.slice(0, -1), around) && fitsHost(host!, around) && fitsPort(port, around);
}

/** What is allowed openly is allowed encrypted. */
const fitsScheme = (scheme: string, { protocol }: URL): boolean =>
  protocol === `${scheme}:` || (scheme === 'http' && protocol === 'https:');

const fitsHost = (host: string, { hostname }: URL): boolean =>
  host === '*' || (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host);

/** The port of an address is empty where it is the usual one. */
const fitsPort = (port: string | undefined, { port: at, protocol }: URL): boolean =>
  port === '*' || (port ?? '') === at || (at === '' && port === (protocol === 'https:' ? '443' : '80'));
