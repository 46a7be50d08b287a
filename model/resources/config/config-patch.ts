import type { Body } from '../../field.ts';
import { groupsPatch, ownValue, readGroups } from '../../field-groups.ts';
import { type JsonSchema, Schema } from '../../json-schema.ts';
import { refuse } from '../../refusal.ts';
import { optional } from '../../types/not-sent.ts';
import { Text } from '../../types.ts';
import { type ConfigPath, type ConfigValues, configFields, configGroups, paths } from './config-settings.ts';

const elementSchema = Schema.Object(
  {
    'setting-key': Schema.String({ description: 'Dotted path; `-` counts as `_`. Also sent as `key`' }),
    'setting-value': optional(Schema.Unknown(), 'The value, or its text. Also sent as `value`'),
  },
  { title: 'ServerConfigElement' },
);

/** What a PATCH of server-config may hold: values by their places in the object, a list of elements, or both (interface/auth 8.2). */
export const configPatchSchema = (): JsonSchema => {
  const settings = optional(Schema.Array(elementSchema, { maxItems: MOST_ELEMENTS }), 'The same as a list, read after the rest');
  return Schema.Object({ ...groupsPatch(configGroups), settings }, { title: 'ServerConfigPatch', examples });
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
  const values = readGroups(configGroups, body);
  for (const { path, sent } of elementsOf(body))
    values[path] = configFields[path].type.read(sent as never, path, undefined as never);
  return values;
}

const MOST_ELEMENTS = 1000;
const known: ReadonlySet<string> = new Set(paths.filter((path) => configFields[path].word === 'editable'));

/** The elements of the other form that name a known setting, in their order: of two for one setting the later one counts. */
function elementsOf(body: Body): { path: ConfigPath; sent: unknown }[] {
  const settings = ownValue(body, 'settings');
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
  const key = ownValue(element, 'setting-key') ?? ownValue(element, 'key');
  if (key === undefined) throw refuse.missing(`${place}.setting-key`);
  const path = Text().read(key, `${place}.setting-key`, undefined).replaceAll('-', '_');
  return { path, sent: ownValue(element, 'setting-value') ?? ownValue(element, 'value') };
}

/** A text as a value of the type of the setting. One that fits nothing is left as it is, and refused by the type. */
function converted(path: ConfigPath, text: string): unknown {
  const initial: unknown = configFields[path].initial();
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
