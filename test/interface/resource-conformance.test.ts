import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleIds } from '../../model/example-ids.ts';
import type { JsonSchema } from '../../model/json-schema.ts';
import { type CollectedKind, hasCollection } from '../../model/resource.ts';
import { kinds } from '../../model/resources/index.ts';
import type { VerbName } from '../../model/verb.ts';
import { isWidget } from '../../model/widgets/common.ts';
import { examplesOf } from '../../server/http/openapi/example.ts';
import type { Route } from '../../server/http/routing/route.ts';
import { validator } from '../kit/arbitrary.ts';
import { connectWall, type DisplayPeer } from '../kit/display.ts';
import { type Answer, type Easel, startEasel } from '../kit/easel.ts';

/**
 * Tests of what follows from a collection, through the front door, for every kind of record that is not a widget. No kind is
 * named here: a new one is tested by its line in the closed list.
 */
const resources = kinds.filter((kind) => !isWidget(kind)).filter(hasCollection);
const having = (...verbs: VerbName[]): [string, CollectedKind][] =>
  resources
    .filter(({ collection }) => verbs.every((verb) => collection.verbs[verb]))
    .map((definition) => [definition.name, definition]);

type Shown = Record<string, unknown>;

let easel: Easel;
let display: DisplayPeer;
const backups = mkdtempSync(join(tmpdir(), 'easel-conformance-'));
beforeAll(async () => {
  easel = await startEasel({ env: { EASEL_BACKUP_URL: backups } });
  const backup = await easel.admin.watch(`/backups/${ok(await easel.admin.post('/backups')).body.id}`);
  while ((await backup.next()).status === 'running');
  backup.close();
  display = await connectWall(easel, easel.admin.token);
  await display.request({ type: 'report', uptime_s: 1 });
});
afterAll(async () => {
  await easel.close();
  rmSync(backups, { recursive: true });
});

/** Real ids for paths and bodies, by the names of the example ids; each belongs to an existing record of this test. */
let real: Record<string, string | number>;
let made = 0;
beforeEach(async () => {
  const user = await easel.user();
  const group = ok(await easel.admin.post('/groups', { name: `group ${++made}` })).body;
  const folder = ok(await easel.admin.post('/canvas-folders')).body;
  const canvas = (await easel.canvas(easel.admin)).split('/')[2]!;
  real = { user: user.id, group: group.id, folder: folder.id, canvas, client: display.welcome.client_id };
});

const nobody = (definition: CollectedKind): string =>
  definition.collection.firstId === undefined && !isNumber(definition) ? '11111111-1111-4111-8111-111111111111' : '999999';

/** Values of other types than a body takes, key by key. */
const wrong = (body: JsonSchema): (readonly [key: string, value: unknown])[] =>
  Object.entries((body as unknown as { properties: Record<string, JsonSchema> }).properties).flatMap(([key, schema]) => {
    const isValid = validator(schema);
    return [5.5, true, {}, [], [1], 'no such word'].filter((value) => !isValid(value)).map((value) => [key, value] as const);
  });

/** Is the record named by a number of another collection? */
const isNumber = ({ collection: { param } }: CollectedKind): boolean => param === 'user_id' || param === 'group_id';

/** The path with real ids for all parameters. */
const filled = (path: string, ids = real): string => path.replace(/:(\w+)_id/g, (_, name: string) => String(ids[name]));

/** What somebody keeps is read by nobody else, so the caller of this test is its user. */
const listOf = ({ collection: { path, verbs } }: CollectedKind): string =>
  filled(path, verbs.list?.who === 'readSelf' ? { ...real, user: easel.admin.id } : real);
/** A kind with a single record has no id in its path. */
const itemOf = (definition: CollectedKind, id: unknown): string =>
  definition.collection.param === undefined ? listOf(definition) : `${listOf(definition)}/${id}`;

const routeOf = ({ collection }: CollectedKind, method: string, isOfOne: boolean): Route =>
  easel.server.routes.find(
    (route) =>
      route.method === method && route.path === collection.path + (isOfOne && collection.param ? `/:${collection.param}` : ''),
  )!;

/** The example of a body, with ids of existing records; no two have a name or an address in common. */
function bodyOf(definition: CollectedKind, method: 'POST' | 'PATCH'): Shown {
  const [example] = examplesOf(routeOf(definition, method, method === 'PATCH').body as never) as [Shown];
  const ids = Object.entries(exampleIds).filter(([name]) => name in real);
  const entries = Object.entries(example).map(([key, value]) => {
    const named = ids.find(([, id]) => id === value);
    if (named) return [key, real[named[0]]];
    return [key, isFree(definition, key, value) ? `${++made}-${value}` : value];
  });
  return Object.fromEntries(entries);
}

