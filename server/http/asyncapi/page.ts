import { escapeHtml } from '../../../model/html.ts';
import type { Json } from '../openapi/json.ts';
import { readPage } from '../routing/families.ts';
import { typeInWords } from './words.ts';

interface Message {
  readonly name: string;
  readonly description: string;
  readonly payload: Json;
  readonly examples: readonly { readonly payload: Json }[];
}

interface Operation {
  readonly action: 'send' | 'receive';
  readonly messages: readonly Ref[];
  readonly reply?: { readonly messages: readonly Ref[] };
}

interface Ref {
  readonly $ref: string;
}

/** A schema that may have properties. */
interface Shape extends Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

type Shapes = Readonly<Record<string, Shape>>;

interface Components {
  readonly messages: Readonly<Record<string, Message>>;
  readonly schemas: Shapes;
}

interface Document {
  readonly info: { readonly description: string };
  readonly operations: Readonly<Record<string, Operation>>;
  readonly components: Components;
}

/** The AsyncAPI document for people: a page without a script, with every message, its fields and its examples. */
export function messagesPage(json: Json): string {
  const document = json as unknown as Document;
  const { schemas } = document.components;
  const parts = [
    ...paragraphs(document.info.description),
    ...chapter('What a client sends', 'receive', document),
    ...chapter('What the server sends', 'send', document),
    '<h2>Objects in messages</h2>',
    ...Object.entries(schemas).map(
      ([name, schema]) => `<section id="object-${name}"><h3>${escapeHtml(name)}</h3>${fields(schema, schemas)}</section>`,
    ),
  ];
  return readPage('displays.html').replace('<!-- what there is -->', () => parts.join('\n'));
}

/** The messages that the server takes, or sends, answers among them. */
function chapter(title: string, action: Operation['action'], { operations, components }: Document): string[] {
  const all = Object.values(operations);
  const own = all.filter((one) => one.action === action);
  const others = all.filter((one) => one.action !== action);
  const refs = [...own.flatMap((one) => one.messages), ...others.flatMap(({ reply }) => reply?.messages ?? [])];
  const names = [...new Set(refs.map(last))];
  return [
    `<h2>${title}</h2>`,
    `<nav aria-label="${title}">${names.map((name) => linkTo(name, components)).join(' ')}</nav>`,
    ...names.map((name) => section(name, answersTo(name, own), components)),
  ];
}

const linkTo = (name: string, { messages }: Components): string => `<a href="#${name}"><code>${messages[name]!.name}</code></a>`;

const answersTo = (name: string, operations: readonly Operation[]): string[] =>
  operations
    .filter(({ messages }) => messages.some((ref) => last(ref) === name))
    .flatMap(({ reply }) => (reply?.messages ?? []).map(last));

function section(name: string, answers: readonly string[], components: Components): string {
  const { name: type, description, payload, examples } = components.messages[name]!;
  return [
    `<section id="${name}"><h3><code>${type}</code></h3>`,
    ...paragraphs(description),
    ...(answers.length > 0 ? [`<p>Answer: ${answers.map((one) => linkTo(one, components)).join(' or ')}</p>`] : []),
    fields(payload, components.schemas),
    ...examples.map((example) => `<pre><code>${escapeHtml(inLines(example.payload))}</code></pre>`),
    '</section>',
  ].join('\n');
}

/** A line for each key. */
const inLines = (example: Json): string =>
  `{\n${Object.entries(example)
    .map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`)
    .join(',\n')}\n}`;

function fields({ properties = {}, required = [] }: Shape, schemas: Shapes): string {
  const rows = Object.entries(properties)
    .filter(([key]) => key !== 'type')
    .map(([key, schema]) => {
      const { description, type } = '$ref' in schema ? schemas[last(schema as unknown as Ref)]! : schema;
      const orNull = '$ref' in schema && Array.isArray(type) ? ' or null' : '';
      const isNeeded = required.includes(key) ? ' <strong>required</strong>' : '';
      const about = typeof description === 'string' ? inline(description) : '';
      return `<dt><code>${escapeHtml(key)}</code> ${typeInWords(schema)}${orNull}${isNeeded}</dt><dd>${about}</dd>`;
    });
  return rows.length === 0 ? '' : `<dl class="fields">${rows.join('\n')}</dl>`;
}

const last = ({ $ref }: Ref): string => $ref.slice($ref.lastIndexOf('/') + 1);

const paragraphs = (text: string): string[] => text.split('\n\n').map((one) => `<p>${inline(one)}</p>`);

/** The marks of our own texts: code, strong and slanted words. */
const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<!\w|\*)\*(\w+)\*/g, '<em>$1</em>');
