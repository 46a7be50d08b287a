import { beforeEach, expect, test } from 'vitest';
import { expiryOf, LoginSession } from '../../../model/resources/accounts/session.ts';
import { useEasel } from '../../../test/kit/easel.ts';
import { type Activity, createActivity } from '../../access/authentication/activity.ts';
import { tokenHash } from '../../access/authentication/tokens.ts';
import { extendOpenTokens, removeExpiredTokens } from './token-expiry.ts';

const second = 1000;
const day = 24 * 3600 * second;

const easel = useEasel();
let activity: Activity;
beforeEach(async () => {
  activity = createActivity(easel.clock);
  easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
});

const deps = () => ({
  store: easel.server.store,
  clock: easel.clock,
  activity,
});
const session = (token: string) => easel.server.store.directory.get(LoginSession, tokenHash(token));
const left = (token: string): number => expiryOf(session(token)!) - easel.clock.now();

test('the token of an open stream gets 90 s when it has less than 60', async () => {
  const { token } = easel.admin;
  activity.open(LoginSession.key(tokenHash(token)));
  easel.clock.advance(day - 60 * second);
  await easel.unchanged(() => extendOpenTokens(deps()));
  expect(left(token)).toBe(60 * second);
  easel.clock.advance(second);
  await extendOpenTokens(deps());
  expect(left(token)).toBe(90 * second);
});

test('tokens without a stream, permanent ones and those of anonymous streams are left alone', async () => {
  activity.open('token:permanent');
  activity.open('');
  easel.clock.advance(day - second);
  await easel.unchanged(() => extendOpenTokens(deps()));
  expect(left(easel.admin.token)).toBe(second);
});

test('a sweep removes expired tokens, not those that are valid or still in use', async () => {
  const used = easel.admin.token;
  // The server's own sweep goes by its own record of activity.
  const stream = await easel.admin.watch('/users');
  easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
  const expired = easel.admin.token;
  easel.clock.advance(2 * day);
  easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
  activity.open(LoginSession.key(tokenHash(used)));
  await removeExpiredTokens(deps());
  expect(session(used)).toBeDefined();
  expect(session(expired)).toBeUndefined();
  expect(session(easel.admin.token)).toBeDefined();
  await easel.unchanged(() => removeExpiredTokens(deps()));
  stream.close();
});
