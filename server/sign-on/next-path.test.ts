import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

test('a path of our own is kept, in characters that a header may hold', () => {
  for (const path of ['/', '/canvases/7?x=1#a', '/a//b', '/..//b', '/@evil.example']) expect(nextPath(path)).toBe(path);
  expect(nextPath('/wände und mehr')).toBe('/w%C3%A4nde%20und%20mehr');
  expect(nextPath('/🙂')).toBe('/%F0%9F%99%82');
});

test.each([
  undefined,
  '',
  'canvases',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  ' /a',
  '/\t/evil.example',
  '/\n/evil.example',
  '/a\r\nSet-Cookie: x=y',
  '/a\u0000',
  '/a\ud800',
  `/${'a'.repeat(1000)}`,
])('%j is none', (sent) => {
  expect(nextPath(sent)).toBe('/');
});
