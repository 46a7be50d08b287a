/** Placeholder for the number of the request, zero-padded, so that each body is new and all have the same length. */
export const NUMBER = '########';

/** The bytes of a request on a keep-alive connection, with the number still to be written by `numbered`. */
export function requestBytes({ method, path, token, body }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = text ? `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` : '';
  const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nPrivate-Token: ${token}\r\n${type}\r\n`;
  return Buffer.from(head + text);
}

/** Writes the number into the bytes, in place: call it only when the answer to the last request has arrived. */
export function numbered(bytes, number) {
  const at = placeOf(bytes);
  if (at >= 0) bytes.write(String(number).padStart(NUMBER.length, '0'), at, 'latin1');
  return bytes;
}

const places = new WeakMap();

function placeOf(bytes) {
  let at = places.get(bytes);
  if (at === undefined) places.set(bytes, (at = bytes.indexOf(NUMBER)));
  return at;
}
