import { expect, test } from 'vitest';
import { mailHost, oneLine } from './mail-settings.ts';

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
