import { beforeEach, describe, expect, test } from 'vitest';
import type { Rules } from '../../server/access/authorization/rule-table.ts';
import type { Call, PlainRoute } from '../../server/http/routing/route.ts';
import { registerRoutes } from '../../server/users/routes/users/register.ts';
import { unboundedAttempts } from '../kit/attempts.ts';
import { audited } from '../kit/audited.ts';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';
import { allMails, emptied, mailedToken, mailTokens, queuedMails, unchangedBesideMails, waitingMails } from '../kit/mails.ts';

const easel = useEasel({ env: unboundedAttempts });
const unchanged = <T>(work: () => Promise<T>): Promise<T> => unchangedBesideMails(easel, work);

const day = 24 * 3_600_000;
const initial = {
  'authentication.password.sign_up_enabled': true,
  'authentication.password.enabled': true,
  'authentication.password.min_length': 8,
  'authentication.require_admin_approval': false,
  'authentication.domain_allow_list': ['*'],
};
beforeEach(() => configure(easel, initial));

const password = 'correct horse';
let made = 0;
const newcomer = (more: object = {}) => ({ email: `New${++made}@corp.example`, name: `New ${made}`, password, ...more });
const register = (body: unknown, caller = easel.anonymous) => caller.post('/users/register', body);
const confirm = (token: unknown) => easel.anonymous.post('/users/confirm-email', { token });
const login = (email: string) => easel.anonymous.post('/users/login', { email, password });
const refused = async (body: unknown, caller = easel.anonymous): Promise<string> => {
  const mails = allMails(easel);
  const answer = await unchanged(() => register(body, caller));
  expect(allMails(easel)).toBe(mails);
  return `${answer.status} ${answer.body.msg}`;
};

async function registered(more: object = {}): Promise<{ id: number; email: string }> {
  const { status, body } = await register(newcomer(more));
  expect(status).toBe(200);
  return body;
}

