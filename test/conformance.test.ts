import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Body, Field, Word } from '../model/field.ts';
import { Refusal } from '../model/refusal.ts';
import { answerSchema, createSchema, patchSchema } from '../model/schemas.ts';
import type { AnyWidget } from '../model/widgets/common.ts';
import { patchOnly } from '../model/widgets/common.ts';
import { widgetKinds } from '../model/widgets/index.ts';
import { otherValues, type Referred, validator, valuesOf } from './kit/arbitrary.ts';
import { type Answer, useEasel } from './kit/easel.ts';
import { form, givenBy, sampleFiles } from './kit/files.ts';
import { MemoryCanvas } from './kit/memory-canvas.ts';
import { runs } from './kit/runs.ts';

/**
 * Tests of what follows from the definitions, through the front door. No type and no field is named here: a new widget type
 * is tested by its line in the closed list.
 */
const collections = widgetKinds.filter(({ widget }) => widget.path !== '');
/** A type that can be made without a body, to stand beside the one under test. */
const plain = collections.find(
  ({ fields, widget }) => widget.placed && Object.values(fields).every(({ word }) => word !== 'required'),
)!;
/** Creates a widget as clients do: by JSON, or by an upload of a file of its kind. */
function post({ widget }: AnyWidget, path: string, json: Body = {}): Promise<Answer> {
  const data = widget.upload && sampleFiles[widget.upload].bytes;
  return data ? easel.admin.post(path, ...form({ data, json })) : easel.admin.post(path, json);
}

const unknown = '11111111-1111-4111-8111-111111111111';

type Shown = Record<string, unknown> & { readonly id: string };

const easel = useEasel();

/** A canvas with one widget besides its root; ids in bodies refer to these two. */
async function newCanvas() {
  const path = `/canvases/${(await easel.admin.post('/canvases')).body.id}`;
  const other: Shown = (await easel.admin.post(`${path}/${plain.widget.path}`)).body;
  const root: Shown = (await easel.admin.get(`${path}/widgets`)).body[0];
  return { path, root, other, referred: { widget: [root.id, other.id] } };
}

/** Makes everything that must be deleted with a widget: one inside it, and one of each type that depends on another. */
async function attach(path: string, id: string): Promise<Shown[]> {
  const made = [await easel.admin.post(`${path}/${plain.widget.path}`, { parent_id: id })];
  for (const { fields, widget } of collections) {
    const required = Object.entries(fields).filter(([, { word }]) => word === 'required');
    const body = required.map(([key, { type }]) => [key, sample(valuesOf(type.schema, { widget: [id] }), 1)[0]]);
    if (JSON.stringify(body).includes(id)) made.push(await easel.admin.post(`${path}/${widget.path}`, Object.fromEntries(body)));
  }
  return made.map((answer) => ok(answer).body);
}

