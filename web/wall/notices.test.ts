import { expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { createNotices } from './notices.ts';

function begun() {
  const clock = fakeClock();
  const notices = createNotices(clock, () => 0);
  const show = (text: string, level: 'info' | 'warning' | 'alert' = 'info', seconds = 20) =>
    notices.show({ text, level, seconds, by: '' });
  return { clock, notices, show, texts: () => notices.shown.value.map(({ text }) => text) };
}

it('messages go after their time, and those without a time and alerts when somebody closes them', () => {
  const { clock, notices, show, texts } = begun();
  show('short', 'info', 5);
  show('lasting', 'warning', 0);
  show('fire', 'alert', 5);
  clock.advance(5_000);
  expect(texts()).toEqual(['lasting', 'fire']);
  for (const { id } of notices.shown.value) notices.drop(id);
  expect(texts()).toEqual([]);
});

it('of more than five the oldest of the least important goes first', () => {
  const { show, texts } = begun();
  show('fire', 'alert');
  for (const text of ['a', 'b', 'c']) show(text);
  show('careful', 'warning');
  show('d');
  expect(texts()).toEqual(['fire', 'b', 'c', 'careful', 'd']);
  for (let at = 0; at < 6; at++) show(`fire ${at}`, 'alert');
  expect(texts()).toHaveLength(5);
});

it('a wall that is identified twice shows its name for as long as the later one says', () => {
  const { clock, notices } = begun();
  notices.identify(8);
  clock.advance(7_000);
  notices.identify(8);
  clock.advance(7_000);
  expect(notices.identified.value).toBe(true);
  clock.advance(1_000);
  expect(notices.identified.value).toBe(false);
});
