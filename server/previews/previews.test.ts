import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import { Note } from '../../model/widgets/note.ts';
import { type FakeClock, fakeClock } from '../../test/kit/clock.ts';
import type { ChangeSet } from '../store/store.ts';
import { createPreviews, type PreviewDeps, type Previews } from './previews.ts';

const CANVAS = 'canvas';

let clock: FakeClock;
let previews: Previews;
/** Canvases in the order in which they were looked at, and how each look ends. */
let looked: string[];
let outcome: () => Promise<unknown>;
let failures: string[];
/** What other nodes do. */
let ofOthers: Set<string>;
let heads: Map<string, { modified_at: string; asset_size: number; preview_hash: string }>;
let publish: (set: ChangeSet) => void;

/** A canvas whose picture is current, so that a look at it is all that happens. */
const current = (canvas: string) => ({ head: heads.get(canvas), get: () => ({ shows: heads.get(canvas)?.modified_at }) });

beforeEach(() => {
  clock = fakeClock();
  looked = [];
  failures = [];
  ofOthers = new Set();
  heads = new Map(['canvas', 'other', 'third'].map((id) => [id, { modified_at: '1', asset_size: 0, preview_hash: '' }]));
  outcome = async () => undefined;
  const store = {
    async load(canvas: string) {
      looked.push(canvas);
      await outcome();
      return current(canvas);
    },
    pin: () => () => undefined,
    head: (canvas: string) => heads.get(canvas),
    feed: {
      follow(listener: (set: ChangeSet) => void) {
        publish = listener;
        return () => undefined;
      },
    },
  };
  const failed = (error: unknown, canvas: string): void => void failures.push(`${canvas}: ${(error as Error).message}`);
  const blobs = { size: async () => 1 };
  const take = async (name: string): Promise<boolean> => !ofOthers.has(name);
  previews = createPreviews({ store, blobs, clock, enabled: true, failed, take } as unknown as PreviewDeps);
  previews.start();
});

function change(scope = CANVAS, kind = Note): void {
  const head = heads.get(scope)!;
  heads.set(scope, { ...head, modified_at: String(Number(head.modified_at) + 1) });
  publish({ scope, revision: 1, dead: false, changes: [{ key: 'x', kind, before: undefined, after: undefined }] });
}

async function pass(ms: number): Promise<string[]> {
  const before = looked.length;
  clock.advance(ms);
  // All that is waited for here are promises, which are through in the next turn
  await nextTurn();
  return looked.slice(before);
}

describe('a canvas whose preview was requested', () => {
  it('is drawn when it has been quiet for three seconds', async () => {
    previews.ask(CANVAS);
    expect(await pass(2_999)).toEqual([]);
    change();
    expect(await pass(2_999)).toEqual([]);
    expect(await pass(1)).toEqual([CANVAS]);
    expect(await pass(600_000)).toEqual([]);
  });

  it('is not delayed by further requests', async () => {
    for (let second = 1; second <= 3; second++) {
      previews.ask(CANVAS);
      expect(await pass(999)).toEqual([]);
    }
    expect(await pass(3)).toEqual([CANVAS]);
  });

  it('is drawn thirty seconds after the first change at the latest', async () => {
    previews.ask(CANVAS);
    for (let second = 1; second < 30; second++) {
      change();
      expect(await pass(1_000)).toEqual([]);
    }
    change();
    expect(await pass(1_000)).toEqual([CANVAS]);
  });

  it('is not looked at again while its picture is known to be current', async () => {
    previews.ask(CANVAS);
    await pass(3_000);
    previews.ask(CANVAS);
    expect(await pass(60_000)).toEqual([]);
    heads.set(CANVAS, { ...heads.get(CANVAS)!, modified_at: '9' });
    previews.ask(CANVAS);
    expect(await pass(3_000)).toEqual([CANVAS]);
  });

  it('follows every change once it has a picture', async () => {
    heads.set(CANVAS, { ...heads.get(CANVAS)!, preview_hash: 'x' });
    change();
    expect(await pass(3_000)).toEqual([CANVAS]);
    change();
    expect(await pass(3_000)).toEqual([CANVAS]);
  });

  it('must exist', async () => {
    previews.ask('nothing');
    expect(await pass(60_000)).toEqual([]);
  });
});

