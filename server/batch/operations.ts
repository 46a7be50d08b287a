import { type Body, editable, type Fields, readCreate, required, type Type } from '../../model/field.ts';
import { type JsonSchema, Schema } from '../../model/json-schema.ts';
import { refuse } from '../../model/refusal.ts';
import { createSchema, withKeys } from '../../model/schemas.ts';
import { Int, LaterBody, OneOf, OwnId, Text } from '../../model/types.ts';

/** @bound Operations of a batch: 400. */
const OPERATIONS_MAX = 1_000;

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const refName = Schema.String({ pattern: NAME.source });

/** The name under which later operations of a batch know a record that this one makes. */
const RefName: Type<string> = {
  schema: refName,
  accepts: refName,
  read(value, key) {
    if (typeof value !== 'string') throw refuse.wrongType(key, 'a string');
    if (!NAME.test(value)) throw refuse.invalid(`${key} must have 1 to 64 letters, digits, - and _`);
    return value;
  },
};

const Revision = Int({ min: 0 });
const id = Text({ max: 255 });
const bodyOf = (about: string) => editable(LaterBody(Schema.Object({}, { description: about })), {});

const create = {
  type: required(Text({ max: 64 }), { about: 'A `widget_type` in any letter case, or `Annotation`', example: 'Note' }),
  body: bodyOf('That of the create of the type'),
  id: editable(OwnId, '', { about: 'The id of the new object, as in `Easel-Id`' }),
  ref: editable(RefName, '', { about: 'Later operations write `@` and this name wherever an id may stand', example: 'a' }),
  widget_id: editable(id, '', { about: 'Of a stroke: the widget that it is on; not sent: the canvas plane' }),
};
const remove = {
  id: required(id, { about: 'A widget or a stroke of this canvas', example: '@a' }),
  if_match: editable(Text({ max: 255 }), '', { about: 'The `ETag` of the object: 412 when it is another by now' }),
};
const update = { ...remove, body: bodyOf('That of the PATCH of the type') };

export interface CreateOperation {
  readonly op: 'create';
  readonly type: string;
  readonly body: Body;
  readonly id: string | undefined;
  readonly ref: string | undefined;
  readonly widget_id: string | undefined;
}

/** The body of a delete says nothing. */
export interface ChangeOperation {
  readonly op: 'update' | 'delete';
  readonly id: string;
  readonly body: Body;
  readonly if_match: string | undefined;
}

export type BatchOperation = CreateOperation | ChangeOperation;

/** The operations of a body, which are read one by one when their turn comes. 400 unless there are 1 to 1,000. */
export function readOperations({ operations }: Body): readonly unknown[] {
  if (operations === undefined || operations === null) throw refuse.missing('operations');
  if (!Array.isArray(operations)) throw refuse.wrongType('operations', 'an array');
  if (operations.length < 1 || operations.length > OPERATIONS_MAX) {
    throw refuse.invalid(`operations must have 1 to ${OPERATIONS_MAX} elements`);
  }
  return operations;
}

/** The revision behind which the canvas must not have changed; undefined: any will do. */
export function readIfRevision({ if_revision }: Body): number | undefined {
  return if_revision === undefined || if_revision === null ? undefined : Revision.read(if_revision, 'if_revision', undefined);
}

/** The bodies of all creates, before they are judged. */
export const createBodies = (operations: readonly unknown[]): Body[] =>
  operations.flatMap((operation): Body[] => {
    const { op, body } = (operation ?? {}) as { readonly op?: unknown; readonly body?: unknown };
    return op === 'create' && typeof body === 'object' && body !== null ? [body as Body] : [];
  });

/** One operation. 400 for what is none. */
export function readOperation(sent: unknown): BatchOperation {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw refuse.invalid('it must be an object');
  const { op } = sent as Body;
  if (op === undefined || op === null) throw refuse.missing('op');
  if (op === 'create') {
    const { type = '', body = {}, id, ref, widget_id } = readCreate(create, sent as Body);
    return { op, type, body, id, ref, widget_id };
  }
  if (op !== 'update' && op !== 'delete') throw refuse.invalid('op must be create, update or delete');
  const { id = '', body = {}, if_match } = readCreate(update, sent as Body);
  return { op, id, body, if_match };
}

/** `BatchCreate`, `BatchUpdate`, `BatchDelete` */
const operationSchema = (op: BatchOperation['op'], fields: Fields): JsonSchema =>
  withKeys(
    createSchema('Batch', { op: required(OneOf([op]), { example: op }), ...fields }),
    {},
    `Batch${op.charAt(0).toUpperCase()}${op.slice(1)}`,
  );

/** The body of a batch, for the documents. */
export const batchSchema = Schema.Object(
  {
    operations: Schema.Array(
      Schema.Union([operationSchema('create', create), operationSchema('update', update), operationSchema('delete', remove)]),
      { minItems: 1, maxItems: OPERATIONS_MAX },
    ),
    if_revision: Schema.Optional(
      Schema.Union([Revision.accepts, Schema.Null()], {
        description:
          'The `Easel-Revision` of what you have read: 412 when content has changed behind it. Clocks of videos do not count',
      }),
    ),
  },
  {
    title: 'Batch',
    examples: [
      {
        operations: [
          { op: 'create', type: 'Note', ref: 'a', body: { text: 'Ship on Friday' } },
          { op: 'update', id: '@a', body: { title: 'Plan' } },
        ],
      },
    ],
  },
);
