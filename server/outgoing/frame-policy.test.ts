import { expect, it } from 'vitest';
import { allowsFrameIn, framePolicyOf } from './frame-policy.ts';

const around = new URL('https://easel.corp.example');
const page = new URL('https://www.example.org/page');
const verdict = (headers: Record<string, string[]>): boolean => allowsFrameIn(framePolicyOf({ address: page, headers }), around);

it.each([
  [['DENY'], false],
  [['SAMEORIGIN'], false],
  [['sameorigin, SAMEORIGIN'], false],
  [['DENY', 'ALLOWALL'], false],
  [['ALLOWALL'], true],
  // Browsers do not know it any more, and ignore it
  [['ALLOW-FROM https://other.example'], true],
  [[''], true],
])('X-Frame-Options: %j lets itself be shown: %s', (values, expected) =>
  expect(verdict({ 'x-frame-options': values })).toBe(expected),
);

it.each([
  ["frame-ancestors 'none'", false],
  ["default-src 'self'; FRAME-ANCESTORS 'self'", false],
  ['frame-ancestors', false],
  ['frame-ancestors *', true],
  ['frame-ancestors https:', true],
  ['frame-ancestors http:', true],
  ['frame-ancestors wss:', false],
  ['frame-ancestors easel.corp.example', true],
  ['frame-ancestors https://easel.corp.example:443/any/path', true],
  ['frame-ancestors https://easel.corp.example:*', true],
  ['frame-ancestors https://easel.corp.example:8443', false],
  ['frame-ancestors *.corp.example', true],
  ['frame-ancestors *.easel.corp.example', false],
  ['frame-ancestors other.example https://EASEL.corp.example', true],
  ['frame-ancestors https://other.example', false],
  ['frame-ancestors *, frame-ancestors https://other.example', false],
  ["default-src 'none'", true],
])('Content-Security-Policy: %s lets itself be shown: %s', (policy, expected) =>
  expect(verdict({ 'content-security-policy': [policy] })).toBe(expected),
);

it('a list of ancestors overrides X-Frame-Options, and of two policies both count', () => {
  expect(verdict({ 'x-frame-options': ['DENY'], 'content-security-policy': ['frame-ancestors https:'] })).toBe(true);
  expect(verdict({ 'content-security-policy': ['frame-ancestors https:', "frame-ancestors 'none'"] })).toBe(false);
});
