import { expect, test } from 'vitest';
import { initialValues } from '../../../model/field.ts';
import { AccessToken } from '../../../model/resources/accounts/access-token.ts';
import { LoginSession } from '../../../model/resources/accounts/session.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { fakeClock } from '../../../test/kit/clock.ts';
import { MemoryWriter } from '../../../test/kit/memory-writer.ts';
import type { DurableView } from '../../store/store.ts';
import { NOT_NARROWED } from '../narrowing.ts';
import { createActivity } from './activity.ts';
import { createAuthenticate } from './authenticate.ts';
import { cookieToken } from './session-cookie.ts';
import { createSessionUse } from './session-use.ts';
import { tokenHash } from './tokens.ts';

const at = (ms: number): string => new Date(ms).toISOString();

function world(idleHours = 0) {
  const directory = new MemoryWriter('directory');
  const clock = fakeClock(0);
  const activity = createActivity(clock);
  const sessionUse = createSessionUse(clock, idleHours);
  const view = Object.assign(directory, { revision: 1 });
  const user: User = { ...initialValues(User.fields), id: 1004, name: 'Sam', email: 'sam@corp.example', approved: true };
  directory.insert(User, { ...user, id: 100, name: 'Guest', email: '' });
  directory.insert(User, user);
  const times = { created_at: at(0), last_used_at: at(0), expires_at: at(1000) };
  directory.insert(LoginSession, { ...initialValues(LoginSession.fields), ...times, id: tokenHash('temporary'), user_id: 1004 });
  const token = { ...initialValues(AccessToken.fields), id: 'tk', name: 'robot', user_id: 1004, hash: tokenHash('permanent') };
  directory.insert(AccessToken, token);
  return {
    directory: view,
    user,
    activity,
    /** A commit on the directory. */
    commit: (write: () => void) => {
      write();
      view.revision++;
    },
    clock,
    sessionUse,
    authenticate: createAuthenticate({ directory: view as unknown as DurableView, clock, activity, sessionUse }),
  };
}

const unbounded = { role: 'user', accessToken: '', narrowing: NOT_NARROWED, endsAt: Number.POSITIVE_INFINITY };

test('without a credential the actor is the Guest', () => {
  const { authenticate } = world();
  expect(authenticate({})).toEqual({
    id: 100,
    name: 'Guest',
    email: '',
    admin: false,
    credential: 'none',
    token: '',
    ...unbounded,
  });
  expect(authenticate({ token: '' }).credential).toBe('none');
});

test('temporary and permanent tokens name the actor', () => {
  const { authenticate } = world();
  const sam = { id: 1004, name: 'Sam', email: 'sam@corp.example', admin: false };
  const hash = tokenHash('temporary');
  expect(authenticate({ token: 'temporary' })).toEqual({
    ...sam,
    credential: 'temporary',
    token: `session:${hash}`,
    ...unbounded,
  });
  expect(authenticate({ token: 'permanent' })).toEqual({
    ...sam,
    credential: 'permanent',
    token: 'token:tk',
    ...unbounded,
    accessToken: 'tk',
  });
});

test('an unknown token is refused with 401, and is not the Guest', () => {
  const { authenticate } = world();
  expect(() => authenticate({ token: 'nobody' })).toThrow('Invalid token');
});

test('a temporary token is valid up to its expiry, and beyond while a stream is open and 60 s after', () => {
  const { authenticate, activity, clock } = world();
  const close = activity.open(`session:${tokenHash('temporary')}`);
  clock.advance(1000);
  expect(authenticate({ token: 'temporary' }).id).toBe(1004);
  close();
  clock.advance(59_999);
  expect(authenticate({ token: 'temporary' }).id).toBe(1004);
  clock.advance(1);
  expect(() => authenticate({ token: 'temporary' })).toThrow('Invalid token');
});

test('a permanent token does not expire', () => {
  const { authenticate, clock } = world();
  clock.advance(1e12);
  expect(authenticate({ token: 'permanent' }).id).toBe(1004);
});

test('a remembered answer ends with the next commit', () => {
  const { authenticate, directory, user, commit } = world();
  authenticate({ token: 'permanent' });
  commit(() => directory.update(User, { ...user, admin: true }));
  expect(authenticate({ token: 'permanent' }).admin).toBe(true);
  commit(() => [...directory.remove('token:tk')]);
  expect(() => authenticate({ token: 'permanent' })).toThrow('Invalid token');
});

test('the owner of a token is refused with 403 when blocked, but not at the logout', () => {
  const { authenticate, directory, user, commit } = world();
  commit(() => directory.update(User, { ...user, blocked: true }));
  expect(() => authenticate({ token: 'temporary' })).toThrow('User is blocked');
  expect(authenticate({ token: 'temporary' }, true).id).toBe(1004);
});

const cookie = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

test('the session cookie is a credential when no token was sent', () => {
  const { authenticate } = world();
  const session = `theme=dark; CanvusSession=${cookie({ passport: { user: { token: 'temporary' } } })}; x=y`;
  expect(authenticate({ cookie: session }).id).toBe(1004);
  expect(() => authenticate({ token: 'nobody', cookie: session })).toThrow('Invalid token');
});

test('a cookie is read in every spelling of a browser, and an undecodable one is no credential', () => {
  const value = cookie({ passport: { user: { token: 'a token' } } });
  expect(cookieToken(`CanvusSession=${value}`)).toBe('a token');
  expect(cookieToken(`CanvusSession=${encodeURIComponent(value)}`)).toBe('a token');
  for (const bad of [undefined, '', 'CanvusSession=', 'CanvusSession=%%%', 'CanvusSession=bm8=', `XCanvusSession=${value}`]) {
    expect(cookieToken(bad)).toBeUndefined();
  }
  expect(cookieToken(`CanvusSession=${cookie({ passport: { user: { token: 7 } } })}`)).toBeUndefined();
  expect(cookieToken(`CanvusSession=${cookie(null)}`)).toBeUndefined();
});
