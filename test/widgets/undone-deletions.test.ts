import { expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { ok, type Shown } from '../kit/full-canvas.ts';
import { svg } from '../kit/samples.ts';
import { RED } from '../kit/strokes.ts';

const easel = useEasel();

const POINTS = [[1, 2, 0, 1.5, 2, 0, 2, 2, 0]];
const TABLE = '6f1d2c3b-4a59-4e68-8b77-0c1d2e3f4a5b';

/** Everything on a canvas but the root, with its strokes, by id. */
async function everything(canvas: string): Promise<Shown[]> {
  const [, ...widgets] = ok(await easel.admin.get(`${canvas}/widgets?annotations=1`)) as Shown[];
  return widgets.sort((a, b) => a.id.localeCompare(b.id));
}

/** The operations that make a widget and its strokes again as they were. Cells come with their table. */
const remade = ({ id, widget_type: type, annotations, ...body }: Shown): object[] => [
  ...(type === 'TableCell' ? [] : [{ op: 'create', type, id, body }]),
  ...annotations.map(({ id: stroke, ...drawn }: Shown) => ({
    op: 'create',
    type: 'Annotation',
    id: stroke,
    widget_id: id,
    body: drawn,
  })),
];

test('a batch brings back what was deleted as it was: ids, files, cells, depths, strokes and connectors', async () => {
  const { admin } = easel;
  const canvas = await easel.canvas();
  const image = await uploaded(easel, admin, `${canvas}/images`, svg(60, 40), 'plan.svg');
  const draw = async (body: object = {}) =>
    ok(await admin.post(`${canvas}/images/${image.id}/annotations`, { line_color: RED, points: POINTS, ...body }));
  const first = await draw();
  await draw();
  await draw({ line_color: '#00ff00ff' });
  ok(await admin.delete(`${canvas}/images/${image.id}/annotations/${first.id}`));
  ok(await admin.post(`${canvas}/tables`, { grid_size: { columns: 3, rows: 2 } }, { 'easel-id': TABLE }));
  const cell = ok(await admin.get(`${canvas}/tables/${TABLE}/cells`))[4].id;
  const inCell = ok(await admin.post(`${canvas}/notes`, { parent_id: cell, text: 'in a cell' })).id;
  const onImage = ok(await admin.post(`${canvas}/notes`, { parent_id: image.id, text: 'on the image' })).id;
  const connect = async (src: string, dst: string) =>
    ok(await admin.post(`${canvas}/connectors`, { src: { id: src }, dst: { id: dst } }));
  await connect(onImage, inCell);
  await connect(image.id, cell);
  const before = await everything(canvas);
  expect(before.length).toBe(1 + 1 + 6 + 2 + 2);

  const gone = [image.id, TABLE].map((id) => ({ op: 'delete', id }));
  ok(await admin.post(`${canvas}/batch`, { operations: gone }));
  expect(await everything(canvas)).toEqual([]);

  const order = ['Image', 'Table', 'TableCell', 'Note', 'Connector'];
  const again = before.toSorted((a, b) => order.indexOf(a.widget_type) - order.indexOf(b.widget_type)).flatMap(remade);
  const stream = await admin.watch(`${canvas}/widgets?changes=1`);
  await stream.next();
  ok(await admin.post(`${canvas}/batch`, { operations: again }));
  expect((await stream.next()).map(({ id }: Shown) => id).sort()).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  stream.close();
  expect(await everything(canvas)).toEqual(before);
  expect((await admin.get(`${canvas}/images/${image.id}/download`)).status).toBe(200);

  const refused = await easel.unchanged(() => admin.post(`${canvas}/batch`, { operations: again }));
  expect(refused).toMatchObject({ status: 409, body: { msg: `operation 0: Image ${image.id} exists` } });
  ok(await admin.post(`${canvas}/batch`, { operations: [...gone, ...again] }));
  expect(await everything(canvas)).toEqual(before);
});

test('a batch that takes the file of a deleted image of another canvas changes nothing', async () => {
  const { admin } = easel;
  const canvas = await easel.canvas();
  const other = await easel.canvas();
  const { id, hash } = await uploaded(easel, admin, `${other}/images`, svg(61, 41), 'plan.svg');
  ok(await admin.delete(`${other}/images/${id}`));
  const operations = [
    { op: 'create', type: 'Note', body: {} },
    { op: 'create', type: 'Image', body: { hash } },
  ];
  const refused = await easel.unchanged(() => admin.post(`${canvas}/batch`, { operations }));
  expect(refused).toMatchObject({ status: 400, body: { msg: `operation 1: Unknown asset ${hash}` } });
  expect(ok(await admin.post(`${other}/batch`, { operations })).results[1]).toMatchObject({ hash });
});
