import { expect, test } from 'vitest';
import { Issuer, mappedGroup } from './config-types.ts';

test.each([
  ['Wall team', 'Wall team', 'Wall team'],
  ['wall=Wall team', 'wall', 'Wall team'],
  ['CN=Wall,OU=Teams=Wall team', 'CN=Wall,OU=Teams', 'Wall team'],
])('the group %s is %s there and %s here', (element, value, name) => {
  expect(mappedGroup(element)).toEqual({ value, name });
});

test.each([
  ['https://idp.example/realms/easel', true],
  ['https://idp.example:8443', true],
  ['', true],
  ['http://localhost:9000', true],
  ['http://127.8.0.1', true],
  ['http://[::1]:9000', true],
  ['http://127.0.0.1.idp.example', false],
  ['http://localhost.idp.example', false],
  ['http://10.0.0.1', false],
  ['https://user:secret@idp.example', false],
  ['https://idp.example#x', false],
  ['file:///etc/passwd', false],
  ['https://idp.example/ x', false],
])('the issuer %s: %s', (issuer, right) => {
  const read = () => Issuer.read(issuer, 'issuer', undefined);
  if (right) expect(read()).toBe(issuer);
  else expect(read).toThrow('issuer must be an');
});
