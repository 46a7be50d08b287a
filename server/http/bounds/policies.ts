/** What pages may do in a browser, as headers in the form of `Family.headers`. */

/**
 * The page: own code and style only. Pictures, videos and frames come from anywhere, because people put addresses of other servers on
 * canvases: pictures of IP cameras, web pages. Of other servers, only those in `streamSources` are asked by scripts, for the parts of
 * IP videos. No text becomes code or markup, since no Trusted Types policy may be made.
 */
export const documentHeaders = (streamSources: readonly string[]): readonly string[] => [
  ...['Content-Security-Policy', policyOf({ ...ofDocument, 'connect-src': ["'self'", ...streamSources].join(' ') })],
  ...nosniff,
  // Players that stand in frames refuse to play for a page that they cannot name; they learn the server, but not the canvas
  ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
  ...['Permissions-Policy', abilities],
];

/**
 * The page behind the link in a mail: as the other pages, and with the rules of the page about code. No other server hears its address,
 * which holds a token at first, and no search engine keeps it.
 */
export const mailedHeaders = (): readonly string[] => [
  ...['Content-Security-Policy', policyOf({ ...ofSite, ...withoutMarkup, 'img-src': "'self'", 'manifest-src': "'self'" })],
  ...nosniff,
  ...['Referrer-Policy', 'no-referrer'],
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
  ...['X-Robots-Tag', 'noindex'],
];

/** Browsers take what is sent for what it says it is. */
export const nosniff = ['X-Content-Type-Options', 'nosniff'] as const;

/**
 * Other pages: own files only, so that such a page can neither load from nor send to anywhere else. Images may also be `data:` and
 * `blob:`, because the style of the viewer of the API document embeds small pictures, and it shows pictures that a request answered.
 * It also makes markup of texts, which rules out Trusted Types here.
 */
export const siteHeaders = (): readonly string[] => [
  ...['Content-Security-Policy', policyOf(ofSite)],
  ...nosniff,
  ...['Referrer-Policy', 'no-referrer'],
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
];

/** A page that pages of this server may show in a frame, and nobody else. */
export const framedHeaders = (): readonly string[] => [
  ...['Content-Security-Policy', policyOf({ ...ofSite, 'frame-ancestors': "'self'" })],
  ...nosniff,
  ...['Referrer-Policy', 'no-referrer'],
];

const withoutMarkup = {
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

const ofDocument = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'img-src': "'self' blob: http: https:",
  'media-src': "'self' blob: http: https:",
  'connect-src': "'self'",
  'frame-src': 'http: https:',
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  ...withoutMarkup,
};

const ofSite = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Cameras and screens for video inputs, a screen that stays on, several screens for outputs; frames get none of them. */
const abilities = [
  ...['camera', 'microphone', 'display-capture', 'screen-wake-lock', 'window-management'].map((name) => `${name}=(self)`),
  ...['geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'].map((name) => `${name}=()`),
].join(', ');

const policyOf = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
