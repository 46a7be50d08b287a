import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import { type Node, until } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { Folder, Note, note, Place } from './kinds.ts';

/** Writes to time for one median. */
const TIMED = 40;
/** Shorter times depend on the disk and the machine. */
const LEAST_MS = 2;

/** The median time of a durable write, in milliseconds; stops when `goesOn`, called before each, is false. */
async function writeTime(node: Node, scope: string, goesOn = (): boolean => true): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < TIMED && (at < 3 || goesOn()); at++) {
    const before = performance.now();
    await node.write(scope, { a: String(performance.now()) });
    times.push(performance.now() - before);
  }
  return Math.max(LEAST_MS, times.sort((a, b) => a - b)[times.length >> 1]!);
}

/** Canvases in a folder, each with 400 notes and a record of 16 MB. */
async function heavy(node: Node, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => `heavy-${at}`);
  await node.submit(['directory'], (tx) => tx.directory.insert(Folder, { id: 'f', name: 'f', folder: '' }));
  for (const id of ids) {
    await node.submit(
      ['directory', id],
      (tx) => {
        tx.directory.insert(Place, { id, name: id, folder: 'f' });
        for (let at = 0; at < 400; at++) {
          tx.scope(id).insert(Note, note(`n${at}`, { text: at === 200 ? 'x'.repeat(16_000_000) : 'x'.repeat(300) }));
        }
      },
      { fresh: [id] },
    );
  }
}

/** Large records must cost other callers nothing. */
export const large: Chapter = {
  'a write takes no longer beside large records of other canvases, nor while those are swept': async (bench) => {
    const node = await bench.node();
    const light = await node.canvas({ a: '1' });
    const alone = await writeTime(node, light);
    await heavy(node, 3);
    expect((await writeTime(node, light)) / alone, 'beside').toBeLessThan(8);
    await node.submit(['directory'], function* (tx) {
      yield* tx.directory.remove('f');
    });
    expect((await writeTime(node, light)) / alone, 'while they are swept').toBeLessThan(16);
    await expect.poll(() => bench.database.rows(), { timeout: 5000 }).toBeLessThan(100);
  },

  'others are committed while a large command is on its way to the disk, and its own canvas waits': async (bench) => {
    const node = await bench.node();
    const [canvas, other] = [await node.canvas({ a: '1' }), await node.canvas({ a: '1' })];
    const acknowledged: string[] = [];
    const fill = node
      .submit([canvas], function* (tx): Work {
        for (let at = 0; at < 20_000; at++) {
          tx.scope(canvas).insert(Note, note(`n${at}`, { text: 'x'.repeat(100) }));
          yield;
        }
      })
      .then(() => acknowledged.push('large'));
    // The command has run, and its commit is on its way
    await until(() => node.faults.commits.some(({ scopes }) => scopes.some(({ puts }) => puts.length === 20_000)));
    const behind = node.write(canvas, { a: '2' }).then(() => acknowledged.push('behind'));
    for (let at = 0; at < 5; at++) {
      await node.write(other, { a: String(at) });
      acknowledged.push('other');
    }
    await Promise.all([fill, behind]);
    expect(acknowledged).toEqual(['other', 'other', 'other', 'other', 'other', 'large', 'behind']);
    const again = await bench.reopen(node);
    expect((await again.store.load(canvas)).all(Note)).toHaveLength(20_001);
    expect(await again.write(canvas, { n0: undefined })).not.toContain('n0=');
  },
};
