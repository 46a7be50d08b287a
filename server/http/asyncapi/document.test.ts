import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientMessages, serverMessages } from '../../../model/displays/index.ts';
import { type MessageKind, readMessage } from '../../../model/displays/message.ts';
import { messageSchema } from '../../../model/displays/schema.ts';
import type { Body } from '../../../model/field.ts';
import { floatsOf } from '../../../model/types/nodes.ts';
import { validator, valuesOf } from '../../../test/kit/arbitrary.ts';
import { formats } from '../../../test/kit/formats.ts';
import { asyncApiDocument, asyncApiText } from './document.ts';
import { examplesOf } from './messages.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is read at many places
type Json = any;

const document: Json = asyncApiDocument();
const all: (readonly [name: string, kind: MessageKind, from: 'client' | 'server'])[] = [
  ...clientMessages.map((kind) => [`${kind.type} of a client`, kind, 'client'] as const),
  ...serverMessages.map((kind) => [`${kind.type} of the server`, kind, 'server'] as const),
];

const at = (ref: string): Json =>
  ref
    .slice(2)
    .split('/')
    .reduce((node: Json, key) => node?.[key.replaceAll('~1', '/')], document);

function refsIn(node: Json): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => (key === '$ref' ? [value as string] : refsIn(value)));
}

describe('the AsyncAPI document', () => {
  it('is one, by the schema of AsyncAPI 3.0', () => {
    const file = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0.json');
    const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, meta: false });
    const isValid = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
    expect([isValid(document), isValid.errors]).toEqual([true, null]);
    expect([isValid({ ...document, operations: { x: { action: 'shout' } } }), isValid({})]).toEqual([false, false]);
  });

  it('refers only to what is in it, and holds nothing that is not referred to', () => {
    const refs = new Set(refsIn(document));
    expect([...refs].filter((ref) => at(ref) === undefined)).toEqual([]);
    const held = ['messages', 'schemas', 'securitySchemes'].flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect(held.filter((ref) => !refs.has(ref))).toEqual([]);
  });

  it('is the same text each time, with an end', () => {
    expect(asyncApiText()).toBe(asyncApiText());
    expect(asyncApiText()).toMatch(/\}\n$/);
  });

  it('says of every message who sends it, as an operation or as the answer to one', () => {
    const { operations, channels } = document;
    const said = (action: string): string[] => {
      const own = Object.values<Json>(operations).filter((one) => one.action === action);
      const answered = Object.values<Json>(operations).filter((one) => one.action !== action);
      const refs = [...own.flatMap(({ messages }) => messages), ...answered.flatMap(({ reply }) => reply?.messages ?? [])];
      return [...new Set(refs.map(({ $ref }) => at(at($ref).$ref).name as string))].sort();
    };
    const typesOf = (kinds: readonly MessageKind[]): string[] => kinds.map(({ type }) => type).sort();
    expect([said('receive'), said('send')]).toEqual([typesOf(clientMessages), typesOf(serverMessages)]);
    expect(Object.keys(channels.display.messages)).toEqual(Object.keys(document.components.messages));
  });

  it('says what is answered, and by what', () => {
    const repliesTo = (name: string): string[] | undefined =>
      document.operations[name].reply?.messages.map(({ $ref }: Json) => $ref.split('/').at(-1));
    expect(repliesTo('client-hello')).toEqual(['welcome', 'error']);
    expect(repliesTo('client-update')).toEqual(['ack-of-server', 'nack-of-server']);
    expect(repliesTo('server-command')).toEqual(['ack-of-client', 'nack-of-client']);
    expect([repliesTo('client-presence'), repliesTo('server-notice')]).toEqual([undefined, undefined]);
  });
});

const payloads = new Ajv2020({ strict: false, formats }).addSchema(document, 'api');

describe.each(all)('%s', (_, kind, from) => {
  const schema = messageSchema(kind, from);

  it('has examples that its schema and its reader take, with every key in one of them', () => {
    const name = Object.keys(document.components.messages).find((key) => key === kind.type || key === `${kind.type}-of-${from}`)!;
    const isValid = payloads.compile({ $ref: `api#/components/messages/${name}/payload` });
    for (const example of examplesOf(kind) as Body[]) {
      expect([example, isValid(example) || isValid.errors, validator(schema)(example)]).toEqual([example, true, true]);
      expect(readMessage(kind, example)).toMatchObject({ type: kind.type });
    }
    const named = new Set(examplesOf(kind).flatMap((example) => Object.keys(example)));
    expect(Object.keys(kind.fields).filter((key) => !named.has(key))).toEqual([]);
  });

  it('is read whenever its schema allows it, unless base64 hides what is no number', () => {
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const read = () => readMessage(kind, value as Body);
        if (hidesNoNumber(value)) expect(read).toThrow(/\.points\[\d+\]\[\d\] must be a finite 32-bit float$/);
        else read();
      }),
      { numRuns: 30 },
    );
  });
});

/** Whether the points of a hand hold NaN or an infinity, which no schema can forbid. */
function hidesNoNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) =>
    key === 'points' && typeof part === 'string' ? floatsOf(part).some((float) => !Number.isFinite(float)) : hidesNoNumber(part),
  );
}
