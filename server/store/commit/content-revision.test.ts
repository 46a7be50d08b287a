import { expect, test } from 'vitest';
import { ScopeState } from '../memory/scope-state.ts';
import type { Head } from '../store.ts';
import { headAt } from './content-revision.ts';

const old: Head = { modified_at: 'then', asset_size: 3, preview_hash: '' };
const command = (isEdit: boolean, head?: Head) => ({ head: () => head, isEdit: () => isEdit });

/** A canvas whose head was written before heads told the revision of content. */
const canvasAt = (revision: number): ScopeState => new ScopeState('canvas', true, revision, old);

test('content of which no head tells yet may have changed with the last commit, and with none behind it', () => {
  const state = canvasAt(7);
  expect([6, 7].map((revision) => state.isEditedSince(revision))).toEqual([true, false]);
  state.settle(8, headAt(state, 8, [command(false, { ...old, asset_size: 4 })]));
  expect(state.durableHead).toEqual({ ...old, asset_size: 4, content_revision: 7 });
  state.settle(9, headAt(state, 9, [command(false)]));
  expect([6, 7, 9, 10].map((revision) => state.isEditedSince(revision))).toEqual([true, false, false, true]);
});

test('a head that a later command took over does not take the revision back', () => {
  const state = canvasAt(7);
  state.settle(8, headAt(state, 8, [command(true, { ...old, modified_at: 'now' })]));
  // That one ran while the commit before was on its way, so the head that it saw knew nothing of that revision
  state.settle(9, headAt(state, 9, [command(false, { ...old, preview_hash: 'a' })]));
  expect(state.durableHead).toEqual({ ...old, preview_hash: 'a', content_revision: 8 });
});

test('a scope that is no canvas has none until content is changed in it', () => {
  const state = new ScopeState('directory', true, 7, old);
  expect(headAt(state, 8, [command(false)])).toBe(old);
  expect(headAt(state, 8, [command(true)])).toEqual({ ...old, content_revision: 8 });
});
