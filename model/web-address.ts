/** What is wrong with an http or https address as the address of this server, as the rest of a sentence; undefined: nothing. */
export function ownAddressFault(text: string): string | undefined {
  const url = webAddress(text);
  if (!url) return 'must be an absolute http or https address';
  // The paths of the server begin at the root of its host; below a path, all links and redirects would be wrong
  if (`${url.origin}/` === url.href) return undefined;
  return 'must be an address without a path, such as https://canvas.example, because Easel needs a host of its own';
}

/** An absolute http or https address; undefined: it is none. The parser of URLs drops white space, and headers must not have it. */
export function webAddress(text: string): URL | undefined {
  const url = /^[\x21-\x7e]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** An address that somebody typed, perhaps without its scheme, as an http or https address; undefined: it is none. */
export function typedAddress(text: string): URL | undefined {
  const typed = text.trim();
  // `camera:8080/x` is a host and a port, although it reads like a scheme
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed);
  return webAddress(hasScheme ? typed : `https://${typed}`);
}

/** Does what is sent to this address stay unread on its way: by TLS, or because it never leaves the machine? */
export const isPrivateWay = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
