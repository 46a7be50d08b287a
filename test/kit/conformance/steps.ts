import { expect } from 'vitest';
import type { Body, Field } from '../../../model/field.ts';
import type { JsonSchema } from '../../../model/json-schema.ts';
import { answerSchema, createSchema, patchSchema } from '../../../model/schemas.ts';
import { type AnyWidget, patchOnly } from '../../../model/widgets/common.ts';
import { otherValues, validator, valuesOf } from '../arbitrary.ts';
import { givenBy } from '../files.ts';
import { MemoryCanvas } from '../memory-canvas.ts';
import { runs } from '../runs.ts';
import { type Conformed, collections, json, ok, plain, type Shown, Subject, sample } from './subject.ts';

/** One thing that must hold for a widget type. A step can be repeated from its start, because it makes all that it needs. */
export interface Step {
  readonly title: string;
  readonly run: (easel: Conformed) => Promise<void>;
}

/** Everything that follows from the definition of a widget type, in the order of a reader. */
export const stepsOf = (definition: AnyWidget): Step[] =>
  Object.entries(steps).map(([title, step]) => ({
    title,
    run: async (easel) => step(await Subject.begin(easel, definition)),
  }));

const unknown = '11111111-1111-4111-8111-111111111111';

const steps: Readonly<Record<string, (subject: Subject) => Promise<void>>> = {
  'is answered with its declared keys in their order, the same wherever it is read': async ({
    admin,
    name,
    definition,
    path,
    collection,
    create,
    read,
  }) => {
    const created = await create();
    expect(Object.keys(created)).toEqual(shownKeys(definition));
    expect(errors(definition, created)).toEqual([]);
    expect(created).toMatchObject({ widget_type: name, state: 'normal' });
    expect(await read(created)).toEqual(created);
    expect((await admin.get(collection)).body.at(-1)).toEqual(created);
    expect((await admin.get(`${path}/widgets/${created.id}`)).body).toEqual(created);
    expect((await admin.get(`${path}/widgets`)).body).toContainEqual(created);
  },

  'takes every editable field on create and PATCH, and a fixed one on create only': async ({
    definition,
    fields,
    samples,
    create,
    patch,
    read,
    patchedBy,
  }) => {
    for (const [key, field] of fields('editable', 'required', 'fixed')) {
      const [first, second] = samples(field);
      const created = await create({ [key]: first });
      expect([key, created[key]]).toEqual([key, first]);
      const patched = await patch(created, { [key]: second });
      expect([key, patched[key]]).toEqual([key, field.word === 'fixed' ? first : patchedBy(created, { [key]: second })[key]]);
      expect(errors(definition, patched)).toEqual([]);
      expect(await read(created)).toEqual(patched);
    }
  },

  'ignores read-only and unknown keys of whatever type': async ({ fields, samples, create, patch }) => {
    const before = await create();
    const values = fields('readonly', 'secret').map(([key, field]) => [key, [...samples(field), 5, null, { a: [] }]] as const);
    for (let at = 0; at < 5; at++) {
      const ignored = Object.fromEntries([...values, ['foreign', values[0]![1]] as const].map(([key, list]) => [key, list[at]]));
      expect([ignored, await patch(before, ignored)]).toEqual([ignored, before]);
      const created = await create(ignored);
      expect([ignored, Object.keys(created)]).toEqual([ignored, Object.keys(before)]);
      expect(created.id).not.toEqual(ignored.id);
    }
  },

  'refuses a value of a wrong type or range with 400, and writes nothing': async ({
    admin,
    unchanged,
    definition,
    collection,
    fields,
    least,
    create,
    post,
  }) => {
    const before = await create();
    for (const [key, field] of [...fields('editable', 'required', 'fixed'), ...Object.entries(patchOnly)]) {
      const { accepts, patches = accepts } = field.type;
      await unchanged(async () => {
        for (const value of field === definition.fields[key] ? sendable(accepts) : []) {
          expect([key, value, (await post(collection, { ...least(), [key]: value })).status]).toEqual([key, value, 400]);
        }
        for (const value of field.word === 'fixed' ? [] : sendable(patches)) {
          expect([key, value, (await admin.patch(`${collection}/${before.id}`, { [key]: value })).status]).toEqual([
            key,
            value,
            400,
          ]);
        }
      });
    }
  },

  'takes null for not sent': async ({ unchanged, fields, least, create, patch }) => {
    const before = await create();
    const nulls = Object.fromEntries(
      fields('editable', 'required', 'fixed').map(([key, { type }]) => [key, type.nullable ? undefined : null]),
    );
    await unchanged(async () => expect(await patch(before, { ...nulls, auto_raise: null })).toEqual(before));
    expect(Object.keys(await create({ ...nulls, ...least() }))).toEqual(Object.keys(before));
  },

  'writes and publishes nothing for a PATCH with nothing to change': async ({
    admin,
    unchanged,
    collection,
    fields,
    create,
    patch,
  }) => {
    const before = await create();
    await unchanged(async () => {
      expect(await patch(before, {})).toEqual(before);
      for (const [key] of fields('editable', 'required')) {
        const again = await admin.patch(`${collection}/${before.id}`, { [key]: before[key] });
        expect([key, again.status === 409 || again.body]).toEqual([key, again.status === 409 || before]);
      }
    });
  },

  'refuses a create without a required field': async ({ unchanged, collection, fields, least, post }) => {
    for (const [key] of fields('required')) {
      for (const value of [undefined, null]) {
        const refused = await unchanged(() => post(collection, { ...least(), [key]: value }));
        expect(refused).toMatchObject({ status: 400, body: { msg: `${key} parameter is missing` } });
      }
    }
  },

  'reads aliases after the own name and repeats mirrored fields': async ({ fields, samples, create }) => {
    for (const [key, field] of fields('editable', 'required', 'fixed')) {
      const [first, second] = samples(field);
      for (const alias of field.aliases) {
        expect([alias, (await create({ [alias]: first }))[key]]).toEqual([alias, first]);
        expect([alias, (await create({ [alias]: first, [key]: second }))[key]]).toEqual([alias, second]);
      }
      const created = await create({ [key]: first });
      for (const mirror of field.mirrors) expect([mirror, created[mirror]]).toEqual([mirror, first]);
    }
  },

  'merges the sub-keys that a PATCH sends': async ({ fields, samples, create, patch, patchedBy }) => {
    for (const [key, field] of fields('editable', 'required')) {
      const [first, second] = samples(field);
      if (typeof first !== 'object' || first === null || Array.isArray(first)) continue;
      for (const [part, value] of Object.entries(second as object)) {
        const created = await create({ [key]: first });
        const body = { [key]: { [part]: value } };
        expect([key, (await patch(created, body))[key]]).toEqual([key, patchedBy(created, body)[key]]);
      }
    }
  },

  'is 404 for unknown ids and ids of another type, before the body is judged': async ({
    admin,
    unchanged,
    name,
    definition,
    path,
    collection,
    fields,
    postOf,
  }) => {
    const others = collections.filter(
      (one) => one !== definition && Object.values(one.fields).every(({ word }) => word !== 'required'),
    );
    const foreign: Shown = ok(await postOf(others[0]!, `${path}/${others[0]!.widget.path}`)).body;
    const root: Shown = (await admin.get(`${path}/widgets`)).body[0];
    await unchanged(async () => {
      for (const id of [unknown, 'no-uuid', foreign.id, root.id]) {
        const refusal = { status: 404, body: { msg: `${name} ${id} not found` } };
        expect(await admin.get(`${collection}/${id}`)).toMatchObject(refusal);
        expect(await admin.patch(`${collection}/${id}`, badBody(fields('editable', 'required')))).toMatchObject(refusal);
        expect(await admin.delete(`${collection}/${id}`)).toMatchObject(refusal);
      }
    });
  },

  'is 404 on an unknown canvas': async ({ admin, definition, least }) => {
    const refusal = { status: 404, body: { msg: `Canvas ${unknown} not found` } };
    const elsewhere = `/canvases/${unknown}/${definition.widget.path}`;
    expect(await admin.get(elsewhere)).toMatchObject(refusal);
    expect(await admin.post(elsewhere, { ...least() })).toMatchObject(refusal);
    expect(await admin.delete(`${elsewhere}/${unknown}`)).toMatchObject(refusal);
  },

  'is made, changed and deleted as a widget of any type, as through its own path': async ({
    admin,
    unchanged,
    name,
    path,
    collection,
    definition,
    least,
    create,
  }) => {
    const first = await create({ pinned: true });
    const file = definition.widget.upload && { hash: first.hash };
    const body = { ...least(), ...file, pinned: true, widget_type: name.toUpperCase() };
    const list = await admin.watch(`${collection}?changes=1`);
    await list.next();
    const { id, ...made } = ok(await admin.post(`${path}/widgets`, body)).body;
    expect(Object.keys(made)).toEqual(Object.keys(first).slice(1));
    expect(await list.next()).toEqual([{ id, ...made }]);
    const item = `${path}/widgets/${id}`;
    const change = definition.widget.placed ? { location: { x: 5, y: 6 } } : { line_width: 9 };
    const { headers } = await admin.get(item);
    const changed = ok(await admin.patch(item, change, { 'if-match': String(headers.etag) })).body;
    expect(changed).toEqual({ id, ...made, ...change });
    expect(await list.next()).toEqual([changed]);
    await unchanged(async () => {
      expect(ok(await admin.patch(item, change)).body).toEqual(changed);
      for (const refused of [
        await admin.patch(item, change, { 'if-match': String(headers.etag) }),
        await admin.delete(item, { 'if-match': String(headers.etag) }),
      ])
        expect(refused).toMatchObject({ status: 412, body: { msg: 'Changed meanwhile' } });
      expect((await admin.patch(item, { auto_raise: 5 })).status).toBe(400);
    });
    const deleted = await admin.delete(item);
    expect([deleted.status, deleted.text]).toEqual([200, '']);
    expect(await list.next()).toEqual([{ ...changed, state: 'deleted' }]);
    const refusal = { status: 404, body: { msg: `Widget ${id} not found` } };
    await unchanged(async () => {
      expect(await admin.patch(item, change)).toMatchObject(refusal);
      expect(await admin.delete(item)).toMatchObject(refusal);
    });
    list.close();
  },

  'is 405 for methods that the path does not offer': async ({ admin, unchanged, collection, create }) => {
    const { id } = await create();
    const item = `${collection}/${id}`;
    const wrong = [
      ['PUT', item],
      ['POST', item],
      ['PATCH', collection],
      ['DELETE', collection],
      ['PUT', collection],
    ] as const;
    for (const [method, at] of wrong) {
      const refused = await unchanged(() => admin.request(method, at, {}));
      expect(refused).toMatchObject({ status: 405, body: { msg: 'Method not allowed' } });
    }
  },

  'tells a deletion once, with all that goes, and is gone': async ({ admin, definition, path, collection, create, attach }) => {
    const gone = await create();
    const attached = definition.widget.placed ? await attach(gone.id) : [];
    const streams = [
      `${collection}/${gone.id}`,
      `${path}/widgets/${gone.id}`,
      `${collection}?changes=1`,
      `${path}/widgets?changes=1`,
    ];
    const watched = await Promise.all(streams.map((at) => admin.watch(at)));
    for (const stream of watched) await stream.next();
    const deleted = await admin.delete(`${collection}/${gone.id}`);
    expect([deleted.status, deleted.text, deleted.headers['content-length']]).toEqual([200, '', '0']);
    const last = { ...gone, state: 'deleted' };
    const [item, generic, list, widgets] = await Promise.all(watched.map((stream) => stream.next()));
    expect([item, generic, list.at(-1), widgets.at(-1)]).toEqual([last, last, last, last]);
    for (const one of attached) expect(widgets).toContainEqual({ ...one, state: 'deleted' });
    expect(new Set(widgets.map(({ id }: Shown) => id)).size).toBe(widgets.length);
    for (const { id } of attached) expect((await admin.get(`${path}/widgets/${id}`)).status).toBe(404);
    await Promise.all([watched[0]!.ended, watched[1]!.ended]);
    expect((await admin.delete(`${collection}/${gone.id}`)).status).toBe(404);
    for (const stream of watched.slice(2)) stream.close();
  },

  'is streamed complete when it is created and changed': async ({ admin, collection, create, changed }) => {
    const list = await admin.watch(`${collection}?changes=1`);
    await list.next();
    const created = await create();
    expect(await list.next()).toEqual([created]);
    const item = await admin.watch(`${collection}/${created.id}`);
    expect(await item.next()).toEqual(created);
    const patched = await changed(created);
    expect([await item.next(), await list.next()]).toEqual([patched, [patched]]);
    for (const stream of [item, list]) stream.close();
  },

  'answers as its model does, whatever is sent': async ({ admin, name, definition, compare, newCanvas, post }) => {
    const canvas = await newCanvas();
    const model = new MemoryCanvas(canvas.root as never);
    model.writer.insert(plain, canvas.other);
    const bodies = sample(valuesOf(createSchema(name, definition.fields), canvas.referred), runs(15));
    const patches = sample(valuesOf(patchSchema(name, { ...definition.fields, ...patchOnly }), canvas.referred), runs(15));
    for (const [at, body] of bodies.entries()) {
      const answer = await post(`${canvas.path}/${definition.widget.path}`, body as Body);
      const record = compare(answer, () => model.create(definition, json(body) as Body, givenBy(definition.widget.upload)));
      if (!record) continue;
      const again = await admin.patch(`${canvas.path}/${definition.widget.path}/${answer.body.id}`, patches[at] as Body);
      compare(again, () => model.patch(definition, record, json(patches[at]) as Body));
    }
  },
};

/** Values that the schema does not allow, as far as JSON can hold them. */
function sendable(schema: JsonSchema): unknown[] {
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