describe('registering', () => {
  test('answers the user, which cannot sign in before its address is confirmed', async () => {
    const sent = newcomer();
    const { status, body } = await register(sent);
    expect(status).toBe(200);
    expect(body).toEqual({
      admin: false,
      approved: true,
      blocked: false,
      created_at: expect.any(String),
      email: sent.email,
      id: expect.any(Number),
      last_login: '',
      name: sent.name,
      state: 'normal',
    });
    expect(queuedMails(easel, body.id)).toEqual([{ text: 'confirm-email', address: sent.email }]);
    expect(await login(sent.email)).toMatchObject({ status: 403, body: { msg: 'Email address is not confirmed' } });
    const answer = await confirm(await mailedToken(easel, 'confirm-email', body.id));
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Email address confirmed' } });
    expect((await login(sent.email)).body.user.id).toBe(body.id);
    expect((await easel.admin.get(`/canvas-folders/${body.id}`)).body.name).toBe(sent.name);
  });

  test('shows in the streams of the users and of the group of all', async () => {
    const streams = [await easel.admin.watch('/users'), await easel.admin.watch('/groups/1/members')];
    for (const stream of streams) await stream.next();
    const { id } = await registered();
    for (const stream of streams) expect(await stream.next()).toMatchObject([{ id, approved: true }]);
    for (const stream of streams) stream.close();
  });

  test('is written to the audit log by nobody, and so is the confirmation', async () => {
    let id = 0;
    const lines = await audited(easel, async () => {
      id = (await registered()).id;
      await confirm(await mailedToken(easel, 'confirm-email', id));
    });
    expect(lines.map(({ action, author_id, target_id }) => [action, author_id, target_id])).toEqual([
      ['User registered', null, String(id)],
      ['Email confirmed', null, String(id)],
    ]);
    expect(JSON.stringify(lines)).not.toContain(password);
  });

  test('is refused before anything else while it is off', async () => {
    await configure(easel, { 'authentication.password.sign_up_enabled': false });
    for (const body of [newcomer(), {}, { email: 7 }, newcomer({ admin: true })]) {
      expect(await refused(body)).toBe('403 Sign-up using a password is not enabled');
    }
    expect(await refused(newcomer(), easel.admin)).toBe('403 Sign-up using a password is not enabled');
  });

  test.each([{ admin: true }, { approved: true }, { blocked: true }, { admin: true, email: 7 }])(
    '%o is for administrators, and refused before the fields are read',
    async (flags) => {
      const user = await easel.user();
      for (const caller of [easel.anonymous, user, easel.as('nobody')]) {
        expect(await refused(newcomer(flags), caller)).toBe('403 Permission denied');
      }
    },
  );

  test('an administrator may, and a blocked one counts as nobody', async () => {
    const { body } = await register(newcomer({ admin: true, approved: true, blocked: true }), easel.admin);
    expect(body).toMatchObject({ admin: true, approved: true, blocked: true });
    const second = await easel.user({ admin: true });
    await easel.admin.post(`/users/${second.id}/block`);
    expect(await refused(newcomer({ admin: true }), second)).toBe('403 Permission denied');
    expect((await register(newcomer(), second)).status).toBe(200);
    expect((await register(newcomer(), easel.as('nobody'))).status).toBe(200);
  });

  test('a narrowed token of an administrator counts as nobody, unless it may administer accounts', async () => {
    const narrowed = async (scopes: string[]) => {
      const sent = { name: scopes.join(), scopes };
      return easel.as((await easel.admin.post(`/users/${easel.admin.id}/access-tokens`, sent)).body.plain_token);
    };
    expect(await refused(newcomer({ admin: true }), await narrowed(['read', 'write']))).toBe('403 Permission denied');
    expect((await register(newcomer(), await narrowed(['read']))).status).toBe(200);
    expect((await register(newcomer({ admin: true }), await narrowed(['admin']))).body.admin).toBe(true);
  });

  test('false flags of anybody else say nothing: the server says what waits for approval', async () => {
    expect(await registered({ admin: false, approved: false, blocked: false })).toMatchObject({ approved: true, blocked: false });
    await configure(easel, { 'authentication.require_admin_approval': true });
    const { id, email } = await registered();
    await confirm(await mailedToken(easel, 'confirm-email', id));
    expect(await login(email)).toMatchObject({ status: 403, body: { msg: 'User account is not approved' } });
    await easel.admin.post(`/users/${id}/approve`);
    expect((await login(email)).status).toBe(200);
    expect((await register(newcomer({ approved: true }), easel.admin)).body.approved).toBe(true);
  });

  test.each([
    ['authentication.password.sign_up_enabled', false, 'Sign-up using a password is not enabled'],
    ['authentication.domain_allow_list', ['other.example'], 'Email domain is not allowed'],
  ])('a change of %s while the password is hashed counts', async (path, value, msg) => {
    const { store } = easel.server;
    const hash = async (): Promise<string> => {
      await configure(easel, { [path]: value });
      return 'hash';
    };
    const rules = { optional: {} as Rules['optional'] };
    const [route] = registerRoutes({ store, rules, passwords: { hash }, attempts: { mail: () => {} } });
    const author = { id: null, name: '', ip: '203.0.113.1' };
    const body = newcomer();
    const call = { body, author, actor: { admin: false }, headers: {}, permit: () => {} } as unknown as Call;
    await expect((route as PlainRoute).handle(call)).rejects.toMatchObject({ status: 403, message: msg });
    expect((await easel.admin.get('/users')).text).not.toContain(body.email);
  });

  test.each([
    [{ email: undefined }, '400 email parameter is missing'],
    [{ email: 'nobody' }, '400 email is not a valid e-mail address'],
    [{ name: ' ' }, '400 name must not be empty'],
    [{ admin: 'true' }, '400 admin must be a boolean'],
    [{ password: undefined }, '400 password parameter is missing'],
    [{ password: 12345678 }, '400 password must be a string'],
    [{ password: 'seven77' }, '400 Password must be at least 8 characters long'],
    [{ password: 'x'.repeat(1025) }, '400 Password must be at most 1024 bytes long'],
    [{ password: 'Password1' }, '400 Password is too common: choose another one'],
  ])('refuses %o', async (wrong, says) => {
    expect(await refused(newcomer(wrong))).toBe(says);
  });

  test('is for the domains that are allowed, in any letter case', async () => {
    await configure(easel, { 'authentication.domain_allow_list': ['Corp.Example'] });
    expect((await register(newcomer())).status).toBe(200);
    for (const caller of [easel.anonymous, easel.admin]) {
      expect(await refused(newcomer({ email: 'ann@other.example' }), caller)).toBe('403 Email domain is not allowed');
    }
    expect(await refused({ ...newcomer({ email: 'ann@other.example' }), name: '' })).toBe('400 name must not be empty');
  });

  test('says that an address is taken, in any letter case', async () => {
    const { email } = await registered();
    expect(await refused(newcomer({ email: email.toUpperCase() }))).toBe('409 Email is already in use');
  });
});

