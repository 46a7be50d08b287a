import { beforeEach, describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { ok, type Shown } from '../kit/full-canvas.ts';

const easel = useEasel();
let canvas: string;
beforeEach(async () => {
  canvas = await easel.canvas();
});

const make = async (depth: unknown, more: object = {}): Promise<Shown> =>
  ok(await easel.admin.post(`${canvas}/notes`, { depth, ...more }));
const move = async ({ id }: Shown, depth: unknown): Promise<Shown> =>
  ok(await easel.admin.patch(`${canvas}/notes/${id}`, { depth }));

/** All widgets below a parent, from the lowest to the highest, those of one depth in the order in which they were made. */
async function stacked(parent?: string): Promise<Shown[]> {
  const [root, ...all]: Shown[] = ok(await easel.admin.get(`${canvas}/widgets`));
  const siblings = all.filter(({ parent_id }) => parent_id === (parent ?? root.id));
  return siblings.sort((a, b) => a.depth - b.depth);
}

const idsOf = (all: readonly Shown[]): string[] => all.map(({ id }) => id);

describe('a depth beside a sibling', () => {
  test('is a number between that and the next one, below the lowest and above the highest', async () => {
    const low = await make(4);
    const high = await make(8);
    const above = await make({ above: low.id });
    const below = await make({ below: high.id });
    const top = await make({ above: high.id });
    const bottom = await make({ below: low.id });
    expect([bottom, low, above, below, high, top].map(({ depth }) => depth)).toEqual([3, 4, 6, 7, 8, 9]);
    expect((await move(top, { below: low.id })).depth).toBe(3.5);
    expect(idsOf(await stacked())).toEqual(idsOf([bottom, top, low, above, below, high]));
  });

  test.each(['above', 'below'] as const)('is right a hundred times %s in the gap of two siblings of one depth', async (side) => {
    const first = await make(1);
    const second = await make(1);
    const expected = [first, second];
    for (let at = 0; at < 100; at++) {
      const made = await make(side === 'above' ? { above: first.id } : { below: second.id });
      expected.splice(side === 'above' ? 1 : expected.length - 1, 0, made);
    }
    const found = await stacked();
    expect(idsOf(found)).toEqual(idsOf(expected));
    expect(found.every(({ depth }) => depth >= 1)).toBe(true);
    expect(new Set(found.map(({ depth }) => depth)).size).toBe(102);
  });

  test('spreads all siblings in one change when no number fits, whatever their types, and answers the new depth', async () => {
    const { admin } = easel;
    const one = await make(1);
    const two = await make(1);
    const table = ok(await admin.post(`${canvas}/tables`, { depth: 1 }));
    const other = await make(1, { parent_id: one.id });
    const stream = await admin.watch(`${canvas}/widgets?changes=1`);
    await stream.next();
    const before = easel.published.length;
    const lowest = ok(await admin.patch(`${canvas}/tables/${table.id}`, { depth: { below: one.id } }));
    expect(lowest.depth).toBe(1);
    expect(easel.published.length).toBe(before + 1);
    const told: Shown[] = await stream.next();
    expect(told.map(({ id, depth }) => [id, depth]).sort()).toEqual(
      [
        [one.id, 2],
        [two.id, 3],
      ].sort(),
    );
    expect(idsOf(await stacked())).toEqual(idsOf([table, one, two]));
    expect((await stacked(one.id))[0]).toEqual(other);
    stream.close();
  });

  test('changes nothing for a widget that is there already', async () => {
    const low = await make(2);
    const middle = await make(2.25);
    const high = await make(9);
    await easel.unchanged(async () => {
      expect(await move(middle, { above: low.id })).toEqual(middle);
      expect(await move(middle, { below: high.id })).toEqual(middle);
      expect(await move(low, { below: middle.id })).toEqual(low);
    });
  });

  test('counts siblings of the parent that the same request gives', async () => {
    const frame = await make(1);
    const outside = await make(5);
    const inside = await make(7, { parent_id: frame.id });
    const path = `${canvas}/notes/${outside.id}`;
    await easel.unchanged(async () => {
      const refused = await easel.admin.patch(path, { depth: { above: inside.id } });
      expect(refused).toMatchObject({ status: 400, body: { msg: `depth.above ${inside.id} is not a sibling of this widget` } });
    });
    expect(ok(await easel.admin.patch(path, { parent_id: frame.id, depth: { below: inside.id } })).depth).toBe(6);
  });

  test('yields to auto_raise, and works on every type with a depth', async () => {
    const { admin } = easel;
    const low = await make(1);
    await make(8);
    expect(ok(await admin.patch(`${canvas}/notes/${low.id}`, { depth: { below: low.id }, auto_raise: true })).depth).toBe(9);
    for (const path of ['anchors', 'browsers', 'tables', 'ip-videos', 'rdp-connections'])
      expect(ok(await admin.post(`${canvas}/${path}`, { depth: { below: low.id } })).depth).toBeLessThan(9);
    const anchor = ok(await admin.post(`${canvas}/widgets`, { widget_type: 'VideoOutputAnchor', depth: { above: low.id } }));
    expect(anchor.depth).toBe(10);
  });

  test('is refused for what is no sibling, and for what names none or two', async () => {
    const { admin } = easel;
    const note = await make(1);
    const other = await make(2);
    const child = await make(1, { parent_id: note.id });
    const line = ok(await admin.post(`${canvas}/connectors`, { src: { id: note.id }, dst: { id: other.id } }));
    const [root] = ok(await admin.get(`${canvas}/widgets`));
    const unknown = '11111111-1111-4111-8111-111111111111';
    const wrong: [depth: unknown, msg: string][] = [
      ...[note.id, child.id, line.id, root.id, unknown, ''].flatMap((id): [unknown, string][] => [
        [{ above: id }, `depth.above ${id} is not a sibling of this widget`],
        [{ below: id }, `depth.below ${id} is not a sibling of this widget`],
      ]),
      [{}, 'depth must have either above or below'],
      [{ above: null }, 'depth must have either above or below'],
      [{ above: other.id, below: other.id }, 'depth must have either above or below'],
      [{ above: 5 }, 'depth.above must be a string'],
      [[other.id], 'depth must be a number'],
      [other.id, 'depth must be a number'],
    ];
    await easel.unchanged(async () => {
      for (const [depth, msg] of wrong) {
        const refused = await admin.patch(`${canvas}/notes/${note.id}`, { depth });
        expect([depth, refused]).toMatchObject([depth, { status: 400, body: { msg } }]);
      }
      expect((await admin.post(`${canvas}/notes`, { depth: { above: unknown } })).status).toBe(400);
    });
  });
});
