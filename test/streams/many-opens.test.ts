import { DeflateRaw } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { Note } from '../../model/widgets/note.ts';
import { createRecord } from '../../model/writing.ts';
import { LARGE } from '../../server/scheduler.ts';
import type { Answer } from '../kit/client.ts';
import { useEasel } from '../kit/easel.ts';
import { ok } from '../kit/full-canvas.ts';
import { HeldScheduler } from '../kit/held-scheduler.ts';
import { RED } from '../kit/strokes.ts';

const NOTES = LARGE + 500;
const scheduler = new HeldScheduler();
const easel = useEasel({ scheduler });

/** A canvas that is shared by link, whose list is long enough to be put together in steps; nobody has asked for it. */
async function fresh(): Promise<string> {
  const canvas = await easel.canvas();
  ok(await easel.admin.post(`${canvas}/permissions`, { link_permission: 'view' }));
  const scope = canvas.split('/')[2]!;
  const first = await easel.server.store.submit({
    scopes: [scope],
    author: { id: 1000, name: 'admin', ip: '' },
    permit: () => undefined,
    *run(tx) {
      const ids: string[] = [];
      for (let at = 0; at < NOTES; at++) {
        ids.push(yield* createRecord(Note, { title: `note ${at}`, text: 'x'.repeat(300) }, tx.scope(scope)));
        yield;
      }
      return ids[0]!;
    },
  });
  ok(await easel.admin.post(`${canvas}/notes/${first}/annotations`, { line_color: RED }));
  return canvas;
}

interface Cost {
  /** Characters of JSON with notes that were made into bytes. The test runner makes others of its source maps, whenever an error has a stack. */
  readonly characters: number;
  /** Bytes that were compressed. */
  readonly packed: number;
}

/** Counts what is made while it runs. */
async function costOf(run: () => Promise<void>): Promise<Cost> {
  const texts = vi.spyOn(Buffer, 'from');
  const ends = vi.spyOn(DeflateRaw.prototype, 'end');
  await run();
  const characters = texts.mock.calls.reduce((sum, [from]) => sum + (isOfNotes(from) ? from.length : 0), 0);
  const packed = ends.mock.calls.reduce((sum, [bytes]) => sum + ((bytes as unknown as Buffer | undefined)?.length ?? 0), 0);
  texts.mockRestore();
  ends.mockRestore();
  return { characters, packed };
}

const isOfNotes = (from: unknown): from is string => typeof from === 'string' && from.includes('"title":"note ');

/** Callers who are signed in or come by link in turn, every second one of whom takes the list compressed. */
const asks = (path: string, from: number, to: number): Promise<Answer>[] =>
  Array.from({ length: to - from }, (_, nth) => {
    const at = from + nth;
    const caller = at % 4 < 2 ? easel.admin : easel.anonymous;
    return caller.get(path, { 'accept-encoding': at % 2 ? 'gzip' : 'identity' });
  });

/** Opens a canvas this many times: the first half before the list is put together, the others while it is compressed and sent. */
async function opens(path: string, count: number): Promise<void> {
  const held = scheduler.hold();
  const early = asks(path, 0, count / 2);
  await held;
  // The requests above have arrived when later ones are answered
  await Promise.all(early.map(() => easel.admin.get('/server-info')));
  scheduler.release();
  const answers = await Promise.all([...early, ...asks(path, count / 2, count)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
}

describe.each(['widgets', 'widgets?annotations=1', 'widgets?annotations=1&elements=1'])('of a large canvas, %s', (list) => {
  test('sixty opens at the same time cost at most what two cost', async () => {
    const one = `${await fresh()}/${list}`;
    const two = await costOf(() => opens(one, 2));
    const other = `${await fresh()}/${list}`;
    const sixty = await costOf(() => opens(other, 60));
    expect(two.packed).toBeGreaterThan(NOTES * 300);
    expect(two.characters).toBeGreaterThan(NOTES * 300);
    expect(sixty.packed).toBeLessThanOrEqual(two.packed);
    expect(sixty.characters).toBeLessThanOrEqual(two.characters);
  });
});
