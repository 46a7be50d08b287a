import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import type { RecordOf, Stored } from '../../model/resource.ts';
import type { Rule } from '../../server/access/access-rule.ts';
import type { Rules } from '../../server/access/authorization/rule-table.ts';
import { type CheckedStream, createStreams } from '../../server/changes/streams.ts';
import { collectionRoutes } from '../../server/collections/verbs.ts';
import type { Call, Method, PlainRoute, WatchedRoute } from '../../server/http/routing/route.ts';
import { createScheduler } from '../../server/scheduler.ts';
import { openSqlite } from '../../server/store/drivers/sqlite/driver.ts';
import { openStore } from '../../server/store/open.ts';
import type { Store } from '../../server/store/store.ts';
import { fakeClock } from '../kit/clock.ts';
import { databaseThreads } from '../kit/database-threads.ts';
import { LAMPS, Lamp } from '../kit/lamp.ts';
import { FakeSink, guest, turns } from '../kit/stream-fakes.ts';
import { roomy } from '../store/bench.ts';
import { Folder, kinds } from '../store/kinds.ts';

let folder: string;
let house: Awaited<ReturnType<typeof openHouse>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-lamps-'));
  house = await openHouse();
});
afterEach(async () => {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A store with lamps and streams. A caller with the key may see and switch them. */
async function openHouse() {
  const clock = fakeClock();
  const scheduler = createScheduler();
  const fatal = (cause: unknown): never => {
    throw cause;
  };
  const file = join(folder, 'easel.db');
  const driver = await openSqlite({ file, threads: databaseThreads(), fatal, now: clock.now, scheduler });
  const store = await openStore({ driver, kinds: [...kinds, Lamp], clock, scheduler, memory: roomy, fatal });
  const author = { id: 7, name: 'Ann', ip: '10.0.0.1' };
  const permit = (): void => {
    if (!store.directory.get(Folder, 'key')) throw refuse.denied();
  };
  await store.submit({
    scopes: ['directory', LAMPS],
    fresh: [LAMPS],
    author,
    permit: () => undefined,
    run(tx) {
      if (!tx.directory.get(Folder, 'key')) tx.directory.insert(Folder, { id: 'key', name: '', folder: '' });
    },
  });
  const streams = createStreams({
    store,
    clock,
    scheduler,
    fault: fatal,
    activity: { open: () => () => undefined },
    settings: { keepaliveSeconds: 15, streamListMode: 'full', writeTimeoutSeconds: 60 },
  });
  const signedIn: Rule = { says: 'the key', scope: 'nothing', credential: 'required', licensed: false, permit, onLoss: 'vanish' };
  const routes = collectionRoutes({ store, rules: { signedIn } as Rules }, Lamp);
  const callOf = (id: string, body: object): Call =>
    ({ params: { lamp_id: id }, headers: {}, body, author, permit }) as unknown as Call;
  /** Sends a request to an endpoint of lamps. */
  const ask = async (method: Method, id = '', body = {}): Promise<Stored & RecordOf<typeof Lamp>> => {
    const route = routes.find((one) => one.method === method && 'handle' in one) as PlainRoute;
    return JSON.parse(String((await route.handle(callOf(id, body))) ?? 'null'));
  };
  /** A stream of the list, or of one lamp. */
  const watch = (id = '', opening: Partial<CheckedStream> = {}): FakeSink => {
    const route = routes.find((one) => 'watch' in one && one.path.endsWith('_id') === (id !== '')) as WatchedRoute;
    const source = route.watch(callOf(id, {}));
    const sink = new FakeSink();
    const asked = { group: 'g', tokenKey: '', endsAt: Number.POSITIVE_INFINITY, authenticate: () => guest, permit };
    streams.open({ ...asked, onLoss: 'vanish', source, sink, ...opening });
    return sink;
  };
  const loseKey = (): Promise<void> =>
    store.submit({ scopes: ['directory'], author, permit, run: (tx) => tx.directory.remove('key') });
  const close = async (): Promise<void> => {
    streams.close();
    await store.close();
  };
  return { store, watch, ask, loseKey, close };
}

const view = (store: Store) => store.ready(LAMPS)!;
/** The database file and its log, as they are on the disk. */
const onDisk = (): string[] =>
  ['easel.db', 'easel.db-wal'].map((name) => {
    const file = join(folder, name);
    return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : 'none';
  });

describe('a resource that lives in memory', () => {
  test('is made, changed and deleted by its endpoints, with its hooks and cascades, and its streams tell each change', async () => {
    const { ask, watch } = house;
    const list = watch();
    const changes = watch('', { changesForm: true });
    const { id: ceiling } = await ask('POST', '', { name: 'ceiling', brightness: 80 });
    const item = watch(ceiling);
    const { id: bulb } = await ask('POST', '', { name: 'bulb', brightness: 40, hangs_on: ceiling });
    expect(await ask('PATCH', bulb, { brightness: 0 })).toMatchObject({ name: 'bulb', brightness: 0, lit: false });
    await ask('PATCH', bulb, { name: 'bulb' });
    await ask('DELETE', ceiling);
    await turns();
    const told = (sink: FakeSink) =>
      sink.messages.map((message) => [message].flat().map(({ name, lit, state }) => `${name} ${lit} ${state}`));
    const gone = ['bulb false deleted', 'ceiling false deleted'];
    expect(told(changes)).toEqual([
      [],
      ['ceiling true normal'],
      ['bulb true normal', 'ceiling false normal'],
      ['bulb false normal'],
      gone,
    ]);
    expect(told(list).at(-1)).toEqual(gone);
    expect(told(item)).toEqual([['ceiling true normal'], ['ceiling false normal'], ['ceiling false deleted']]);
    expect([item.end_, list.end_, view(house.store).all(Lamp)]).toEqual(['clean', 'open', []]);
  });

  test('refuses like any other: nothing is written and nothing is published', async () => {
    const { ask, watch } = house;
    const list = watch();
    const refused = [ask('POST', '', { name: 'sun', brightness: 101 }), ask('POST'), ask('PATCH', 'none'), ask('DELETE', 'none')];
    expect((await Promise.allSettled(refused)).map((one) => one.status === 'rejected' && one.reason.message)).toEqual([
      'sun would burn out',
      'name parameter is missing',
      'Lamp none not found',
      'Lamp none not found',
    ]);
    await turns();
    expect([list.lines, view(house.store).revision]).toEqual([['[]'], 1]);
  });

  test('is no longer shown or changed once the right to it is lost', async () => {
    const { ask, watch, loseKey } = house;
    const { id: lamp } = await ask('POST', '', { name: 'ceiling' });
    const vanishing = watch();
    const silent = watch('', { group: 's', onLoss: 'silent' });
    await loseKey();
    await expect(ask('PATCH', lamp, { lit: true })).rejects.toMatchObject({ status: 403 });
    await turns();
    expect(vanishing.messages.at(-1)).toMatchObject([{ id: lamp, state: 'deleted' }]);
    expect([vanishing.end_, silent.end_, silent.messages.length]).toEqual(['clean', 'clean', 1]);
    expect(view(house.store).get(Lamp, lamp)!.lit).toBe(false);
  });

  test('changes no byte of the database, and is gone after a restart', async () => {
    const before = onDisk();
    const { id: lamp } = await house.ask('POST', '', { name: 'ceiling' });
    for (let at = 1; at <= 100; at++) await house.ask('PATCH', lamp, { brightness: at });
    expect(view(house.store).get(Lamp, lamp)).toMatchObject({ brightness: 100, lit: true });
    expect(onDisk()).toEqual(before);
    await house.close();
    house = await openHouse();
    expect(view(house.store).all(Lamp)).toEqual([]);
    await expect(house.ask('PATCH', lamp, { brightness: 1 })).rejects.toMatchObject({ status: 404 });
  });

  test('ends its streams with the scope that its owner closes', async () => {
    await house.ask('POST', '', { name: 'ceiling' });
    const list = house.watch();
    const author = { id: null, name: '', ip: '' };
    await house.store.submit({ scopes: [LAMPS], author, permit: () => undefined, run: (tx) => tx.tombstone(LAMPS) });
    await turns();
    expect([list.messages.at(-1).map(({ state }: { state: string }) => state), list.end_]).toEqual([['deleted'], 'clean']);
  });
});
