import type { Type } from '../field.ts';
import type { Work } from '../hooks.ts';
import { Schema } from '../json-schema.ts';
import { refuse } from '../refusal.ts';
import { base64Of, bytesOf } from './base64.ts';
import { floatsOf, NODE_BYTES, NODE_CHARACTERS, NODE_FLOATS, nodeCount } from './nodes.ts';

/**
 * A body of 16 MiB holds this many nodes as base64. JSON may hold the same number, so that a client can send back in one form
 * what it read in the other.
 * @bound Nodes of a stroke: 400.
 */
export const NODES_MAX = 349_525;

/** The least number that is too large to round to a 32-bit float. */
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
const exampleStroke = /* @__PURE__ */ base64Of(
  new Uint8Array(new Float32Array([40, 30, 0, 40, 30, 0, 40, 30, 0, 200, 120, 0, 200, 120, 0, 200, 120, 0]).buffer),
);
/** Points that were already read in steps; `Points` takes them as they are. */
export class ReadPoints {
  constructor(readonly text: string) {}
}

/**
 * The nodes of a stroke, stored as base64 and read in both encodings. Its reader refuses more than its schema can express
 * (base64 may hide values that are not numbers), so it is not in `types.ts`, where readers and schemas agree.
 */
export const Points: Type<string> = {
  schema: either,
  accepts: either,
  example: exampleStroke,
  read(value, key) {
    if (value instanceof ReadPoints) return value.text;
    const work = readPoints(value, key);
    for (let step = work.next(); ; step = work.next()) if (step.done) return step.value.text;
  },
};

/** Reads points in steps of a millisecond or two. An array may come as an iterable of consecutive pieces. */
export function* readPoints(value: unknown, key: string): Work<ReadPoints> {
  if (typeof value === 'string') return new ReadPoints(yield* readBase64(value, key));
  if (Array.isArray(value)) checkCount(value.length, key);
  if (isIterable(value)) return new ReadPoints(yield* readNodes(Array.isArray(value) ? piecesOf(value) : value, key));
  throw refuse.wrongType(key, 'base64 text or an array of nodes');
}

/** The only iterable objects in a body are arrays that come in pieces. */
const isIterable = (value: unknown): value is Iterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Stored points as JSON text: an array of nodes of nine numbers each. */
export const nodesText = (points: string): string => `[${someNodesText(points, 0, nodeCount(points))}]`;

/**
 * The nodes of a range as JSON, without the outer brackets, because long strokes are written in several steps. Uses `join`
 * instead of `+=`: V8 would flatten a concatenated text only in the turn that sends it.
 */
export function someNodesText(points: string, from: number, to: number): string {
  const floats = floatsOf(points, from, to);
  const nodes: string[] = [];
  for (let at = 0; at < floats.length; at += NODE_FLOATS) {
    nodes.push(`[${Array.from(floats.subarray(at, at + NODE_FLOATS), numberText).join(',')}]`);
  }
  return nodes.join(',');
}

/** The shortest text of the float as a double; -0 keeps its sign, which `JSON.stringify` drops. */
const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

/** Nodes to read in one step. */
const NODES_A_STEP = 1000;
const CHARACTERS_A_STEP = NODES_A_STEP * NODE_CHARACTERS;

function* readBase64(text: string, key: string): Work<string> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const letters = padding > 0 ? text.slice(0, -padding) : text;
  let bytes = 0;
  let wrongAt: number | undefined;
  for (let from = 0; from < letters.length; from += CHARACTERS_A_STEP) {
    const part = bytesOf(letters.slice(from, from + CHARACTERS_A_STEP));
    if (!part) throw refuse.invalid(`${key} is not base64`);
    wrongAt ??= notFiniteIn(part, bytes / 4);
    bytes += part.length;
    yield;
  }
  if (padding > 0 && text.length % 4 !== 0) throw refuse.invalid(`${key} is not base64`);
  if (padding > 0 || bytes % NODE_BYTES !== 0) throw refuse.invalid(`${key} must hold ${NODE_BYTES} bytes for each node`);
  checkCount(bytes / NODE_BYTES, key);
  if (wrongAt !== undefined) throw notFinite(key, wrongAt);
  return text;
}

/** The position of the first float that is not finite. `first`: the position of the first float in `bytes`. */
function notFiniteIn(bytes: Uint8Array, first: number): number | undefined {
  for (let at = 0; at + 3 < bytes.length; at += 4) {
    if ((bytes[at + 3]! & 0x7f) === 0x7f && bytes[at + 2]! >= 0x80) return first + at / 4;
  }
  return undefined;
}

function* piecesOf(nodes: readonly unknown[]): Iterable<readonly unknown[]> {
  for (let from = 0; from < nodes.length; from += NODES_A_STEP) yield nodes.slice(from, from + NODES_A_STEP);
}

function* readNodes(pieces: Iterable<readonly unknown[]>, key: string): Work<string> {
  const texts: string[] = [];
  let count = 0;
  for (const nodes of pieces) {
    checkCount(count + nodes.length, key);
    // Whole nodes are whole groups of base64, so the texts can simply be joined
    texts.push(base64Of(bytesOfNodes(nodes, count, key)));
    count += nodes.length;
    yield;
  }
  return texts.join('');
}

function bytesOfNodes(nodes: readonly unknown[], first: number, key: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(nodes.length * NODE_BYTES));
  for (const [at, node] of nodes.entries()) {
    if (!Array.isArray(node) || node.length !== NODE_FLOATS) {
      throw refuse.wrongType(`${key}[${first + at}]`, `an array of ${NODE_FLOATS} numbers`);
    }
    for (const [part, value] of node.entries()) {
      if (typeof value !== 'number') throw refuse.wrongType(`${key}[${first + at}][${part}]`, 'a number');
      if (!Number.isFinite(Math.fround(value))) throw notFinite(key, (first + at) * NODE_FLOATS + part);
      view.setFloat32(at * NODE_BYTES + 4 * part, value, true);
    }
  }
  return new Uint8Array(view.buffer);
}

function checkCount(nodes: number, key: string): void {
  if (nodes > NODES_MAX) throw refuse.invalid(`${key} must have at most ${NODES_MAX} nodes`);
}

const notFinite = (key: string, at: number) =>
  refuse.wrongType(`${key}[${Math.floor(at / NODE_FLOATS)}][${at % NODE_FLOATS}]`, 'a finite 32-bit float');
