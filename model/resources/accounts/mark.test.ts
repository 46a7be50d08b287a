import { expect, test } from 'vitest';
import { MemoryWriter } from '../../../test/kit/memory-writer.ts';
import type { Work } from '../../hooks.ts';
import { Mark, mark, noteTrashed, STARS_MAX } from './mark.ts';

const done = <T>(work: Work<T>): T => {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
};

test(`a user stars at most ${STARS_MAX} canvases, and another user is not concerned`, () => {
  const writer = new MemoryWriter('directory');
  for (let count = 0; count < STARS_MAX; count++) done(mark(writer, 1001, `canvas ${count}`, { starred: true }));
  const before = writer.writes.length;
  done(mark(writer, 1001, 'canvas 7', { starred: true }));
  expect(() => done(mark(writer, 1001, 'one more', { starred: true }))).toThrow(`at most ${STARS_MAX} canvases`);
  expect(writer.writes).toHaveLength(before);
  done(mark(writer, 1002, 'one more', { starred: true }));
  expect(writer.count(Mark, 'stars-of', 'user:1002')).toBe(1);
});

test('a mark that says nothing any more is no record', () => {
  const writer = new MemoryWriter('directory');
  done(mark(writer, 1001, 'plan', { starred: true, opened: true }));
  done(noteTrashed(writer, 1001, 'plan', '1001'));
  done(mark(writer, 1001, 'plan', { starred: false, opened: false }));
  expect(writer.all(Mark)).toMatchObject([{ item_id: 'plan', starred: false, opened_at: '', trashed_from: '1001' }]);
  done(noteTrashed(writer, 1001, 'plan', ''));
  expect(writer.all(Mark)).toEqual([]);
});
