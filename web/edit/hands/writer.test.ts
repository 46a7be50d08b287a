import { expect, test } from 'vitest';
import type { NewEdit } from '../../live/edits/edit.ts';
import { GestureWriter } from './writer.ts';

test.each([
  { count: 500, is: 'made and shown at once', frames: 0 },
  { count: 10_000, is: 'made at once as a whole, and shown in the next frame', frames: 1 },
])('an edit of $count operations is $is', ({ count, frames }) => {
  const happened: string[] = [];
  const parts = new Set<(now: number) => void>();
  const editing = {
    perform: ({ operations }: NewEdit, run: string) => void happened.push(`${run}: ${operations.length}`),
    edits: { show: () => happened.push('show') },
    frames: {
      request: () => undefined,
      add(part: (now: number) => void) {
        parts.add(part);
        return () => parts.delete(part);
      },
      stop: () => undefined,
    },
  };
  const writer = new GestureWriter(editing as never, 'hand 1');
  const operations = Array.from({ length: count }, (_, at) => ({ op: 'update', id: String(at), body: { depth: 2 } }) as const);
  writer.write({ label: 'move', operations }, () => happened.push('done'));
  expect(happened).toEqual(frames === 0 ? [`hand 1: ${count}`, 'done'] : [`hand 1: ${count}`]);
  expect(writer.isWriting).toBe(frames > 0);
  for (const part of [...parts]) part(0);
  expect(happened).toEqual(frames === 0 ? [`hand 1: ${count}`, 'done'] : [`hand 1: ${count}`, 'show', 'done']);
  expect([writer.isWriting, parts.size]).toEqual([false, 0]);
});
