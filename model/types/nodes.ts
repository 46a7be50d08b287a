import { bytesOf } from './base64.ts';

/** Stored points of strokes; in a file of its own for programs that only draw them, and need no schemas. */

/** Floats of a node: control-in x, y, z; anchor x, y, z; control-out x, y, z (interface/widgets 16.2). */
export const NODE_FLOATS = 9;
export const NODE_BYTES = 4 * NODE_FLOATS;
/** The bytes of a node are a multiple of three, so stored points need no padding and can be cut between any two nodes. */
export const NODE_CHARACTERS = (NODE_BYTES / 3) * 4;

export const nodeCount = (points: string): number => points.length / NODE_CHARACTERS;

/** The floats of stored points: of all nodes, or of a range. */
export function floatsOf(points: string, from = 0, to = nodeCount(points)): Float32Array {
  const text = points.slice(from * NODE_CHARACTERS, to * NODE_CHARACTERS);
  const bytes = native.fromBase64?.(text) ?? bytesOf(text)!;
  if (isLittleEndian && bytes.byteOffset === 0) return new Float32Array(bytes.buffer, 0, bytes.length / 4);
  const view = new DataView(bytes.buffer);
  const floats = new Float32Array(bytes.length / 4);
  for (let at = 0; at < floats.length; at++) floats[at] = view.getFloat32(4 * at, true);
  return floats;
}

/** What new browsers have is ten times as fast, which counts for canvases with thousands of strokes. */
const native = Uint8Array as { readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
/** Stored floats are little-endian, like nearly every machine. */
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
