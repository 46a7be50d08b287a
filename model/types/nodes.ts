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
  const bytes = bytesOf(points.slice(from * NODE_CHARACTERS, to * NODE_CHARACTERS))!;
  const view = new DataView(bytes.buffer);
  const floats = new Float32Array(bytes.length / 4);
  for (let at = 0; at < floats.length; at++) floats[at] = view.getFloat32(4 * at, true);
  return floats;
}
