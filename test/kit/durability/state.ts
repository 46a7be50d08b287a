import type { Caller } from '../client.ts';

/** Something that a writer made, as the server shows it. */
export interface Thing {
  /** `note w1-7`: its kind, and the name that its writer gave it. */
  readonly key: string;
  readonly id: string;
  /** The canvas that a widget is on. */
  readonly canvas: string;
  readonly value: string;
  /** Ids of the two ends of a connector. */
  readonly ends: readonly string[];
}

export interface State {
  readonly things: readonly Thing[];
  readonly values: ReadonlyMap<string, string>;
  /** `modified_at` by the id of the canvas. */
  readonly modified: ReadonlyMap<string, string>;
  /** Contradictions in the state. */
  readonly problems: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: records of every kind
export type Shown = any;

/** Key and value of a record, as answers and streams show it; undefined when no writer made it. */
export function keyAndValue(record: Shown): readonly [key: string, value: string] | undefined {
  const named = /^(?<tag>[a-z]+\d*-\d+)\/(?<value>\d+)$/.exec(record.name ?? '')?.groups;
  if (record.widget_type === 'Note') return [`note ${record.title}`, record.text];
  if (record.widget_type === 'Connector') return [`connector ${record.line_color}`, String(record.line_width)];
  if (!named || record.state === undefined) return undefined;
  if ('modified_at' in record) return [`canvas ${named.tag}`, named.value!];
  if ('email' in record) return [`user ${named.tag}`, named.value!];
  return 'description' in record ? [`token ${named.tag}`, named.value!] : undefined;
}

/** Reads everything through the interface. */
export async function readState(admin: Caller): Promise<State> {
  const canvases = await read(admin, '/canvases');
  const users = await read(admin, '/users');
  const tokens = await read(admin, '/users/1000/access-tokens');
  const widgets = await Promise.all(canvases.map(({ id }) => read(admin, `/canvases/${id}/widgets`)));
  const grants = await Promise.all(canvases.map((canvas) => grantsOf(admin, canvas)));
  const things = [
    ...[...canvases, ...users, ...tokens].flatMap((record) => thing(record, '')),
    ...canvases.flatMap(({ id }, at) => widgets[at]!.flatMap((record) => thing(record, id))),
    ...grants.flat(),
  ];
  return {
    things,
    values: new Map(things.map(({ key, value }) => [key, value])),
    modified: new Map(canvases.map(({ id, modified_at }) => [id, modified_at])),
    problems: [...looseEnds(things), ...wrongSizes(canvases, widgets), ...doubles(things)],
  };
}

function thing(record: Shown, canvas: string): Thing[] {
  const known = keyAndValue(record);
  if (!known) return [];
  const ends = record.widget_type === 'Connector' ? [record.src.id, record.dst.id] : [];
  return [{ key: known[0], value: known[1], id: String(record.id), canvas, ends }];
}

async function grantsOf(admin: Caller, canvas: Shown): Promise<Thing[]> {
  if (!canvas.name.startsWith('shared')) return [];
  const { body } = await admin.get(`/canvases/${canvas.id}/permissions`);
  return body.users.map((entry: Shown) => ({
    key: `grant ${canvas.name} ${entry.id}`,
    id: String(entry.id),
    canvas: canvas.id,
    value: entry.permission,
    ends: [],
  }));
}

async function read(admin: Caller, path: string): Promise<Shown[]> {
  const { status, text, body } = await admin.get(path);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return body;
}

function looseEnds(things: readonly Thing[]): string[] {
  const ids = new Set(things.map(({ id }) => id));
  return things.filter(({ ends }) => !ends.every((id) => ids.has(id))).map(({ key }) => `torn: ${key} has no widget at an end`);
}

/** One request writes name and size of a canvas to two scopes, so they must match. */
function wrongSizes(canvases: readonly Shown[], widgets: readonly Shown[][]): string[] {
  return canvases.flatMap((canvas, at) => {
    const value = keyAndValue(canvas)?.[1];
    const root = widgets[at]!.find(({ widget_type }) => widget_type === 'SharedCanvas');
    if (root === undefined) return [`torn: ${canvas.name} has no root widget`];
    return value === undefined || root.size.width === widthOf(value) ? [] : [`torn: ${canvas.name} is ${root.size.width} wide`];
  });
}

/** The width that a canvas gets together with this value, within the allowed range. */
export const widthOf = (value: string): number => 2000 + (Number(value) % 5000);

function doubles(things: readonly Thing[]): string[] {
  const keys = things.map(({ key }) => key);
  return keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `double: ${key}`);
}
