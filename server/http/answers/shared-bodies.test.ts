import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { SharedBodies } from './shared-bodies.ts';

const response = () => new EventEmitter() as ServerResponse;

it('begins a body only for the first of those who ask for one state, and for others once all of them have it', () => {
  const bodies = new SharedBodies();
  const make = vi.fn(async () => [Buffer.from('body')]);
  const one = response();
  const two = response();
  const body = bodies.get(one, 'list', '1', make);
  expect(bodies.get(two, 'list', '1', make)).toBe(body);
  expect(make).toHaveBeenCalledOnce();
  one.emit('close');
  two.emit('close');
  expect(bodies.get(response(), 'list', '1', make)).not.toBe(body);
  expect(make).toHaveBeenCalledTimes(2);
});

it('keeps nothing where there is no body', () => {
  const bodies = new SharedBodies();
  expect(bodies.get(response(), 'list', '1', () => undefined)).toBeUndefined();
  const made = Promise.resolve([]);
  expect(bodies.get(response(), 'list', '1', () => made)).toBe(made);
});
