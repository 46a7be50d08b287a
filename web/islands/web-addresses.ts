import { isLivePath } from '../../model/live-page.ts';
import { isPrivateWay, webAddress } from '../../model/web-address.ts';

/** Browsers load nothing over an open way into a page that came over a private one. */
export const isMixed = (address: URL, page: Pick<URL, 'protocol'>): boolean =>
  page.protocol === 'https:' && !isPrivateWay(address);

/**
 * What a framed page may do: run, show forms, open other tabs. A page of our own origin keeps none of its rights, because with them and
 * with scripts it could act as the person who looks at it.
 */
export function sandboxOf(address: URL, ownOrigin: string): string {
  const flags = ['scripts', 'forms', 'popups', 'popups-to-escape-sandbox', 'presentation'];
  const keepsOrigin = address.origin !== ownOrigin || isLivePath(address.pathname);
  return [...flags, ...(keepsOrigin ? ['same-origin'] : [])].map((flag) => `allow-${flag}`).join(' ');
}

/** What a browser can do with the address of an IP video. `picture`: one that stays, or one that the camera goes on with. */
export type StreamWay = 'hls' | 'video' | 'still' | 'picture';

const ways: readonly (readonly [RegExp, readonly StreamWay[]])[] = [
  [/\.m3u8$/i, ['hls']],
  [/\.(mp4|m4v|webm|ogv|ogg|mov)$/i, ['video']],
  [/\.(mjpe?g)$|mjpe?g/i, ['picture']],
  [/\.(jpe?g|png|webp|gif|avif|bmp)$/i, ['still']],
];

/** In queries: `/webcam/?action=stream`, `/cgi-bin/camera?resolution=640` */
const queries: readonly (readonly [RegExp, readonly StreamWay[]])[] = [
  [/mjpe?g|action=stream/i, ['picture']],
  [/\.m3u8|format=hls/i, ['hls']],
  [/action=snapshot/i, ['still']],
];

/** The last part of the path of cameras that answer one picture a request. */
const SNAPSHOT = /(snapshot|snap|still|shot|image|picture)[^/]*$/i;

/** What to try for an address, in this order; empty: only a display can show it. */
export function streamWays(source: string): readonly StreamWay[] {
  const address = streamAddress(source);
  if (!address) return [];
  const { pathname, search } = address;
  const known = ways.find(([pattern]) => pattern.test(pathname)) ?? queries.find(([pattern]) => pattern.test(search));
  if (known) return known[1];
  return SNAPSHOT.test(pathname) ? ['still'] : ['picture', 'video'];
}

/** Without a scheme it is no web address: a camera may be meant in any way. */
export const streamAddress = (source: string): URL | undefined => webAddress(source.trim());
