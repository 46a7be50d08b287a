import { expect, it } from 'vitest';
import { programOf } from './program-name.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux', 'computer'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge',
    'Windows',
    'computer',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605.1', 'Safari', 'macOS', 'computer'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari', 'iPhone', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36', 'Chrome', 'Android', 'phone'],
  ['curl/8.5.0', 'curl', '', 'program'],
  ['python-requests/2.32', 'python-requests', '', 'program'],
  ['', '', '', 'program'],
])('%s is %s on %s', (user_agent, name, system, kind) => expect(programOf(user_agent)).toEqual({ name, system, kind }));
