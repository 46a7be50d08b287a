import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import type { Caller } from '../kit/client.ts';
import { fill, measured } from '../kit/measured.ts';
import { Random } from '../kit/random.ts';
import { type TestFolder, withFolder } from '../kit/server-process.ts';
import { until } from '../kit/until.ts';

const NOTES = 15_000;
const ROUNDS = Number(process.env.EASEL_KILL_ROUNDS ?? 1);
const seed = Number(process.env.EASEL_KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** What exists, and what follows from it, counted in notes. */
interface State {
  readonly canvases: number;
  readonly notes: number;
  readonly mode: string;
  /** The notes of the copy, when there is one. */
  readonly copy: number | undefined;
  /** The notes after a restore, when there is a saved state. */
  readonly restored: number | undefined;
}

interface Work {
  /** Prepares a canvas with a note that holds all others. */
  readonly before?: (admin: Caller, canvas: string, holder: string) => Promise<unknown>;
  readonly run: (admin: Caller, canvas: string, holder: string) => Promise<unknown>;
  /** The states allowed after a kill: those before and after the work. */
  readonly ends: readonly Partial<State>[];
}

const all = NOTES + 1;
const demo = (admin: Caller, canvas: string) => admin.patch(canvas, { mode: 'demo' });
const works: Readonly<Record<string, Work>> = {
  copy: {
    run: (admin, canvas) => admin.post(`${canvas}/copy`, {}),
    ends: [
      { canvases: 1, copy: undefined },
      { canvases: 2, copy: all },
    ],
  },
  'entering demo mode': {
    run: demo,
    ends: [
      { mode: 'normal', restored: undefined },
      { mode: 'demo', restored: all },
    ],
  },
  'saving again': {
    before: async (admin, canvas) => {
      await demo(admin, canvas);
      await admin.post(`${canvas}/notes`, { title: 'one more' });
    },
    run: (admin, canvas) => admin.post(`${canvas}/save`),
    ends: [
      { mode: 'demo', notes: all + 1, restored: all },
      { mode: 'demo', notes: all + 1, restored: all + 1 },
    ],
  },
  'a restore': {
    before: async (admin, canvas, holder) => {
      await demo(admin, canvas);
      await admin.delete(`${canvas}/notes/${holder}`);
    },
    run: (admin, canvas) => admin.post(`${canvas}/restore`),
    ends: [
      { notes: 0, restored: all },
      { notes: all, restored: all },
    ],
  },
  'a deletion': {
    run: (admin, canvas, holder) => admin.delete(`${canvas}/notes/${holder}`),
    ends: [{ notes: all }, { notes: 0 }],
  },
};

describe(`killed in the middle (EASEL_KILL_SEED=${seed})`, () => {
  const random = new Random(seed);
  test.each(Object.entries(works))(
    '%s is there whole or not at all, and nothing of it is left',
    async (_, work) => {
      for (let round = 0; round < ROUNDS; round++) await withFolder((folder) => killed(folder, work, random.below(1500)));
    },
    20_000 + ROUNDS * 30_000,
  );
});

async function killed(folder: TestFolder, work: Work, after: number): Promise<void> {
  const server = await folder.start(measured());
  const admin = await server.admin();
  const canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
  const holder = await fill(server, canvas.split('/')[2]!, NOTES);
  await work.before?.(admin, canvas, holder);
  const answered = work.run(admin, canvas, holder).then(
    () => true,
    () => false,
  );
  await new Promise((resolve) => setTimeout(resolve, after));
  await server.end('SIGKILL');
  const wasAnswered = await answered;
  const next = await folder.start(measured());
  const state = await stateOf(await next.admin(), canvas);
  const ends = wasAnswered ? work.ends.slice(1) : work.ends;
  expect(ends, JSON.stringify({ after, wasAnswered, state })).toContainEqual(
    expect.toSatisfy((end: Partial<State>) => Object.entries(end).every(([key, value]) => state[key as keyof State] === value)),
  );
  await expectNothingLeft(await next.admin(), folder);
}

async function stateOf(admin: Caller, canvas: string): Promise<State> {
  const list = (await admin.get('/canvases')).body as { id: string }[];
  const count = async (of: string): Promise<number> => ((await admin.get(`${of}/notes`)).body as unknown[]).length;
  const copy = list.find(({ id }) => !canvas.endsWith(id));
  const notes = await count(canvas);
  const { mode } = (await admin.get(canvas)).body;
  const isRestored = (await admin.post(`${canvas}/restore`)).status === 200;
  return {
    canvases: list.length,
    notes,
    mode,
    copy: copy && (await count(`/canvases/${copy.id}`)),
    restored: isRestored ? await count(canvas) : undefined,
  };
}

/** After everything visible is deleted, nothing of any canvas is stored. */
async function expectNothingLeft(admin: Caller, folder: TestFolder): Promise<void> {
  for (const { id } of (await admin.get('/canvases')).body as { id: string }[]) {
    expect((await admin.delete(`/canvases/${id}`)).status).toBe(200);
  }
  await until(() => isDeepStrictEqual(storedScopes(folder), { scopes: ['directory'], moves: 0 }));
}

function storedScopes(folder: TestFolder): { scopes: unknown[]; moves: number } {
  const database = openDatabase(folder.file('easel.db'));
  try {
    const scopes = database.prepare('SELECT DISTINCT id FROM scopes JOIN records ON place >> 35 = no').all();
    const left = database.prepare('SELECT id FROM scopes').all();
    const { moves } = database.prepare('SELECT count(*) AS moves FROM moves').get() as { moves: number };
    return { scopes: [...new Set([...scopes, ...left].map(({ id }) => id))], moves };
  } finally {
    database.close();
  }
}
