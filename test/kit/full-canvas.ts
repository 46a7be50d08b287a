import fc from 'fast-check';
import type { Body } from '../../model/field.ts';
import { initialValues } from '../../model/field.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { rootOf } from '../../model/widgets/shared-canvas.ts';
import { insertRecord } from '../../model/writing.ts';
import { valuesOf } from './arbitrary.ts';
import type { Caller, Easel } from './easel.ts';
import { form, uploaded } from './files.ts';
import { mp4, pdf, svg } from './samples.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read every field
export type Shown = any;

const POINTS = [[1, 2, 0, 1.5, 2, 0, 2, 2, 0]];

export const collections = widgetKinds.filter(({ widget }) => widget.path !== '');
export const clonable = collections.filter(({ widget }) => widget.clonable);

/** The least body of a create of this type; ids in it are among `widgets`. */
function least({ fields }: AnyWidget, widgets: readonly string[]): Body {
  const required = Object.entries(fields).filter(([, { word }]) => word === 'required');
  return Object.fromEntries(required.map(([key, { type }]) => [key, sample(valuesOf(type.schema, { widget: widgets }))]));
}

const bytesOf: Readonly<Record<string, () => Buffer>> = { image: svg, video: () => mp4(64, 48), pdf: () => pdf({ pages: 2 }) };

/** Makes a widget of any type that has a collection; `canvas`: its path. */
export async function make(easel: Easel, who: Caller, canvas: string, definition: AnyWidget, body: Body = {}): Promise<Shown> {
  const { path, upload } = definition.widget;
  if (upload) {
    const { id } = await uploaded(easel, who, `${canvas}/${path}`, bytesOf[upload]!(), 'file', body);
    return ok(await who.get(`${canvas}/${path}/${id}`));
  }
  const root = ok(await who.get(`${canvas}/widgets`))[0];
  return ok(await who.post(`${canvas}/${path}`, { ...least(definition, [root.id]), ...body }));
}

export async function draw(who: Caller, canvas: string, { widget }: AnyWidget, id: string, body: Body = {}): Promise<Shown> {
  return ok(await who.post(`${canvas}/${widget.path}/${id}/annotations`, { line_color: '#ff0000ff', points: POINTS, ...body }));
}

/**
 * A canvas with everything that a canvas can hold: every type on top level, inside another widget and, where allowed, inside a
 * table cell; strokes on all types that take them; lines to each of these; uploads; and settings of its own.
 */
export async function fullCanvas(easel: Easel, owner: Caller, fields: object = {}): Promise<string> {
  const canvas = await easel.canvas(owner, fields);
  await makeServerOnly(easel, canvas);
  const placed = collections.filter(({ widget }) => widget.placed);
  const everywhere = async (definitions: readonly AnyWidget[], places: readonly (string | undefined)[]) =>
    Promise.all(definitions.flatMap((one) => places.map((parent_id) => makeAndDraw(easel, owner, canvas, one, { parent_id }))));
  await everywhere(
    placed.filter(({ widget }) => !widget.reparent),
    [undefined],
  );
  const made = await widgetsOf(owner, canvas);
  const places = [undefined, made.at(-1).id, made.find((one) => 'column' in one).id];
  await everywhere(
    placed.filter(({ widget }) => widget.reparent),
    places,
  );
  await Promise.all([connect(owner, canvas), upload(owner, canvas)]);
  ok(await owner.post(`${canvas}/shared-canvas/annotations`, { line_color: '#00ff00ff', points: POINTS }));
  ok(await owner.patch(`${canvas}/background`, { type: 'solid_color', haze: { speed: 2 } }));
  ok(await owner.patch(`${canvas}/color-presets`, { note_text: ['#123456'] }));
  return canvas;
}

async function makeAndDraw(easel: Easel, owner: Caller, canvas: string, definition: AnyWidget, body: Body): Promise<void> {
  const { id } = await make(easel, owner, canvas, definition, body);
  if (definition.widget.annotatable) await draw(owner, canvas, definition, id);
}

/** Draws a line to every widget, with its other end at the next one if a sample takes that. */
async function connect(owner: Caller, canvas: string): Promise<void> {
  const ends = (await widgetsOf(owner, canvas)).map(({ id }) => id);
  const lines = collections.filter(({ widget }) => !widget.placed);
  const post = async (one: AnyWidget, id: string) => ok(await owner.post(`${canvas}/${one.widget.path}`, least(one, [id])));
  await Promise.all(lines.flatMap((one) => ends.map((id) => post(one, id))));
}

/** A note and a file that no widget shows. */
async function upload(owner: Caller, canvas: string): Promise<void> {
  const path = `${canvas}/uploads-folder`;
  ok(await owner.post(path, ...form({ json: { upload_type: 'note', text: 'uploaded' } })));
  ok(await owner.post(path, ...form({ data: Buffer.from('any text'), filename: 'minutes.txt' })));
}

const widgetsOf = async (who: Caller, canvas: string): Promise<Shown[]> => ok(await who.get(`${canvas}/widgets`));

/** Makes widgets of the types that only display connections make. */
async function makeServerOnly(easel: Easel, canvas: string): Promise<void> {
  const id = canvas.split('/')[2]!;
  const only = widgetKinds.filter(({ name, widget }) => widget.path === '' && !['SharedCanvas', 'TableCell'].includes(name));
  await easel.server.store.submit({
    scopes: [id],
    author: { id: null, name: '', ip: '' },
    permit: () => undefined,
    *run(tx) {
      const scope = tx.scope(id);
      for (const definition of only) {
        const record = { ...initialValues(definition.fields), id: tx.newId(), parent_id: rootOf(scope).id };
        yield* insertRecord(definition, record, [], scope);
      }
    },
  });
}

/** The content as readers see it, with ids replaced by their positions: equal for a canvas and its copy, and only for these. */
export async function contentOf(who: Caller, canvas: string): Promise<Shown> {
  const content = await seen(who, canvas);
  const names = new Map<string, string>();
  for (const { id, annotations = [] } of [...content.widgets, ...content.uploads])
    for (const one of [{ id }, ...annotations]) if (!names.has(one.id)) names.set(one.id, `#${names.size}`);
  return JSON.parse(JSON.stringify(content).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => names.get(id) ?? id));
}

/** The content exactly as readers see it. */
export async function seen(who: Caller, canvas: string): Promise<Shown> {
  const [widgets, background, presets, uploads] = await Promise.all(
    ['widgets?annotations=1', 'background', 'color-presets', 'uploads-folder'].map(async (path) =>
      ok(await who.get(`${canvas}/${path}`)),
    ),
  );
  return { widgets, background, presets, uploads };
}

export function ok({ status, text, body }: { status: number; text: string; body: Shown }): Shown {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

const sample = <T>(values: fc.Arbitrary<T>): T => fc.sample(values, { numRuns: 1, seed: 20 })[0]!;