describe.each(collections.map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
  let path: string;
  let collection: string;
  let referred: Referred;
  beforeEach(async () => {
    ({ path, referred } = await newCanvas());
    collection = `${path}/${definition.widget.path}`;
  });

  const fields = (...words: Word[]): [string, Field][] =>
    Object.entries(definition.fields).filter(([, field]) => words.includes(field.word));
  /** Values that may be sent, in the form of an answer, without unknown keys. */
  const samples = ({ type }: Field, count = 2): unknown[] =>
    sample(valuesOf(type.schema, referred).filter(validator(type.accepts)), count).map((value) =>
      json(type.read(value, '', undefined)),
    );
  const least = (): Body => Object.fromEntries(fields('required').map(([key, field]) => [key, samples(field)[0]]));
  const create = async (body: Body = {}): Promise<Shown> => ok(await post(definition, collection, { ...least(), ...body })).body;
  const patch = async ({ id }: Shown, body: Body): Promise<Shown> =>
    ok(await easel.admin.patch(`${collection}/${id}`, body)).body;
  const read = async ({ id }: Shown): Promise<Shown> => ok(await easel.admin.get(`${collection}/${id}`)).body;

  it('is answered with its declared keys in their order, the same wherever it is read', async () => {
    const created = await create();
    expect(Object.keys(created)).toEqual(shownKeys(definition));
    expect(errors(definition, created)).toEqual([]);
    expect(created).toMatchObject({ widget_type: name, state: 'normal' });
    expect(await read(created)).toEqual(created);
    expect((await easel.admin.get(collection)).body.at(-1)).toEqual(created);
    expect((await easel.admin.get(`${path}/widgets/${created.id}`)).body).toEqual(created);
    expect((await easel.admin.get(`${path}/widgets`)).body).toContainEqual(created);
  });

  it('takes every editable field on create and PATCH, and a fixed one on create only', async () => {
    for (const [key, field] of fields('editable', 'required', 'fixed')) {
      const [first, second] = samples(field);
      const created = await create({ [key]: first });
      expect([key, created[key]]).toEqual([key, first]);
      const patched = await patch(created, { [key]: second });
      expect([key, patched[key]]).toEqual([key, field.word === 'fixed' ? first : patchedBy(created, { [key]: second })[key]]);
      expect(errors(definition, patched)).toEqual([]);
      expect(await read(created)).toEqual(patched);
    }
  });

  it('ignores read-only and unknown keys of whatever type', async () => {
    const before = await create();
    const values = fields('readonly', 'secret').map(([key, field]) => [key, [...samples(field), 5, null, { a: [] }]] as const);
    for (let at = 0; at < 5; at++) {
      const ignored = Object.fromEntries([...values, ['foreign', values[0]![1]] as const].map(([key, list]) => [key, list[at]]));
      expect([ignored, await patch(before, ignored)]).toEqual([ignored, before]);
      const created = await create(ignored);
      expect([ignored, Object.keys(created)]).toEqual([ignored, Object.keys(before)]);
      expect(created.id).not.toEqual(ignored.id);
    }
  });

  it('refuses a value of a wrong type or range with 400, and writes nothing', async () => {
    const before = await create();
    for (const [key, field] of [...fields('editable', 'required', 'fixed'), ...Object.entries(patchOnly)]) {
      const { accepts, patches = accepts } = field.type;
      await easel.unchanged(async () => {
        for (const value of field === definition.fields[key] ? sendable(accepts) : []) {
          expect([key, value, (await post(definition, collection, { ...least(), [key]: value })).status]).toEqual([
            key,
            value,
            400,
          ]);
        }
        for (const value of field.word === 'fixed' ? [] : sendable(patches)) {
          expect([key, value, (await easel.admin.patch(`${collection}/${before.id}`, { [key]: value })).status]).toEqual([
            key,
            value,
            400,
          ]);
        }
      });
    }
  });

  it('takes null for not sent', async () => {
    const before = await create();
    const nulls = Object.fromEntries(
      fields('editable', 'required', 'fixed').map(([key, { type }]) => [key, type.nullable ? undefined : null]),
    );
    await easel.unchanged(async () => expect(await patch(before, { ...nulls, auto_raise: null })).toEqual(before));
    expect(Object.keys(await create({ ...nulls, ...least() }))).toEqual(Object.keys(before));
  });

  it('writes and publishes nothing for a PATCH with nothing to change', async () => {
    const before = await create();
    await easel.unchanged(async () => {
      expect(await patch(before, {})).toEqual(before);
      for (const [key] of fields('editable', 'required')) {
        const again = await easel.admin.patch(`${collection}/${before.id}`, { [key]: before[key] });
        expect([key, again.status === 409 || again.body]).toEqual([key, again.status === 409 || before]);
      }
    });
  });

  it('refuses a create without a required field', async () => {
    for (const [key] of fields('required')) {
      for (const value of [undefined, null]) {
        const refused = await easel.unchanged(() => post(definition, collection, { ...least(), [key]: value }));
        expect(refused).toMatchObject({ status: 400, body: { msg: `${key} parameter is missing` } });
      }
    }
  });

  it('reads aliases after the own name and repeats mirrored fields', async () => {
    for (const [key, field] of fields('editable', 'required', 'fixed')) {
      const [first, second] = samples(field);
      for (const alias of field.aliases) {
        expect([alias, (await create({ [alias]: first }))[key]]).toEqual([alias, first]);
        expect([alias, (await create({ [alias]: first, [key]: second }))[key]]).toEqual([alias, second]);
      }
      const created = await create({ [key]: first });
      for (const mirror of field.mirrors) expect([mirror, created[mirror]]).toEqual([mirror, first]);
    }
  });

  it('merges the sub-keys that a PATCH sends', async () => {
    for (const [key, field] of fields('editable', 'required')) {
      const [first, second] = samples(field);
      if (typeof first !== 'object' || first === null || Array.isArray(first)) continue;
      for (const [part, value] of Object.entries(second as object)) {
        const created = await create({ [key]: first });
        const body = { [key]: { [part]: value } };
        expect([key, (await patch(created, body))[key]]).toEqual([key, patchedBy(created, body)[key]]);
      }
    }
  });

  it('is 404 for unknown ids and ids of another type, before the body is judged', async () => {
    const others = collections.filter(
      (one) => one !== definition && Object.values(one.fields).every(({ word }) => word !== 'required'),
    );
    const foreign: Shown = ok(await post(others[0]!, `${path}/${others[0]!.widget.path}`)).body;
    const root: Shown = (await easel.admin.get(`${path}/widgets`)).body[0];
    await easel.unchanged(async () => {
      for (const id of [unknown, 'no-uuid', foreign.id, root.id]) {
        const refusal = { status: 404, body: { msg: `${name} ${id} not found` } };
        expect(await easel.admin.get(`${collection}/${id}`)).toMatchObject(refusal);
        expect(await easel.admin.patch(`${collection}/${id}`, badBody(fields('editable', 'required')))).toMatchObject(refusal);
        expect(await easel.admin.delete(`${collection}/${id}`)).toMatchObject(refusal);
      }
    });
  });

  it('is 404 on an unknown canvas', async () => {
    const refusal = { status: 404, body: { msg: `Canvas ${unknown} not found` } };
    const elsewhere = `/canvases/${unknown}/${definition.widget.path}`;
    expect(await easel.admin.get(elsewhere)).toMatchObject(refusal);
    expect(await easel.admin.post(elsewhere, { ...least() })).toMatchObject(refusal);
    expect(await easel.admin.delete(`${elsewhere}/${unknown}`)).toMatchObject(refusal);
  });

  it('is 405 for methods that the path does not offer', async () => {
    const { id } = await create();
    const item = `${collection}/${id}`;
    const wrong = [
      ['PUT', item],
      ['POST', item],
      ['PATCH', collection],
      ['DELETE', collection],
      ['PUT', collection],
    ] as const;
    for (const [method, at] of [...wrong, ['PATCH', `${path}/widgets/${id}`], ['DELETE', `${path}/widgets/${id}`]] as const) {
      const refused = await easel.unchanged(() => easel.admin.request(method, at, {}));
      expect(refused).toMatchObject({ status: 405, body: { msg: 'Method not allowed' } });
    }
  });

  it('tells a deletion once, with all that goes, and is gone', async () => {
    const gone = await create();
    const attached = definition.widget.placed ? await attach(path, gone.id) : [];
    const streams = [
      `${collection}/${gone.id}`,
      `${path}/widgets/${gone.id}`,
      `${collection}?changes=1`,
      `${path}/widgets?changes=1`,
    ];
    const watched = await Promise.all(streams.map((at) => easel.admin.watch(at)));
    for (const stream of watched) await stream.next();
    const deleted = await easel.admin.delete(`${collection}/${gone.id}`);
    expect([deleted.status, deleted.text, deleted.headers['content-length']]).toEqual([200, '', '0']);
    const last = { ...gone, state: 'deleted' };
    const [item, generic, list, widgets] = await Promise.all(watched.map((stream) => stream.next()));
    expect([item, generic, list.at(-1), widgets.at(-1)]).toEqual([last, last, last, last]);
    for (const one of attached) expect(widgets).toContainEqual({ ...one, state: 'deleted' });
    expect(new Set(widgets.map(({ id }: Shown) => id)).size).toBe(widgets.length);
    for (const { id } of attached) expect((await easel.admin.get(`${path}/widgets/${id}`)).status).toBe(404);
    await Promise.all([watched[0]!.ended, watched[1]!.ended]);
    expect((await easel.admin.delete(`${collection}/${gone.id}`)).status).toBe(404);
    for (const stream of watched.slice(2)) stream.close();
  });

  it('is streamed complete when it is created and changed', async () => {
    const list = await easel.admin.watch(`${collection}?changes=1`);
    await list.next();
    const created = await create();
    expect(await list.next()).toEqual([created]);
    const item = await easel.admin.watch(`${collection}/${created.id}`);
    expect(await item.next()).toEqual(created);
    const patched = await changed(created);
    expect([await item.next(), await list.next()]).toEqual([patched, [patched]]);
    for (const stream of [item, list]) stream.close();
  });

  /**
   * The result of a PATCH of one field: its value, merged where it has parts. For a type whose parts depend on each other, only
   * the model knows what follows.
   */
  function patchedBy(before: Shown, body: Body): Body {
    const [key, value] = Object.entries(body)[0]!;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return body;
    if (!definition.widget.upload) return { [key]: { ...(before[key] as object), ...value } };
    const model = new MemoryCanvas();
    model.writer.insert(definition, { ...before, ...givenBy(definition.widget.upload), parent_id: model.root.id } as never);
    return json(model.patch(definition, before, json(body) as Body)) as Body;
  }

  /** The record after a PATCH that changes something. */
  async function changed(before: Shown): Promise<Shown> {
    for (const [key, field] of fields('editable', 'required')) {
      for (const value of samples(field, 4)) {
        const { status, body } = await easel.admin.patch(`${collection}/${before.id}`, { [key]: value });
        if (status === 200 && JSON.stringify(body) !== JSON.stringify(before)) return body as Shown;
      }
    }
    throw new Error('nothing can be changed');
  }

  it('answers as its model does, whatever is sent', async () => {
    const canvas = await newCanvas();
    const model = new MemoryCanvas(canvas.root as never);
    model.writer.insert(plain, canvas.other);
    const bodies = sample(valuesOf(createSchema(name, definition.fields), canvas.referred), runs(15));
    const patches = sample(valuesOf(patchSchema(name, { ...definition.fields, ...patchOnly }), canvas.referred), runs(15));
    for (const [at, body] of bodies.entries()) {
      const answer = await post(definition, `${canvas.path}/${definition.widget.path}`, body as Body);
      const record = compare(answer, () => model.create(definition, json(body) as Body, givenBy(definition.widget.upload)));
      if (!record) continue;
      const again = await easel.admin.patch(`${canvas.path}/${definition.widget.path}/${answer.body.id}`, patches[at] as Body);
      compare(again, () => model.patch(definition, record, json(patches[at]) as Body));
    }
  });

  /** The answer must be that of the model: its record apart from the id, or its refusal. */
  function compare(answer: { status: number; body: Shown & { msg?: string } }, act: () => unknown): Shown | undefined {
    try {
      const record = act() as Shown;
      const mirrored = Object.fromEntries(definition.mirrors.map(([key, mirror]) => [mirror, record[key]]));
      const hidden = Object.fromEntries(definition.secrets.map((key) => [key, undefined]));
      expect(answer.body).toEqual(json({ ...record, ...mirrored, ...hidden, id: answer.body.id }));
      return record;
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      expect(answer).toMatchObject({ status: cause.status, body: { msg: cause.message } });
      return undefined;
    }
  }
});

/** The same values in every run, so that a failure can be reproduced. */
const sample = <T>(values: fc.Arbitrary<T>, count: number): T[] => fc.sample(values, { numRuns: count, seed: 20 });

/** The value as it looks after being sent: `-0` is `0`. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Values that the schema does not allow, as far as JSON can hold them. */
function sendable(schema: TSchema): unknown[] {
  const isValid = validator(schema);
  const values = sample(otherValues(schema), 6).map(json);
  return values.filter((value) => value !== null && !isValid(value));
}

function shownKeys({ fields }: AnyWidget): string[] {
  const shown = Object.entries(fields).filter(([, { word }]) => word !== 'secret');
  return shown.flatMap(([key, { mirrors }]) => [key, ...mirrors]);
}

function errors({ name, fields }: AnyWidget, answer: unknown): unknown[] {
  const isValid = validator(answerSchema(name, fields));
  isValid(answer);
  return isValid.errors ?? [];
}

const badBody = (fields: readonly [string, Field][]): Body => Object.fromEntries(fields.map(([key]) => [key, []]));

function ok<A extends { status: number; body: unknown }>(answer: A): A {
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer;
}
