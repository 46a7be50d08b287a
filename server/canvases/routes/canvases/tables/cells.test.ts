import { beforeAll, expect, it } from 'vitest';
import { useEasel } from '../../../../../test/kit/easel.ts';

interface Cell {
  readonly id: string;
  readonly parent_id: string;
  readonly column: number;
  readonly row: number;
}

const easel = useEasel();
let canvas: string;
beforeAll(async () => {
  canvas = `/canvases/${(await easel.admin.post('/canvases')).body.id}`;
});

const place = ({ parent_id, row, column }: Cell) => [parent_id, row, column];
const newTable = async (columns: number, rows: number): Promise<{ readonly id: string }> =>
  (await easel.admin.post(`${canvas}/tables`, { grid_size: { columns, rows } })).body;

it('lists the cells of a table row by row, and those of all tables by table', async () => {
  const first = await newTable(2, 2);
  const second = await newTable(1, 2);
  const inside = (await easel.admin.get(`${canvas}/tables/${first.id}/cells`)).body as Cell[];
  await easel.admin.post(`${canvas}/notes`, { parent_id: first.id });
  await easel.admin.post(`${canvas}/notes`, { parent_id: inside[0]!.id });
  const grid = [
    [first.id, 0, 0],
    [first.id, 0, 1],
    [first.id, 1, 0],
    [first.id, 1, 1],
  ];
  expect((await easel.admin.get(`${canvas}/tables/${first.id}/cells`)).body.map(place)).toEqual(grid);
  const all = (await easel.admin.get(`${canvas}/table-cells`)).body as Cell[];
  expect(all.map(place)).toEqual([...grid, [second.id, 0, 0], [second.id, 1, 0]]);
  expect((await easel.admin.get(`${canvas}/widgets/${all[5]!.id}`)).body).toEqual(all[5]);
});

it('ignores subscribe', async () => {
  for (const path of [`${canvas}/table-cells`, `${canvas}/tables/${(await newTable(1, 1)).id}/cells`]) {
    const plain = await easel.admin.get(path);
    const subscribed = await easel.admin.get(`${path}?subscribe=maybe`);
    expect([subscribed.status, subscribed.body]).toEqual([200, plain.body]);
  }
});

it('is 404 for what is no table, and 405 for every write', async () => {
  const [cell] = (await easel.admin.get(`${canvas}/table-cells`)).body as Cell[];
  const missing = await easel.admin.get(`${canvas}/tables/${cell!.id}/cells`);
  expect(missing).toMatchObject({ status: 404, body: { msg: `Table ${cell!.id} not found` } });
  await easel.unchanged(async () => {
    for (const path of [`${canvas}/table-cells`, `${canvas}/tables/${cell!.parent_id}/cells`]) {
      for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
        expect((await easel.admin.request(method, path, {})).status).toBe(405);
      }
    }
  });
});

it('tells a resize in one message: the table and all its cells', async () => {
  const table = await newTable(3, 2);
  const stream = await easel.admin.watch(`${canvas}/widgets?changes=1`);
  await stream.next();
  await easel.admin.patch(`${canvas}/tables/${table.id}`, { size: { width: 30, height: 20 } });
  const types = ((await stream.next()) as { widget_type: string }[]).map(({ widget_type }) => widget_type);
  expect(types).toEqual(['Table', ...Array(6).fill('TableCell')]);
  stream.close();
});

it('makes and deletes the largest table', async () => {
  const table = await newTable(100, 100);
  expect((await easel.admin.get(`${canvas}/tables/${table.id}/cells`)).body).toHaveLength(10_000);
  expect((await easel.admin.delete(`${canvas}/tables/${table.id}`)).status).toBe(200);
  expect((await easel.admin.get(`${canvas}/table-cells`)).body.filter((cell: Cell) => cell.parent_id === table.id)).toEqual([]);
});
