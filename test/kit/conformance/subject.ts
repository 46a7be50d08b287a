import fc from 'fast-check';
import { expect } from 'vitest';
import type { Body, Field, Word } from '../../../model/field.ts';
import { Refusal } from '../../../model/refusal.ts';
import type { AnyWidget } from '../../../model/widgets/common.ts';
import { widgetKinds } from '../../../model/widgets/index.ts';
import { type Referred, validator, valuesOf } from '../arbitrary.ts';
import type { Answer, Caller } from '../client.ts';
import { form, givenBy, sampleFiles } from '../files.ts';
import { MemoryCanvas } from '../memory-canvas.ts';

/** A server that is asked whether it does what follows from the definitions. */
export interface Conformed {
  /** May do everything. */
  readonly admin: Pick<Caller, 'get' | 'post' | 'patch' | 'delete' | 'request' | 'watch'>;
  /** Runs requests that must change nothing, and asserts that nothing was changed. */
  unchanged<T>(work: () => Promise<T>): Promise<T>;
}

export type Shown = Record<string, unknown> & { readonly id: string };

export const collections = widgetKinds.filter(({ widget }) => widget.path !== '');
/** A type that can be made without a body, to stand beside the one under test. */
export const plain = collections.find(
  ({ fields, widget }) => widget.placed && Object.values(fields).every(({ word }) => word !== 'required'),
)!;

/** The widget type under test on a canvas of its own, with one other widget beside it. */
export class Subject {
  readonly name: string;
  /** The paths of the canvas, and of the widgets of this type in it. */
  path = '';
  collection = '';
  #referred: Referred = {} as Referred;

  private constructor(
    readonly easel: Conformed,
    readonly definition: AnyWidget,
  ) {
    this.name = definition.name;
  }

  static async begin(easel: Conformed, definition: AnyWidget): Promise<Subject> {
    const subject = new Subject(easel, definition);
    const { path, referred } = await subject.newCanvas();
    subject.#referred = referred;
    return Object.assign(subject, { path, collection: `${path}/${definition.widget.path}` });
  }

  get admin(): Conformed['admin'] {
    return this.easel.admin;
  }

  readonly unchanged = <T>(work: () => Promise<T>): Promise<T> => this.easel.unchanged(work);

  /** A canvas with one widget besides its root; ids in bodies refer to these two. */
  readonly newCanvas = async () => {
    const path = `/canvases/${ok(await this.admin.post('/canvases')).body.id}`;
    const other: Shown = (await this.admin.post(`${path}/${plain.widget.path}`)).body;
    const root: Shown = (await this.admin.get(`${path}/widgets`)).body[0];
    return { path, root, other, referred: { widget: [root.id, other.id] } };
  };

  readonly fields = (...words: Word[]): [string, Field][] =>
    Object.entries(this.definition.fields).filter(([, field]) => words.includes(field.word));

  /** Values that may be sent, in the form of an answer, without unknown keys. */
  readonly samples = ({ type }: Field, count = 2): unknown[] =>
    sample(valuesOf(type.schema, this.#referred).filter(validator(type.accepts)), count).map((value) =>
      json(type.read(value, '', undefined)),
    );

  readonly least = (): Body => Object.fromEntries(this.fields('required').map(([key, field]) => [key, this.samples(field)[0]]));

  /** Creates a widget as clients do: by JSON, or by an upload of a file of its kind. */
  readonly postOf = ({ widget }: AnyWidget, path: string, body: Body = {}): Promise<Answer> => {
    const data = widget.upload && sampleFiles[widget.upload].bytes;
    return data ? this.admin.post(path, ...form({ data, json: body })) : this.admin.post(path, body);
  };

  readonly post = (path: string, body?: Body): Promise<Answer> => this.postOf(this.definition, path, body);

  readonly create = async (body: Body = {}): Promise<Shown> =>
    ok(await this.post(this.collection, { ...this.least(), ...body })).body;

  readonly patch = async ({ id }: Shown, body: Body): Promise<Shown> =>
    ok(await this.admin.patch(`${this.collection}/${id}`, body)).body;

  readonly read = async ({ id }: Shown): Promise<Shown> => ok(await this.admin.get(`${this.collection}/${id}`)).body;

  /** Makes everything that must be deleted with a widget: one inside it, and one of each type that depends on another. */
  readonly attach = async (id: string): Promise<Shown[]> => {
    const made = [await this.admin.post(`${this.path}/${plain.widget.path}`, { parent_id: id })];
    for (const { fields, widget } of collections) {
      const required = Object.entries(fields).filter(([, { word }]) => word === 'required');
      const body = required.map(([key, { type }]) => [key, sample(valuesOf(type.schema, { widget: [id] }), 1)[0]]);
      if (!JSON.stringify(body).includes(id)) continue;
      made.push(await this.admin.post(`${this.path}/${widget.path}`, Object.fromEntries(body)));
    }
    return made.map((answer) => ok(answer).body);
  };

  /**
   * The result of a PATCH of one field: its value, merged where it has parts. For a type whose parts depend on each other, only
   * the model knows what follows.
   */
  readonly patchedBy = (before: Shown, body: Body): Body => {
    const { definition } = this;
    const [key, value] = Object.entries(body)[0]!;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return body;
    if (!definition.widget.upload) return { [key]: { ...(before[key] as object), ...value } };
    const model = new MemoryCanvas();
    model.writer.insert(definition, { ...before, ...givenBy(definition.widget.upload), parent_id: model.root.id } as never);
    return json(model.patch(definition, before, json(body) as Body)) as Body;
  };

  /** The record after a PATCH that changes something. */
  readonly changed = async (before: Shown): Promise<Shown> => {
    for (const [key, field] of this.fields('editable', 'required')) {
      for (const value of this.samples(field, 4)) {
        const { status, body } = await this.admin.patch(`${this.collection}/${before.id}`, { [key]: value });
        if (status === 200 && JSON.stringify(body) !== JSON.stringify(before)) return body as Shown;
      }
    }
    throw new Error('nothing can be changed');
  };

  /** The answer must be that of the model: its record apart from the id, or its refusal. */
  readonly compare = (answer: { status: number; body: Shown & { msg?: string } }, act: () => unknown): Shown | undefined => {
    try {
      const record = act() as Shown;
      const mirrored = Object.fromEntries(this.definition.mirrors.map(([key, mirror]) => [mirror, record[key]]));
      const hidden = Object.fromEntries(this.definition.secrets.map((key) => [key, undefined]));
      expect(answer.body).toEqual(json({ ...record, ...mirrored, ...hidden, id: answer.body.id }));
      return record;
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      expect(answer).toMatchObject({ status: cause.status, body: { msg: cause.message } });
      return undefined;
    }
  };
}

/** The same values in every run, so that a failure can be reproduced. */
export const sample = <T>(values: fc.Arbitrary<T>, count: number): T[] => fc.sample(values, { numRuns: count, seed: 20 });

/** The value as it looks after being sent: `-0` is `0`. */
export const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

export function ok<A extends { status: number; body: unknown }>(answer: A): A {
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer;
}