/** Is it a text that may be any other one, too? */
const isFree = ({ fields }: CollectedKind, key: string, value: unknown): boolean => {
  const { accepts } = fields[key]?.type ?? {};
  return typeof value === 'string' && accepts !== undefined && validator(accepts)(`1-${value}`);
};

interface Made {
  /** The id in the path. */
  readonly id: unknown;
  /** The record as the collection shows it to its readers. */
  readonly shown: Shown;
}

async function create(definition: CollectedKind): Promise<Made> {
  const body = bodyOf(definition, 'POST');
  const answer = ok(await easel.admin.post(listOf(definition), body));
  const { id } = answer.text === '' ? body : answer.body;
  const list: Shown[] = ok(await easel.admin.get(listOf(definition))).body;
  const shown = list.find((one) => one.id === id);
  expect([definition.name, shown?.id]).toEqual([definition.name, id]);
  if (answer.text !== '') expect(answer.body).toMatchObject(shown!);
  return { id, shown: shown! };
}

/** One that is there; where nothing can be created, what the display declared or the server made. */
async function one(definition: CollectedKind): Promise<Made> {
  if (definition.collection.verbs.create) return create(definition);
  const all = ok(await easel.admin.get(listOf(definition))).body as Shown | Shown[];
  const [shown] = Array.isArray(all) ? all : [all];
  return { id: idIn(definition, shown!), shown: shown! };
}

/** The key by which a path names a record: an id, or what the field of the parameter's name holds. */
const idIn = ({ collection: { param } }: CollectedKind, shown: Shown): unknown =>
  param && shown[param.endsWith('_id') ? 'id' : param];

describe.each(having('list', 'create'))('%s', (_, definition) => {
  it('is answered as its schema says, last in the list, and the same when it is read alone', async () => {
    const { id, shown } = await create(definition);
    const { properties } = (routeOf(definition, 'GET', false).answer as { items: { properties: object } }).items;
    expect(Object.keys(shown).sort()).toEqual(Object.keys(properties).sort());
    if (definition.collection.verbs.get) expect(ok(await easel.admin.get(itemOf(definition, id))).body).toEqual(shown);
  });

  it('refuses values of another type, and changes nothing', async () => {
    const sent = bodyOf(definition, 'POST');
    const { required = [] } = routeOf(definition, 'POST', false).body as { required?: string[] };
    const least = Object.fromEntries(required.map((key) => [key, sent[key]]));
    const { id } = definition.collection.verbs.update ? await create(definition) : { id: undefined };
    await easel.unchanged(async () => {
      for (const [key, value] of wrong(routeOf(definition, 'POST', false).body!)) {
        expect([key, value, (await easel.admin.post(listOf(definition), { ...least, [key]: value })).status]).toEqual([
          key,
          value,
          400,
        ]);
      }
      if (id === undefined) return;
      for (const [key, value] of wrong(routeOf(definition, 'PATCH', true).body!)) {
        expect([key, value, (await easel.admin.patch(itemOf(definition, id), { [key]: value })).status]).toEqual([
          key,
          value,
          400,
        ]);
      }
    });
  });

  it('refuses bodies that are no JSON objects, and creates without what is required', async () => {
    await easel.unchanged(async () => {
      for (const body of ['{', '[]', '5']) expect((await easel.admin.post(listOf(definition), body)).status).toBe(400);
      const { required = [] } = routeOf(definition, 'POST', false).body as { required?: string[] };
      for (const key of required) {
        const answer = await easel.admin.post(listOf(definition), { ...bodyOf(definition, 'POST'), [key]: null });
        expect(answer).toMatchObject({ status: 400, body: { msg: `${key} parameter is missing` } });
      }
    });
  });

  it('is told to readers of the list when it comes and goes, and is gone', async () => {
    const list = await easel.admin.watch(`${listOf(definition)}?changes=1`);
    await list.next();
    const { id, shown } = await create(definition);
    expect(await list.next()).toEqual([shown]);
    const { verbs } = definition.collection;
    const item = verbs.get && (await easel.admin.watch(itemOf(definition, id)));
    if (item) expect(await item.next()).toEqual(shown);
    const deleted = ok(await easel.admin.delete(itemOf(definition, id)));
    expect(deleted.text).toBe('');
    const last = { ...shown, state: 'deleted' };
    expect(await list.next()).toEqual([last]);
    if (item) expect([await item.next(), await item.ended]).toEqual([last, 'clean']);
    await easel.unchanged(async () => expect((await easel.admin.delete(itemOf(definition, id))).status).toBe(404));
    expect(ok(await easel.admin.get(listOf(definition))).body.map((one: Shown) => one.id)).not.toContain(id);
    list.close();
  });
});

