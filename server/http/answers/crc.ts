/**
 * CRC-32 of bytes that follow one another, from those of the parts (RFC 1952, 8), so that nobody reads all the bytes again.
 * Numbers are polynomials modulo that of the checksum, the highest bit first, as zlib has them.
 */

const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** The factor for the checksum of a part that `bytes` bytes follow. */
export function shiftOf(bytes: number): number {
  let shift = ONE;
  let power = X_TO_THE_8;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = product(power, shift);
    power = product(power, power);
  }
  return shift;
}

/** The checksum of a part and the one behind it. `shift`: `shiftOf` the length of the latter. */
export const combined = (before: number, after: number, shift: number): number => (product(shift, before) ^ after) >>> 0;

function product(a: number, b: number): number {
  let sum = 0;
  let rest = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= rest;
    rest = (rest & 1) === 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  }
  return sum >>> 0;
}

const X_TO_THE_8 = ONE >>> 8;
