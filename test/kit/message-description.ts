import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { asyncApiDocument } from '../../server/http/asyncapi/document.ts';
import { evidence } from './evidence.ts';
import { formats } from './formats.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any;

export type Direction = 'client' | 'server';

/**
 * The AsyncAPI document as a judge of what display clients and the server say to each other. Keeps which messages there were
 * as it says, under names such as `hello of client`.
 */
export class MessageDescription {
  /** All that the document has, named in the same way. */
  readonly all: readonly string[];
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Json = asyncApiDocument()) {
    const judges = {
      // The server sends nothing that is not written down; what a client sends besides is ignored
      server: new Ajv2020({ strict: false, formats }).addSchema(closed(document), 'api'),
      client: new Ajv2020({ strict: false, formats }).addSchema(document, 'api'),
    };
    for (const { action, messages, reply } of Object.values<Json>(document.operations)) {
      const [from, by]: [Direction, Direction] = action === 'receive' ? ['client', 'server'] : ['server', 'client'];
      const refs = [...messages.map((ref: Json) => [ref, from]), ...(reply?.messages ?? []).map((ref: Json) => [ref, by])];
      for (const [{ $ref }, sender] of refs as [Json, Direction][]) {
        const message = $ref.split('/').at(-1);
        const name = `${document.components.messages[message].name} of ${sender}`;
        const payload = { $ref: `api#/components/messages/${message}/payload` };
        if (!this.#validators.has(name)) this.#validators.set(name, judges[sender].compile(payload));
      }
    }
    this.all = [...this.#validators.keys()];
  }

  /** What a message has that the document does not say, in words; nothing when all is well. */
  faults(from: Direction, message: Json): string[] {
    const name = `${message.type} of ${from}`;
    const isValid = this.#validators.get(name);
    if (!isValid) return [`the AsyncAPI document has no ${name}`];
    if (isValid(message) || (from === 'client' && isValid(withoutNulls(message)))) {
      evidence.messages.add(name);
      return [];
    }
    const says = (isValid.errors ?? []).map(({ instancePath, message: text, params }) => {
      return `${instancePath || 'the message'} ${text} ${JSON.stringify(params)}`;
    });
    return [`${name} is not as described: ${JSON.stringify(message)}\n  ${says.slice(0, 3).join('\n  ')}`];
  }
}

/** With every object that has keys of its own closed. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, key === 'examples' ? value : closed(value)]));
  const { properties } = node;
  const isObject = typeof properties === 'object' && [node.type].flat().includes('object') && Object.keys(properties).length > 0;
  return isObject ? { ...copy, unevaluatedProperties: false } : copy;
}

/** For most keys null is the same as nothing, which the document says once for all. */
const withoutNulls = (node: Json): Json =>
  Array.isArray(node) || typeof node !== 'object' || node === null
    ? node
    : Object.fromEntries(
        Object.entries(node)
          .filter(([, value]) => value !== null)
          .map(([key, value]) => [key, withoutNulls(value)]),
      );