describe('a token that confirms an address', () => {
  const invalid = { status: 400, body: { msg: 'Invalid email confirmation token.' } };

  test.each([undefined, null, '', 'unknown', 7, {}])('%o is not one', async (token) => {
    expect(await unchanged(() => confirm(token))).toMatchObject(invalid);
  });

  test('works once', async () => {
    const { id } = await registered();
    const token = await mailedToken(easel, 'confirm-email', id);
    expect((await confirm(token)).status).toBe(200);
    expect(await unchanged(() => confirm(token))).toMatchObject(invalid);
    expect(mailTokens(easel, id)).toBe(0);
  });

  test('works for seven days', async () => {
    const one = await registered();
    const two = await registered();
    const tokens = [await mailedToken(easel, 'confirm-email', one.id), await mailedToken(easel, 'confirm-email', two.id)];
    // What goes out of the outbox as time passes is no doing of the requests below
    await emptied(easel);
    easel.clock.advance(7 * day - 1);
    expect((await confirm(tokens[0])).status).toBe(200);
    easel.clock.advance(1);
    expect(await unchanged(() => confirm(tokens[1]))).toMatchObject(invalid);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
  });

  test('is void once there is a newer one', async () => {
    const { id } = await registered();
    const older = await mailedToken(easel, 'confirm-email', id);
    const newer = await mailedToken(easel, 'confirm-email', id);
    expect(await unchanged(() => confirm(older))).toMatchObject(invalid);
    expect((await confirm(newer)).status).toBe(200);
  });

  test('of another purpose is none', async () => {
    const { id } = await registered();
    expect(await unchanged(async () => confirm('x'))).toMatchObject(invalid);
    const reset = await mailedToken(easel, 'reset-password', id);
    expect(await unchanged(() => confirm(reset))).toMatchObject(invalid);
  });

  test('is void once an administrator has given the account another address, and so is the mail that waits', async () => {
    const { id } = await registered();
    const token = await mailedToken(easel, 'confirm-email', id);
    await easel.admin.patch(`/users/${id}`, { email: `moved${id}@corp.example` });
    expect(waitingMails(easel, id)).toEqual([]);
    expect(await unchanged(() => confirm(token))).toMatchObject(invalid);
  });

  test('of an account that was deleted is none', async () => {
    const { id } = await registered();
    const token = await mailedToken(easel, 'confirm-email', id);
    await easel.admin.delete(`/users/${id}`);
    expect(await unchanged(() => confirm(token))).toMatchObject(invalid);
    expect([mailTokens(easel, id), waitingMails(easel, id)]).toEqual([0, []]);
  });
});