describe.each(having('update'))('%s', (_, definition) => {
  it('takes every text that may be changed, publishes it, and writes nothing for an equal value', async () => {
    const { id } = await one(definition);
    const path = itemOf(definition, id);
    const item = await easel.admin.watch(path);
    let shown: Shown = await item.next();
    const texts = Object.entries(bodyOf(definition, 'PATCH')).filter(([key, value]) => isFree(definition, key, value));
    for (const [key, value] of [...texts, ...texts.map(([key, value]) => [key, `${++made}-${value}`] as const)]) {
      const patched = ok(await easel.admin.patch(path, { [key]: value })).body;
      if (JSON.stringify(patched) !== JSON.stringify(shown)) expect(await item.next()).toEqual(patched);
      expect([key, patched[key], idIn(definition, patched)]).toEqual([key, value, id]);
      shown = patched;
    }
    expect(ok(await easel.admin.get(path)).body).toEqual(shown);
    await easel.unchanged(async () => {
      expect(ok(await easel.admin.patch(path, {})).body).toEqual(shown);
      for (const [key] of texts) expect(ok(await easel.admin.patch(path, { [key]: shown[key] })).body).toEqual(shown);
    });
    item.close();
  });

  it('ignores keys that nobody may send', async () => {
    const { id, shown } = await one(definition);
    const fixed = Object.entries(definition.fields).filter(([, { word }]) => word === 'readonly' || word === 'secret');
    const sent = Object.fromEntries(fixed.map(([key]) => [key, 'mine']));
    await easel.unchanged(async () => {
      expect(ok(await easel.admin.patch(itemOf(definition, id), { ...sent, foreign: 1 })).body).toEqual(shown);
    });
  });
});

const declared = having('list', 'get').filter(([, { collection }]) => !collection.verbs.create && collection.param !== undefined);

describe.each(declared)('%s', (_, definition) => {
  it('is shown the same in its list, alone and in both streams', async () => {
    const { id, shown } = await one(definition);
    expect(ok(await easel.admin.get(itemOf(definition, id))).body).toEqual(shown);
    const list = await easel.admin.watch(listOf(definition));
    const item = await easel.admin.watch(itemOf(definition, id));
    expect([(await list.next())[0], await item.next()]).toEqual([shown, shown]);
    for (const stream of [list, item]) stream.close();
  });
});

const ofOne = (isOfOne: boolean): [string, CollectedKind][] =>
  resources
    .filter(({ collection }) => isOfOne === (collection.param !== undefined))
    .map((definition) => [definition.name, definition]);

describe.each(ofOne(true))('%s', (_, definition) => {
  const { verbs } = definition.collection;

  it('is 404 for an id that nobody has, before the body is judged', async () => {
    const path = itemOf(definition, nobody(definition));
    await easel.unchanged(async () => {
      if (verbs.get) expect((await easel.admin.get(path)).status).toBe(404);
      if (verbs.update) expect((await easel.admin.patch(path, '{')).status).toBe(404);
      if (verbs.delete) expect((await easel.admin.delete(path)).status).toBe(404);
    });
  });

  it('is 405 for methods that it does not offer', async () => {
    const ofList = easel.server.routes.filter(({ path }) => path === definition.collection.path);
    await refusesOthers(
      listOf(definition),
      ofList.map(({ method }) => method),
    );
    await refusesOthers(itemOf(definition, nobody(definition)), [verbs.update && 'PATCH', verbs.delete && 'DELETE']);
  });
});

describe.each(ofOne(false))('%s', (_, definition) => {
  it('is streamed as it is read, and is 405 for methods that it does not offer', async () => {
    const path = listOf(definition);
    const stream = await easel.admin.watch(path);
    expect(await stream.next()).toEqual(ok(await easel.admin.get(path)).body);
    stream.close();
    const { verbs } = definition.collection;
    await refusesOthers(path, [verbs.create && 'POST', verbs.update && 'PATCH']);
  });
});

async function refusesOthers(path: string, methods: readonly (string | undefined)[]): Promise<void> {
  for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'].filter((one) => !methods.includes(one))) {
    const refused = await easel.unchanged(() => easel.admin.request(method, path, {}));
    expect([method, path, refused.status]).toEqual([method, path, 405]);
  }
}

it('needs a token wherever its rule does, and answers nobody else', async () => {
  for (const definition of resources) {
    for (const route of easel.server.routes.filter(({ file }) => file.includes('model/resources/'))) {
      if (route.access.credential !== 'required' || !route.path.startsWith(definition.collection.path)) continue;
      const path = filled(route.path.replace(`:${definition.collection.param}`, nobody(definition)));
      const refused = await easel.unchanged(() => easel.anonymous.request(route.method, path, {}));
      expect([route.operation, refused.status]).toEqual([route.operation, 401]);
    }
  }
});

function ok(answer: Answer): Answer {
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer;
}
