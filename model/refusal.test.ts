import { expect, it } from 'vitest';
import { refuse } from './refusal.ts';

it.each(Object.entries(refuse))('the refusal %s has its own name, a status, and a text', (name, make) => {
  const { name: named, status, message } = (make as (...words: unknown[]) => Error & { status: number })('1', '2');
  expect(named).toBe(name);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(message).not.toBe('');
});
