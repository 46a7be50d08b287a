import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '../refusal.ts';
import { base64Of, bytesOf } from './base64.ts';
import { floatsOf, nodeCount } from './nodes.ts';
import { NODES_MAX, nodesText, Points, someNodesText } from './points.ts';

const read = (value: unknown): string => Points.read(value, 'points', undefined);

function refusal(value: unknown): string {
  try {
    return read(value).slice(0, 40);
  } catch (error) {
    return `${(error as Refusal).status} ${(error as Error).message}`;
  }
}

/** Any float but infinities and NaN, from its bits, so that -0 and denormals are among them. */
const finiteBits = fc
  .nat({ max: 0xffffffff })
  .map((bits) => ((bits & 0x7f800000) === 0x7f800000 ? bits & ~0x00800000 : bits) >>> 0);
const nodesOf = <T>(part: fc.Arbitrary<T>) => fc.array(fc.array(part, { minLength: 9, maxLength: 9 }), { maxLength: 5 });

const packed = (bits: readonly number[][]): Buffer => {
  const bytes = Buffer.alloc(bits.length * 36);
  for (const [at, value] of bits.flat().entries()) bytes.writeUInt32LE(value, 4 * at);
  return bytes;
};

describe('points', () => {
  it('come back byte for byte from base64 to JSON to base64', () => {
    const corners = [0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3dcccccd];
    fc.assert(
      fc.property(fc.oneof(nodesOf(finiteBits), nodesOf(fc.constantFrom(...corners))), (bits) => {
        const sent = packed(bits).toString('base64');
        const stored = read(sent);
        expect(stored).toBe(sent);
        expect(read(JSON.parse(nodesText(stored)))).toBe(sent);
      }),
      { numRuns: 500 },
    );
  });

  it('come back from JSON to base64 to JSON as the nearest 32-bit floats', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, min: -3.4e38, max: 3.4e38 }),
      fc.double({ noNaN: true, min: -1e-37, max: 1e-37 }),
    );
    fc.assert(
      fc.property(nodesOf(number), (nodes) => {
        expect(JSON.parse(nodesText(read(nodes)))).toEqual(nodes.map((node) => node.map(Math.fround)));
      }),
      { numRuns: 500 },
    );
    expect(nodesText(read([[0.1, -0, 1, 1.5, 2, 0, 2, 2, 0]]))).toBe('[[0.10000000149011612,-0,1,1.5,2,0,2,2,0]]');
  });

  it('are little-endian floats, nine for each node', () => {
    const nodes = [
      [1, 2, 0, 1.5, 2, 0, 2, 2, 0],
      [4, 5, 0, 4.5, 5, 0, 5, 5, 0],
    ];
    const bytes = Buffer.alloc(72);
    for (const [at, value] of nodes.flat().entries()) bytes.writeFloatLE(value, 4 * at);
    expect(read(nodes)).toBe(bytes.toString('base64'));
    expect(nodeCount(read(nodes))).toBe(2);
    expect([...floatsOf(read(nodes), 1, 2)]).toEqual(nodes[1]);
    expect(nodesText(read(nodes))).toBe(JSON.stringify(nodes));
    expect(someNodesText(read(nodes), 0, 1)).toBe('[1,2,0,1.5,2,0,2,2,0]');
    expect([read([]), nodesText('')]).toEqual(['', '[]']);
  });

  it('are refused when they are not base64 of whole nodes', () => {
    const node = Buffer.alloc(36).toString('base64');
    const no = '400 points is not base64';
    expect(
      [' ', `${node} `, `${node}====`, 'A', `${node.slice(0, -1)}-`, `${node.slice(0, -1)}é`, 'AAA=A', 'AB==', 'QQ='].map(
        refusal,
      ),
    ).toEqual(Array(9).fill(no));
    const part = '400 points must hold 36 bytes for each node';
    expect(['AAAA', 'AAA', 'AA', 'AAA=', 'AA==', node.slice(4), `${node}AAAA`].map(refusal)).toEqual(Array(7).fill(part));
    expect(refusal(node)).toBe(node.slice(0, 40));
  });

  it('are refused when a value is not a finite 32-bit float', () => {
    const bits = (value: number): string => packed([[0, 0, 0, 0, value, 0, 0, 0, 0]]).toString('base64');
    const no = '400 points[0][4] must be a finite 32-bit float';
    expect([0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff].map((value) => refusal(bits(value)))).toEqual(
      Array(5).fill(no),
    );
    const node = (value: unknown): unknown => [[0, 0, 0, 0, value, 0, 0, 0, 0]];
    expect([Number.POSITIVE_INFINITY, 3.5e38, -3.5e38, 2 ** 128 - 2 ** 103].map((value) => refusal(node(value)))).toEqual(
      Array(4).fill(no),
    );
    expect(JSON.parse(nodesText(read(node(3.4028235e38))))[0][4]).toBe(3.4028234663852886e38);
    expect(['1', null, true, [1]].map((value) => refusal(node(value)))).toEqual(
      Array(4).fill('400 points[0][4] must be a number'),
    );
  });

  it('are refused in any other form', () => {
    const other = '400 points must be base64 text or an array of nodes';
    expect([5, true, {}, { 0: 1 }].map(refusal)).toEqual(Array(4).fill(other));
    const node = '400 points[0] must be an array of 9 numbers';
    expect([[1], [[]], [[1, 2]], [{}], [null], [Array(10).fill(0)]].map(refusal)).toEqual(Array(6).fill(node));
    expect(refusal('A'.repeat(48 * (NODES_MAX + 1)))).toBe('400 points must have at most 349525 nodes');
    expect(refusal(Array(NODES_MAX + 1).fill(0))).toBe('400 points must have at most 349525 nodes');
  });
});

describe('base64', () => {
  it('agrees with that of Node', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(base64Of(bytes)).toBe(text);
        expect(bytesOf(text.replace(/=+$/, ''))).toEqual(Uint8Array.from(bytes));
      }),
    );
    expect(base64Of(new Uint8Array(30_000))).toBe(Buffer.alloc(30_000).toString('base64'));
  });

  it('knows no other letters', () => {
    for (const letter of ['-', '_', '=', ' ', '\n', 'é', '\u0100', '\u{1f600}']) {
      expect([letter, bytesOf(`AAAA${letter}AAA`), bytesOf(`AA${letter}`)]).toEqual([letter, undefined, undefined]);
    }
  });
});