describe('changing the own address', () => {
  const ask = async (body: object, more: { as?: 'admin'; name?: string } = {}) => {
    const person = await easel.user();
    const caller = more.as ? easel.admin : person;
    return { person, answer: () => caller.post(`/users/${person.id}/change-email`, body) };
  };
  let moves = 0;
  const fresh = (): string => `moved-${++moves}@corp.example`;

  test.each(['email', 'new_email', 'new-email'])('is asked for with %s, and done with the token of the mail', async (key) => {
    const email = fresh();
    const { person, answer } = await ask({ [key]: email });
    expect(await answer()).toMatchObject({ status: 200, body: { msg: `Confirmation email sent to ${email}` } });
    expect(queuedMails(easel, person.id)).toEqual([{ text: 'change-email', address: email }]);
    expect((await person.get(`/users/${person.id}`)).body.email).toBe(person.email);
    const stream = await easel.admin.watch(`/users/${person.id}`);
    await stream.next();
    expect((await confirm(await mailedToken(easel, 'confirm-email', person.id, email))).status).toBe(200);
    expect((await stream.next()).email).toBe(email);
    stream.close();
    expect((await easel.signIn(email, person.password)).id).toBe(person.id);
  });

  test('is in the audit log, without the token', async () => {
    const email = fresh();
    const { person, answer } = await ask({ email });
    const lines = await audited(easel, async () => {
      await answer();
      await confirm(await mailedToken(easel, 'confirm-email', person.id, email));
    });
    expect(lines.map(({ action, author_id, target_id, details }) => [action, author_id, target_id, details])).toEqual([
      ['Email change requested', person.id, String(person.id), undefined],
      ['Email confirmed', null, String(person.id), { changed: ['email'] }],
    ]);
  });

  test('keeps the sessions, and the same address under several names is no contradiction', async () => {
    const email = fresh();
    const { person, answer } = await ask({ email, new_email: email, 'new-email': null });
    expect((await answer()).status).toBe(200);
    await confirm(await mailedToken(easel, 'confirm-email', person.id, email));
    expect((await person.get('/users')).status).toBe(200);
  });

  test.each([
    [{}, 'email parameter is missing'],
    [{ email: null }, 'email parameter is missing'],
    [{ new_email: 7 }, 'new_email must be a string'],
    [{ email: 'nobody' }, 'email is not a valid e-mail address'],
    [{ email: 'a@corp.example', 'new-email': 'b@corp.example' }, 'email and new-email contradict each other'],
  ])('refuses %o', async (body, msg) => {
    const { answer } = await ask(body);
    expect(await unchanged(answer)).toMatchObject({ status: 400, body: { msg } });
  });

  test('is for the user and for administrators', async () => {
    const person = await easel.user();
    const other = await easel.user();
    const path = `/users/${other.id}/change-email`;
    const denied = await unchanged(() => person.post(path, { email: 7 }));
    expect(denied).toMatchObject({ status: 403, body: { msg: 'Permission denied' } });
    expect((await unchanged(() => person.post('/users/me/change-email'))).status).toBe(403);
    expect((await unchanged(() => easel.admin.post('/users/me/change-email'))).status).toBe(400);
    expect((await unchanged(() => easel.admin.post('/users/99999/change-email'))).status).toBe(404);
    expect((await unchanged(() => easel.admin.post('/users/100/change-email', { email: fresh() }))).status).toBe(403);
    expect((await easel.admin.post(path, { email: fresh() })).status).toBe(200);
  });

  test('is for allowed domains, unless an administrator asks', async () => {
    await configure(easel, { 'authentication.domain_allow_list': ['corp.example'] });
    const body = { email: 'ann@other.example' };
    const { answer } = await ask(body);
    expect(await unchanged(answer)).toMatchObject({ status: 403, body: { msg: 'Email domain is not allowed' } });
    expect((await (await ask(body, { as: 'admin' })).answer()).status).toBe(200);
  });

  test('is refused for an address in use, also when it was taken meanwhile; the token stays', async () => {
    const other = await easel.user();
    const taken = await ask({ email: other.email.toUpperCase() });
    const conflict = { status: 409, body: { msg: 'Email is already in use' } };
    expect(await unchanged(taken.answer)).toMatchObject(conflict);
    const email = fresh();
    const { person, answer } = await ask({ email });
    await answer();
    const token = await mailedToken(easel, 'confirm-email', person.id, email);
    await easel.admin.patch(`/users/${other.id}`, { email });
    expect(await unchanged(() => confirm(token))).toMatchObject(conflict);
    await easel.admin.patch(`/users/${other.id}`, { email: fresh() });
    expect((await confirm(token)).status).toBe(200);
  });

  test('is void once the address was changed in another way', async () => {
    const email = fresh();
    const { person, answer } = await ask({ email });
    await answer();
    const token = await mailedToken(easel, 'confirm-email', person.id, email);
    await person.patch(`/users/${person.id}`, { email: fresh() });
    expect((await unchanged(() => confirm(token))).status).toBe(400);
    expect(waitingMails(easel, person.id)).toEqual([]);
  });
});
