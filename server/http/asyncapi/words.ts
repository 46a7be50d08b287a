import { escapeHtml } from '../../../model/html.ts';
import type { Json } from '../openapi/json.ts';

/** What a schema allows, as a piece of a page: its type, and its bounds behind it. */
export function typeInWords(schema: Json): string {
  const { $ref, const: only, enum: words, oneOf, allOf } = schema as Schema;
  if ($ref) return `<a href="#object-${lastOf($ref)}">${escapeHtml(lastOf($ref))}</a>`;
  if (only !== undefined) return code(only);
  if (words) return words.map(code).join(', ');
  if (oneOf) return oneOf.map(typeInWords).join(' or ');
  if (allOf) return allOf.map(typeInWords).join(' and ');
  return plain(schema as Schema);
}

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

function plain(schema: Schema): string {
  const { type = 'any', items, properties } = schema;
  const names = [type].flat();
  const name = names.includes('array') && items ? `array of ${typeInWords(items)}` : (schema.format ?? names.join(' or '));
  const parts = properties && Object.keys(properties).length > 0 ? ` (${Object.keys(properties).map(code).join(', ')})` : '';
  return `${name}${parts}${boundsOf(schema)}`;
}

/** Numbers that only keep what is sent within reason say nothing to a reader. */
const LARGE = 100_000;

function boundsOf({ minimum, exclusiveMinimum, maximum, minLength, maxLength, maxItems }: Schema): string {
  const says = [
    minimum !== undefined && minimum > -LARGE ? `at least ${minimum}` : '',
    exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : '',
    maximum !== undefined && maximum < LARGE ? `at most ${maximum}` : '',
    minLength !== undefined ? 'not empty' : '',
    maxLength !== undefined && maxLength < LARGE ? `at most ${maxLength} characters` : '',
    maxItems !== undefined ? `at most ${maxItems}` : '',
  ].filter((one) => one !== '');
  return says.length > 0 ? `, ${says.join(', ')}` : '';
}

const code = (value: unknown): string =>
  value === '' ? 'empty' : `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

const lastOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
