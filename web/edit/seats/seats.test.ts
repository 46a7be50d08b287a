import { expect, it } from 'vitest';
import { Seats } from './seats.ts';

const minute = 60_000;

it('are made by long presses, each its own beyond 900 pixels, and move with their touches', () => {
  const seats = new Seats(() => 1);
  const first = seats.open({ x: 500, y: 500 }, 0);
  expect(seats.open({ x: 900, y: 500 }, 1)).toBe(first);
  const second = seats.open({ x: 1801, y: 500 }, 2);
  expect([first.number, second.number]).toEqual([1, 2]);
  expect(seats.touch({ x: 1340, y: 500 }, 3)).toBe(first);
  expect(first.at).toEqual({ x: 1340, y: 500 });
  expect(seats.touch({ x: 1600, y: 500 }, 4)).toBe(second);
  expect(seats.touch({ x: 3000, y: 500 }, 5)).toBeUndefined();
});

it('reach as far as the scale says', () => {
  const seats = new Seats(() => 2);
  const first = seats.open({ x: 0, y: 0 }, 0);
  expect(seats.near({ x: 1800, y: 0 })).toBe(first);
  expect(seats.near({ x: 1801, y: 0 })).toBeUndefined();
});

it('end five minutes after the last touch, and their numbers are given again', () => {
  const seats = new Seats(() => 1);
  const first = seats.open({ x: 0, y: 0 }, 0);
  const second = seats.open({ x: 2000, y: 0 }, 0);
  seats.touch({ x: 2000, y: 0 }, 3 * minute);
  expect(seats.expire(5 * minute - 1)).toBe(true);
  expect([first.menuUsed, second.menuUsed]).toEqual([undefined, undefined]);
  expect(seats.all).toEqual([first, second]);
  expect(seats.expire(5 * minute)).toBe(true);
  expect(seats.all).toEqual([second]);
  expect(seats.open({ x: 0, y: 0 }, 5 * minute).number).toBe(1);
});

it('shut their menus 15 seconds after those were used', () => {
  const seats = new Seats(() => 1);
  const seat = seats.open({ x: 0, y: 0 }, 0);
  expect(seats.expire(14_999)).toBe(false);
  expect(seat.menuUsed).toBe(0);
  expect(seats.expire(15_000)).toBe(true);
  expect(seat.menuUsed).toBeUndefined();
});

it('are 16 at most: the next one is the nearest', () => {
  const seats = new Seats(() => 1);
  for (let at = 0; at < 16; at++) seats.open({ x: at * 1000, y: 0 }, 0);
  const last = seats.open({ x: 20_000, y: 0 }, 1);
  expect([seats.all.length, last.number]).toEqual([16, 16]);
});

it('are one for each pen, of which the first has that of the keyboard', () => {
  const seats = new Seats(() => 1);
  expect(seats.pen('a', { x: 0, y: 0 }, 0)).toBeUndefined();
  const second = seats.pen('b', { x: 100, y: 0 }, 1);
  expect(second?.number).toBe(1);
  expect(seats.pen('a', { x: 3000, y: 0 }, 2)).toBeUndefined();
  expect(seats.pen('b', { x: 2000, y: 0 }, 3)).toBe(second);
  expect(second?.menuUsed).toBeUndefined();
});

it('are those of pens that come back under another id, by their place', () => {
  const seats = new Seats(() => 1);
  seats.pen('1', { x: 0, y: 0 }, 0);
  const second = seats.pen('2', { x: 2000, y: 0 }, 0);
  seats.penUp('1', { x: 100, y: 0 });
  seats.penUp('2', { x: 2100, y: 0 });
  expect(seats.pen('3', { x: 2300, y: 0 }, 1)).toBe(second);
  expect(seats.pen('4', { x: 0, y: 0 }, 1)).toBeUndefined();
});
