import { expect } from 'vitest';
import type { Work } from '../../model/hooks.ts';
import { bytesRead } from '../kit/bytes-read.ts';
import { until } from '../kit/until.ts';
import type { Node } from './bench.ts';
import type { Chapter } from './chapter.ts';
import { Folder, Note, note, Place } from './kinds.ts';

const RECORD = 16_000_000;
const WRITES = 40;

/** Counts the bytes that are read of the database during `WRITES` successive commands. */
async function readDuring(node: Node, scope: string): Promise<number> {
  const before = bytesRead();
  for (let at = 0; at < WRITES; at++) await node.write(scope, { a: String(at) });
  return bytesRead() - before;
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
          tx.scope(id).insert(Note, note(`n${at}`, { text: at === 200 ? 'x'.repeat(RECORD) : 'x'.repeat(300) }));
        }
      },
      { fresh: [id] },
    );
  }
}

/** Large records must cost other callers nothing. */
export const large: Chapter = {
  'a write reads nothing of large records of other canvases, nor while those are swept': async (bench) => {
    const node = await bench.node();
    const light = await node.canvas({ a: '1' });
    await heavy(node, 3);
    expect(await readDuring(node, light), 'beside').toBeLessThan(RECORD / 4);
    await node.submit(['directory'], function* (tx) {
      yield* tx.directory.remove('f');
    });
    const before = bytesRead();
    await readDuring(node, light);
    await until(async () => (await bench.database.rows()) < 100, 20);
    // The sweep reads all of them twice; a write that passed one would read it 40 times
    expect(bytesRead() - before, 'while they are swept').toBeLessThan(5 * 3 * RECORD);
  },

  'others are committed while a large command is on its way to the disk, and its own canvas waits': async (bench) => {
    const node = await bench.node();
    const canvas = await node.canvas({ a: '1' });
    const other = await node.canvas({ a: '1' });
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
