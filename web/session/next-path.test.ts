import { expect, test } from 'vitest';
import { nextPath, signOnAddress, wantedPath } from './next-path.ts';

test('a path of this site is where a person goes after signing in', () => {
  for (const path of ['/', '/open/4d2c', '/folder/100?sort=name', '/open/4d2c#view=1,2', '/pair?code=K7QF-2M4X']) {
    expect(nextPath(path)).toBe(path);
  }
});

test('what a browser might take for another site is the start page', () => {
  const others = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'open/1',
  ];
  for (const sent of [...others, '', null, undefined, '/\n/evil.example', '/\ud800', `/${'x'.repeat(1000)}`]) {
    expect(nextPath(sent)).toBe('/');
  }
});

test('the address itself is wanted, and at the start page what it names', () => {
  const wanted = (url: string): string => wantedPath(new URL(url, 'https://canvas.example'));
  expect(wanted('/open/4d2c?x=1#view')).toBe('/open/4d2c?x=1#view');
  expect(wanted('/?next=%2Fpair%3Fcode%3DK7QF')).toBe('/pair?code=K7QF');
  expect([wanted('/'), wanted('/?next=//evil.example')]).toEqual(['/', '/']);
});

test('an identity provider is told where to end, if that is not the start page', () =>
  expect([signOnAddress('oidc', '/open/1?a=b&c'), signOnAddress('saml', '/')]).toEqual([
    '/users/login/oidc?next=%2Fopen%2F1%3Fa%3Db%26c',
    '/users/login/saml',
  ]));
