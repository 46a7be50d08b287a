import { describe, expect, test } from 'vitest';
import { mailLanguages } from '../../model/resources/mail-languages.ts';
import { languageOf } from './languages.ts';
import { mailHost, oneLine } from './mail-settings.ts';

describe('the language of a request', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-at', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['fr, de;q=0.4, en;q=0.5', 'en'],
    ['fr-CH, fr;q=0.9', ''],
    ['de;q=0, en;q=0.1', 'en'],
    ['*', ''],
    ['', ''],
    [undefined, ''],
    ['de;q=x', ''],
    ['de;q=5', ''],
    ['constructor, __proto__', ''],
    [';;;,,,q=1', ''],
    [`${'fr,'.repeat(5000)}de`, ''],
  ])('%s: %s', (header, language) => expect(languageOf(header)).toBe(language));

  test('is each of those that have texts', () => expect(mailLanguages.map(languageOf)).toEqual([...mailLanguages]));
});

test.each([
  ['a\r\nb', 'a b'],
  ['  a\u2028\u0085 b\0c ', 'a b c'],
  ['\u202ea\u2066b', 'a b'],
  ['😀'.repeat(101), `${'😀'.repeat(99)}…`],
  ['', ''],
])('a part of a line: %j', (text, line) => expect(oneLine(text)).toBe(line));

test.each([
  ['https://canvas.example', 'canvas.example'],
  ['http://127.0.0.1:8080', '[127.0.0.1]'],
  ['http://[::1]:8080', '[IPv6:::1]'],
  ['', 'localhost'],
])('the host of %s in mails is %s', (site, host) => expect(mailHost(site)).toBe(host));
