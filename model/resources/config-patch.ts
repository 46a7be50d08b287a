import Schema, { type TSchema } from 'typebox';
import type { Body } from '../field.ts';
import { refuse } from '../refusal.ts';
import { optional, orNull } from '../types/not-sent.ts';
import { Text } from '../types.ts';
import { type ConfigPath, type ConfigValues, configSettings, type Nested, nested, paths } from './config-settings.ts';

const elementSchema = Schema.Object(
  {
    'setting-key': Schema.String({ description: 'Dotted path; `-` counts as `_`. Also sent as `key`' }),
    'setting-value': optional(Schema.Unknown(), 'The value, or its text. Also sent as `value`'),
  },
  { title: 'ServerConfigElement' },
);

/** What a PATCH of server-config may hold: values by their places in the object, a list of elements, or both (interface/auth 8.2). */
export const configPatchSchema = (): TSchema => {
  const leaves = patchable.map((path) => [path, new Leaf(configSettings[path].type.accepts)] as const);
  const settings = optional(Schema.Array(elementSchema, { maxItems: MOST_ELEMENTS }), 'The same as a list, read after the rest');
  return Schema.Object({ ...patched(nested(leaves)), settings }, { title: 'ServerConfigPatch', examples });
};

const examples = [
  { server_name: 'Walls of Corp', authentication: { password: { min_length: 10 } } },
  {
    settings: [
      { 'setting-key': 'email.smtp-port', 'setting-value': '587' },
      { 'setting-key': 'email.smtp-security', 'setting-value': 'starttls' },
    ],
  },
];

/** The values that a body holds, by path. Unknown and read-only keys are ignored; 400 for a wrong value names its path. */
export function readConfigPatch(body: Body): ConfigValues {
  const values: Record<string, unknown> = {};
  const read = (path: ConfigPath, sent: unknown): void => {
    values[path] = configSettings[path].type.read(sent, path, undefined as never);
  };
  for (const path of patchable) {
    const sent = sentAt(body, path);
    if (sent !== undefined) read(path, sent);
  }
  for (const { path, sent } of elementsOf(body)) read(path, sent);
  return values;
}

const MOST_ELEMENTS = 1000;
const patchable = paths.filter((path) => !configSettings[path].isDerived);
const known: ReadonlySet<string> = new Set(patchable);

/** Undefined: not sent, as `null` is (interface/conventions 1.2). Only what the body itself holds counts, never its prototype. */
function sentAt(body: Body, path: string): unknown {
  let branch: unknown = body;
  let place = '';
  for (const name of path.split('.')) {
    if (typeof branch !== 'object' || Array.isArray(branch)) throw refuse.wrongType(place, 'an object');
    if (!Object.hasOwn(branch as object, name)) return undefined;
    branch = (branch as Body)[name] ?? undefined;
    if (branch === undefined) return undefined;
    place = place === '' ? name : `${place}.${name}`;
  }
  return branch;
}

/** The elements of the other form that name a known setting, in their order: of two for one setting the later one counts. */
function elementsOf(body: Body): { path: ConfigPath; sent: unknown }[] {
  const settings = own(body, 'settings');
  if (settings === undefined) return [];
  if (!Array.isArray(settings)) throw refuse.wrongType('settings', 'an array');
  if (settings.length > MOST_ELEMENTS) throw refuse.invalid(`settings must have at most ${MOST_ELEMENTS} elements`);
  return settings.flatMap((element: unknown, at) => {
    const place = `settings[${at}]`;
    if (typeof element !== 'object' || element === null || Array.isArray(element)) throw refuse.wrongType(place, 'an object');
    const { path, sent } = readElement(element as Body, place);
    if (!known.has(path) || sent === undefined) return [];
    return { path: path as ConfigPath, sent: typeof sent === 'string' ? converted(path as ConfigPath, sent) : sent };
  });
}

function readElement(element: Body, place: string): { path: string; sent: unknown } {
  const key = own(element, 'setting-key') ?? own(element, 'key');
  if (key === undefined) throw refuse.missing(`${place}.setting-key`);
  const path = Text().read(key, `${place}.setting-key`, undefined).replaceAll('-', '_');
  return { path, sent: own(element, 'setting-value') ?? own(element, 'value') };
}

/** Undefined: not sent. */
const own = (body: Body, key: string): unknown => (Object.hasOwn(body, key) ? (body[key] ?? undefined) : undefined);

/** A text as a value of the type of the setting. One that fits nothing is left as it is, and refused by the type. */
function converted(path: ConfigPath, text: string): unknown {
  const { initial } = configSettings[path];
  if (typeof initial === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (typeof initial === 'number') return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  return typeof initial === 'string' ? text : listOf(text);
}

/** JSON text of an array, or entries with commas between them. */
function listOf(text: string): unknown {
  if (!text.trimStart().startsWith('[')) return text.split(',').flatMap((entry) => entry.trim() || []);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The schema of a setting, boxed to tell a leaf from a branch. */
class Leaf {
  constructor(readonly schema: TSchema) {}
}

const patched = (tree: Nested<Leaf>): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(tree).map(([name, branch]) => {
      const schema = branch instanceof Leaf ? branch.schema : Schema.Object(patched(branch));
      return [name, Schema.Optional(orNull(schema))];
    }),
  );