it('draws at once what is finished, and follows its changes from then on', async () => {
  previews.drawNow(CANVAS);
  expect(await pass(0)).toEqual([CANVAS]);
  previews.ask(CANVAS);
  expect(await pass(60_000)).toEqual([]);
  heads.set(CANVAS, { ...heads.get(CANVAS)!, preview_hash: 'x' });
  change();
  expect(await pass(3_000)).toEqual([CANVAS]);
  previews.drawNow('nothing');
  expect(await pass(60_000)).toEqual([]);
});

describe('a drawing that fails', () => {
  beforeEach(() => {
    outcome = async () => {
      throw new Error('no memory');
    };
    previews.ask(CANVAS);
  });

  it('is tried again after one and after ten minutes, and then no more', async () => {
    expect(await pass(3_000)).toEqual([CANVAS]);
    previews.ask(CANVAS);
    expect(await pass(59_999)).toEqual([]);
    expect(await pass(1)).toEqual([CANVAS]);
    expect(await pass(599_999)).toEqual([]);
    expect(await pass(1)).toEqual([CANVAS]);
    previews.ask(CANVAS);
    expect(await pass(86_400_000)).toEqual([]);
    expect(failures).toEqual(Array(3).fill('canvas: no memory'));
  });

  it('is tried anew after a change', async () => {
    await pass(3_000);
    change();
    expect(await pass(3_000)).toEqual([CANVAS]);
    expect(await pass(60_000)).toEqual([CANVAS]);
    outcome = async () => undefined;
    change();
    expect(await pass(3_000)).toEqual([CANVAS]);
    expect(await pass(86_400_000)).toEqual([]);
  });
});

it('a canvas that is gone when its turn comes is forgotten', async () => {
  outcome = async () => {
    throw refuse.notFound('Canvas', CANVAS);
  };
  previews.ask(CANVAS);
  expect(await pass(3_000)).toEqual([CANVAS]);
  expect(await pass(86_400_000)).toEqual([]);
  expect(failures).toEqual([]);
});

it('a canvas that is deleted is dropped while it waits', async () => {
  previews.ask(CANVAS);
  publish({ scope: CANVAS, revision: 2, dead: true, changes: [] });
  expect(await pass(86_400_000)).toEqual([]);
  expect(clock.waiting).toBe(0);
});

it('canvases are drawn one at a time, in order', async () => {
  let end = (): void => undefined;
  outcome = () => new Promise<void>((resolve) => (end = resolve));
  for (const canvas of [CANVAS, 'other', 'third']) previews.ask(canvas);
  expect(await pass(3_000)).toEqual([CANVAS]);
  expect(await pass(60_000)).toEqual([]);
  end();
  expect(await pass(0)).toEqual(['other']);
  end();
  expect(await pass(0)).toEqual(['third']);
  end();
});

describe('a canvas that somebody has open', () => {
  it('is drawn when the last one closes it, and it changed meanwhile', async () => {
    heads.set(CANVAS, { ...heads.get(CANVAS)!, preview_hash: '' });
    const one = previews.pin(CANVAS);
    const other = previews.pin(CANVAS);
    change();
    expect(await pass(60_000)).toEqual([]);
    one();
    one();
    expect(await pass(60_000)).toEqual([]);
    other();
    expect(await pass(3_000)).toEqual([CANVAS]);
  });

  it('is not drawn when its picture is current', async () => {
    heads.set(CANVAS, { ...heads.get(CANVAS)!, preview_hash: 'x' });
    previews.pin(CANVAS)();
    expect(await pass(60_000)).toEqual([]);
  });

  it('does not include the directory', async () => {
    heads.set('directory', { modified_at: '', asset_size: 0, preview_hash: '' });
    previews.pin('directory')();
    expect(await pass(60_000)).toEqual([]);
  });
});

it('nothing is drawn after close, which waits for a drawing under way', async () => {
  let end = (): void => undefined;
  outcome = () => new Promise<void>((resolve) => (end = resolve));
  previews.ask(CANVAS);
  previews.ask('other');
  await pass(3_000);
  let isOver = false;
  const over = previews.close().then(() => (isOver = true));
  previews.ask('third');
  expect(await pass(60_000)).toEqual([]);
  expect(isOver).toBe(false);
  end();
  await over;
  expect(looked).toEqual([CANVAS]);
});

it('a canvas that another node draws is looked at again soon, and drawn then if that node did not', async () => {
  ofOthers.add('the preview of ca…');
  previews.ask(CANVAS);
  previews.ask('other');
  expect(await pass(3_000)).toEqual(['other']);
  expect(await pass(10_000)).toEqual([]);
  change();
  ofOthers.clear();
  expect(await pass(10_000)).toEqual([CANVAS]);
  expect(await pass(600_000)).toEqual([]);
});
