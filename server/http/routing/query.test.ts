import { describe, expect, it } from 'vitest';
import { readBoolean, readQuery } from './query.ts';

describe('a boolean in a query', () => {
  it.each(['?x', '?x=', '?x=true', '?x=TRUE', '?x=1', '?x=0&x=1'])('%s is true', (url) => {
    expect(readBoolean(readQuery(url), 'x')).toBe(true);
  });

  it.each(['', '?', '?y', '?x=false', '?x=False', '?x=0', '?x&x=0', '?X=1'])('%j is false', (url) => {
    expect(readBoolean(readQuery(url), 'x')).toBe(false);
  });

  it.each(['?x=yes', '?x=2', '?x=%20', '?x=null'])('%s is refused by name', (url) => {
    expect(() => readBoolean(readQuery(url), 'x')).toThrow('x must be a boolean');
  });
});

describe('a query', () => {
  it('gives the last value of a repeated parameter, decoded', () => {
    expect(readQuery('/a?b=1&c=%C3%A4+o&b=2&&=d')).toEqual({ b: '2', c: 'ä o', '': 'd' });
  });

  it('has no special names', () => {
    const query = readQuery('/a?__proto__=1&constructor');
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor']);
    expect(readBoolean(readQuery('/a'), 'constructor')).toBe(false);
  });

  it.each(['?%', '?a=%zz', '?%ff', '?a=%c3%28'])('%s is an invalid URL', (query) => {
    expect(() => readQuery(`/a${query}`)).toThrow('Invalid URL');
  });
});
