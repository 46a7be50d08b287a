/**
 * Standard base64 (RFC 4648 section 4). Written here because `model/` runs both in the server and in web pages, which have
 * no base64 functions in common.
 */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const codes = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0));
const NONE = 0xff;
const values = new Uint8Array(256).fill(NONE);
for (const [value, code] of codes.entries()) values[code] = value;

/** The bytes of unpadded text; undefined when a letter, the length or the leftover bits are not base64. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  const left = text.length % 4;
  const bytes = new Uint8Array(Math.floor(text.length / 4) * 3 + Math.max(0, left - 1));
  const whole = text.length - left;
  let to = 0;
  // Any value over 63 shows in the OR of all values
  let seen = 0;
  for (let at = 0; at < whole; at += 4) {
    const a = valueAt(text, at);
    const b = valueAt(text, at + 1);
    const c = valueAt(text, at + 2);
    const d = valueAt(text, at + 3);
    seen |= a | b | c | d;
    bytes[to++] = (a << 2) | (b >> 4);
    bytes[to++] = (b << 4) | (c >> 2);
    bytes[to++] = (c << 6) | d;
  }
  return seen < 64 && left !== 1 && endsWell(text.slice(whole), bytes, to) ? bytes : undefined;
}

export function base64Of(bytes: Uint8Array): string {
  const padding = (3 - (bytes.length % 3)) % 3;
  const letters = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  for (let at = 0, to = 0; at < bytes.length; at += 3) {
    const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    letters[to++] = codes[group >> 18]!;
    letters[to++] = codes[(group >> 12) & 63]!;
    letters[to++] = codes[(group >> 6) & 63]!;
    letters[to++] = codes[group & 63]!;
  }
  letters.fill(0x3d, letters.length - padding);
  return textOf(letters);
}

const valueAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code < 256 ? values[code]! : NONE;
};

/** Decodes the last two or three letters into one or two bytes; false when they are not base64. */
function endsWell(rest: string, bytes: Uint8Array, to: number): boolean {
  if (rest === '') return true;
  const a = valueAt(rest, 0);
  const b = valueAt(rest, 1);
  const c = rest.length > 2 ? valueAt(rest, 2) : 0;
  if ((a | b | c) > 63) return false;
  bytes[to] = (a << 2) | (b >> 4);
  if (rest.length > 2) bytes[to + 1] = (b << 4) | (c >> 2);
  return rest.length > 2 ? (c & 3) === 0 : (b & 15) === 0;
}

/** In chunks, because a call takes a limited number of arguments. */
function textOf(letters: Uint8Array): string {
  let text = '';
  for (let at = 0; at < letters.length; at += 8192) text += String.fromCharCode(...letters.subarray(at, at + 8192));
  return text;
}
