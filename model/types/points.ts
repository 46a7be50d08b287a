import Schema from 'typebox';
import type { Type } from '../field.ts';
import { refuse } from '../refusal.ts';
import { base64Of, bytesOf } from './base64.ts';

/** Floats of a node: control-in x, y, z; anchor x, y, z; control-out x, y, z (widgets contract 16.2). */
export const NODE_FLOATS = 9;
const NODE_BYTES = 4 * NODE_FLOATS;
/** A node is a whole number of base64 groups, so stored points never have padding and can be cut between nodes. */
const NODE_CHARACTERS = (NODE_BYTES / 3) * 4;
/** As many as a body of 16 MiB holds in base64; in JSON the same number, so that what was written can be written again. */
export const NODES_MAX = 349_525;

/** The least number that is too large for a 32-bit float. */
const BEYOND = 2 ** 128 - 2 ** 103;

const base64Schema = Schema.String({
  pattern: `^([A-Za-z0-9+/]{${NODE_CHARACTERS}})*$`,
  maxLength: NODES_MAX * NODE_CHARACTERS,
  description: 'Base64 of little-endian 32-bit floats, nine for each node',
});
const number = Schema.Number({ exclusiveMinimum: -BEYOND, exclusiveMaximum: BEYOND });
const nodesSchema = Schema.Array(Schema.Array(number, { minItems: NODE_FLOATS, maxItems: NODE_FLOATS }), {
  maxItems: NODES_MAX,
});
const either = Schema.Union([base64Schema, nodesSchema]);

/** Two nodes, from (40, 30) to (200, 120), each without handles. */
const exampleStroke = base64Of(
  new Uint8Array(new Float32Array([40, 30, 0, 40, 30, 0, 40, 30, 0, 200, 120, 0, 200, 120, 0, 200, 120, 0]).buffer),
);

/**
 * The nodes of a stroke, stored as base64 and read in both encodings. Wider than its schema can say (values that are no
 * number may hide in base64), so it is not in `types.ts`, whose readers and schemas agree.
 */
export const Points: Type<string> = {
  schema: either,
  accepts: either,
  example: exampleStroke,
  read(value, key) {
    if (typeof value === 'string') return readBase64(value, key);
    if (Array.isArray(value)) return readNodes(value, key);
    throw refuse.wrongType(key, 'base64 text or an array of nodes');
  },
};

export const nodeCount = (points: string): number => points.length / NODE_CHARACTERS;

/** The floats of stored points, all of them or those of some nodes. */
export function floatsOf(points: string, from = 0, to = nodeCount(points)): Float32Array {
  const bytes = bytesOf(points.slice(from * NODE_CHARACTERS, to * NODE_CHARACTERS))!;
  const view = new DataView(bytes.buffer);
  const floats = new Float32Array(bytes.length / 4);
  for (let at = 0; at < floats.length; at++) floats[at] = view.getFloat32(4 * at, true);
  return floats;
}

/** Stored points as JSON text: an array of nodes of nine numbers each. */
export const nodesText = (points: string): string => `[${someNodesText(points, 0, nodeCount(points))}]`;

/**
 * The nodes of a part of the points, without the outer brackets: long strokes are written in several steps. Joined, not
 * added up piece by piece: such a text would be put together only in the turn that sends it.
 */
export function someNodesText(points: string, from: number, to: number): string {
  const floats = floatsOf(points, from, to);
  const nodes: string[] = [];
  for (let at = 0; at < floats.length; at += NODE_FLOATS) {
    nodes.push(`[${Array.from(floats.subarray(at, at + NODE_FLOATS), numberText).join(',')}]`);
  }
  return nodes.join(',');
}

/** The shortest text of the double with the float's value; -0 keeps its sign, which `JSON.stringify` drops. */
const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

function readBase64(text: string, key: string): string {
  const bytes = bytesOf(text.replace(/={1,2}$/, ''));
  const padded = text.endsWith('=');
  if (!bytes || (padded && text.length % 4 !== 0)) throw refuse.invalid(`${key} is not base64`);
  if (padded || bytes.length % NODE_BYTES !== 0) throw refuse.invalid(`${key} must hold ${NODE_BYTES} bytes for each node`);
  checkCount(bytes.length / NODE_BYTES, key);
  for (let at = 0; at < bytes.length; at += 4) {
    if ((bytes[at + 3]! & 0x7f) === 0x7f && bytes[at + 2]! >= 0x80) throw notFinite(key, at / 4);
  }
  return text;
}

function readNodes(nodes: readonly unknown[], key: string): string {
  checkCount(nodes.length, key);
  const view = new DataView(new ArrayBuffer(nodes.length * NODE_BYTES));
  for (const [at, node] of nodes.entries()) {
    if (!Array.isArray(node) || node.length !== NODE_FLOATS) {
      throw refuse.wrongType(`${key}[${at}]`, `an array of ${NODE_FLOATS} numbers`);
    }
    for (const [part, value] of node.entries()) {
      if (typeof value !== 'number') throw refuse.wrongType(`${key}[${at}][${part}]`, 'a number');
      if (!Number.isFinite(Math.fround(value))) throw notFinite(key, at * NODE_FLOATS + part);
      view.setFloat32(at * NODE_BYTES + 4 * part, value, true);
    }
  }
  return base64Of(new Uint8Array(view.buffer));
}

function checkCount(nodes: number, key: string): void {
  if (nodes > NODES_MAX) throw refuse.invalid(`${key} must have at most ${NODES_MAX} nodes`);
}

const notFinite = (key: string, at: number) =>
  refuse.wrongType(`${key}[${Math.floor(at / NODE_FLOATS)}][${at % NODE_FLOATS}]`, 'a finite 32-bit float');
