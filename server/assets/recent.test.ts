import { expect, test } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { Recent } from './recent.ts';

const recentOf = (clock = fakeClock()) => new Recent<string>({ clock, most: 10, sizeOf: ({ length }) => length });

test('values are there for a minute', () => {
  const clock = fakeClock();
  const recent = recentOf(clock);
  recent.put('a', 'one');
  clock.advance(59_999);
  expect(recent.get('a')).toBe('one');
  // Use does not make it longer: the file must count as used from time to time
  clock.advance(1);
  expect(recent.get('a')).toBeUndefined();
});

test('without room for all, those that were used last stay', () => {
  const recent = recentOf();
  for (const name of ['a', 'b', 'c']) recent.put(name, '123');
  recent.get('a');
  recent.put('d', '123');
  expect(['a', 'b', 'c', 'd'].map((name) => recent.get(name))).toEqual(['123', undefined, '123', '123']);
});

test('the room of what was replaced or is over is free again', () => {
  const clock = fakeClock();
  const recent = recentOf(clock);
  for (let round = 0; round < 5; round++) recent.put('a', '12345');
  recent.put('b', '12345');
  expect([recent.get('a'), recent.get('b')]).toEqual(['12345', '12345']);
  clock.advance(60_000);
  recent.get('a');
  recent.put('c', '12345');
  expect(recent.get('c')).toBe('12345');
  recent.put('large', 'more than there is room for');
  expect(recent.get('large')).toBeUndefined();
});
