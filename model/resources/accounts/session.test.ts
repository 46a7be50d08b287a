import { expect, test } from 'vitest';
import { LoginSession } from './session.ts';

test('a session from before sessions were shown goes on, and says of itself what is known', () => {
  const old = { id: 'hash', user_id: 1004, expires_at: Date.UTC(2026, 2, 14, 9, 26, 53, 589) };
  const known = { id: 'hash', user_id: 1004, expires_at: '2026-03-14T09:26:53.589Z', state: 'normal' };
  const person = { kind: 'person', installation_id: '', surface: '' };
  const unknown = { created_at: '', last_used_at: '', address: '', user_agent: '', scopes: null, ...person };
  expect(LoginSession.migrate!(old, 1)).toEqual({ ...known, ...unknown, access_token: '' });
  expect(LoginSession.migrate!({ ...old, access_token: 'tk' }, 2)).toEqual({ ...known, ...unknown, access_token: 'tk' });
  const later = { ...known, ...unknown, created_at: '2026-03-01T09:26:53.589Z', access_token: '' };
  expect(LoginSession.migrate!(later, 3)).toEqual(later);
});
