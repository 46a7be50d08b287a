import { afterEach, describe, expect, test } from 'vitest';
import { Mail } from '../../model/resources/mail.ts';
import { unboundedAttempts } from '../kit/attempts.ts';
import { audited } from '../kit/audited.ts';
import { configure } from '../kit/configure.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { emptied, mailedToken, mailTokens, queuedMails, unchangedBesideMails, waitingMails } from '../kit/mails.ts';

const easel = useEasel({ env: unboundedAttempts });
const unchanged = <T>(work: () => Promise<T>): Promise<T> => unchangedBesideMails(easel, work);
afterEach(() => configure(easel, { 'authentication.password.enabled': true, 'authentication.password.refuse_common': true }));

/** The record that every request changes. */
const requests = 'counter:PasswordResetRequest';
const hour = 3_600_000;
const chosen = 'another horse';
const invalid = { status: 400, body: { msg: 'Invalid token' } };
const ask = (email: unknown) => easel.anonymous.post('/users/password/create-reset-token', { email });
const validate = (token: string) => easel.anonymous.get(`/users/password/validate-reset-token?token=${token}`);
const reset = (token: unknown, password: unknown = chosen) => easel.anonymous.post('/users/password/reset', { token, password });
const login = (email: string, password: string) => easel.anonymous.post('/users/login', { email, password });

describe('asking for a reset', () => {
  test('sends a mail to the account, in any letter case of its address', async () => {
    const person = await easel.user();
    const answer = await ask(person.email.toUpperCase());
    expect([answer.status, answer.text, answer.headers['content-length'], answer.headers['content-type']]).toEqual([
      200,
      '',
      '0',
      undefined,
    ]);
    expect(queuedMails(easel, person.id)).toEqual([{ text: 'reset-password', address: person.email }]);
    expect((await login(person.email, person.password)).status).toBe(200);
  });

  test('does the same work and says the same for an unknown account, a blocked one, the Guest and what is no address', async () => {
    const blocked = await easel.user();
    await easel.admin.post(`/users/${blocked.id}/block`);
    const known = await easel.user();
    const outcomes: { mailed: boolean }[] = [];
    for (const email of [known.email, 'nobody@corp.example', blocked.email, 'Guest', '', 'x'.repeat(10_000)]) {
      const from = easel.published.length;
      const { status, text, headers } = await ask(email);
      // The commits that were durable before the answer came
      const commits = easel.published.slice(from).filter(({ changes }) => changes.some(({ key }) => key === requests));
      const mailed = commits.some(({ changes }) => changes.some(({ kind }) => kind === Mail));
      const { date: _, 'x-request-id': __, 'easel-revision': ___, ...others } = headers;
      outcomes.push({ status, text, others, commits: commits.length, mailed } as (typeof outcomes)[number]);
    }
    const [first, ...others] = outcomes;
    expect(first).toMatchObject({ status: 200, commits: 1, mailed: true });
    for (const other of others) expect(other).toEqual({ ...first, mailed: false });
    expect(queuedMails(easel, blocked.id)).toEqual([]);
  });

  test('changes nothing that a stream shows', async () => {
    const person = await easel.user();
    const stream = await easel.admin.watch('/users');
    await stream.next();
    await ask(person.email);
    await easel.admin.patch(`/users/${person.id}`, { name: 'Later' });
    expect(await stream.next()).toMatchObject([{ name: 'Later' }]);
    stream.close();
  });

  test.each([
    [undefined, 'email parameter is missing'],
    [null, 'email parameter is missing'],
    [7, 'email must be a string'],
  ])('refuses %o', async (email, msg) => {
    expect(await unchanged(() => ask(email))).toMatchObject({ status: 400, body: { msg } });
  });

  test('is refused while nobody signs in with a password', async () => {
    await configure(easel, { 'authentication.password.enabled': false });
    const off = { status: 403, body: { msg: 'Sign-in using a password is not enabled' } };
    for (const email of [easel.admin.email, undefined]) expect(await unchanged(() => ask(email))).toMatchObject(off);
  });

  test('is in the audit log for existing accounts only, and so is the reset', async () => {
    const person = await easel.user();
    const lines = await audited(easel, async () => {
      await ask('nobody@corp.example');
      await ask(person.email);
      await reset(await mailedToken(easel, 'reset-password', person.id));
    });
    expect(lines.map(({ action, author_id, target_id }) => [action, author_id, target_id])).toEqual([
      ['Password reset requested', null, String(person.id)],
      ['Password reset', null, String(person.id)],
    ]);
    expect(JSON.stringify(lines)).not.toContain(chosen);
  });
});

describe('a token that resets a password', () => {
  test('is looked at without being used up, and works once', async () => {
    const person = await easel.user();
    const token = await mailedToken(easel, 'reset-password', person.id);
    for (let look = 0; look < 3; look++) {
      expect(await unchanged(() => validate(token))).toMatchObject({ status: 200, body: { valid: true } });
    }
    expect(await reset(token)).toMatchObject({ status: 200, body: { msg: 'Password has been reset' } });
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, chosen)).status).toBe(200);
    expect(await unchanged(() => validate(token))).toMatchObject(invalid);
    expect(await unchanged(() => reset(token))).toMatchObject(invalid);
    expect(mailTokens(easel, person.id)).toBe(0);
  });

  test('works once, also when it comes twice at the same time', async () => {
    const person = await easel.user();
    const token = await mailedToken(easel, 'reset-password', person.id);
    const answers = await Promise.all([reset(token), reset(token, 'yet another horse')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test.each(['password', 'new_password', 'new-password'])('takes the password from %s', async (key) => {
    const person = await easel.user();
    const token = await mailedToken(easel, 'reset-password', person.id);
    const body = { token, [key]: chosen };
    expect((await easel.anonymous.post('/users/password/reset', body)).status).toBe(200);
    expect((await login(person.email, chosen)).status).toBe(200);
  });

  test('ends temporary tokens with their streams, keeps permanent ones, and confirms the address', async () => {
    await configure(easel, { 'authentication.password.sign_up_enabled': true });
    const { body } = await easel.anonymous.post('/users/register', {
      email: 'late@corp.example',
      name: 'Late',
      password: chosen,
    });
    const person = await easel.user();
    const robot = (await person.post(`/users/${person.id}/access-tokens`, { name: 'robot' })).body.plain_token;
    const stream = await person.watch('/users');
    await stream.next();
    await reset(await mailedToken(easel, 'reset-password', person.id));
    await easel.endOf(stream);
    expect(await person.get('/users')).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
    expect((await easel.as(robot).get('/users')).status).toBe(200);
    expect((await login('late@corp.example', chosen)).status).toBe(403);
    await reset(await mailedToken(easel, 'reset-password', body.id), 'yet another horse');
    expect((await login('late@corp.example', 'yet another horse')).status).toBe(200);
  });

  test('works for 24 hours', async () => {
    const one = await easel.user();
    const two = await easel.user();
    const tokens = [await mailedToken(easel, 'reset-password', one.id), await mailedToken(easel, 'reset-password', two.id)];
    await emptied(easel);
    easel.clock.advance(24 * hour - 1);
    expect((await reset(tokens[0])).status).toBe(200);
    easel.clock.advance(1);
    expect(await unchanged(() => reset(tokens[1]))).toMatchObject(invalid);
    expect(await unchanged(() => validate(tokens[1]!))).toMatchObject(invalid);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
  });

  test('is void once there is a newer one, or another address of the account', async () => {
    const person = await easel.user();
    const older = await mailedToken(easel, 'reset-password', person.id);
    const newer = await mailedToken(easel, 'reset-password', person.id);
    expect(await unchanged(() => reset(older))).toMatchObject(invalid);
    await easel.admin.patch(`/users/${person.id}`, { email: 'moved-away@corp.example' });
    expect(await unchanged(() => reset(newer))).toMatchObject(invalid);
    expect(await unchanged(() => validate(newer))).toMatchObject(invalid);
  });

  test.each([
    [
      'the user',
      (person: Person) =>
        person.post(`/users/${person.id}/password`, { current_password: person.password, new_password: chosen }),
    ],
    ['an administrator', ({ id }: Person) => easel.admin.post(`/users/${id}/password`, { new_password: chosen })],
    ['a PATCH', ({ id }: Person) => easel.admin.patch(`/users/${id}`, { password: chosen })],
    ['a reset by an administrator', ({ id }: Person) => easel.admin.post(`/users/${id}/reset-password`)],
    ['another reset', async ({ id }: Person) => reset(await mailedToken(easel, 'reset-password', id))],
  ])('is void once %s has replaced the password, and so is a change of the address', async (_, replace) => {
    const person = await easel.user();
    const token = await mailedToken(easel, 'reset-password', person.id);
    const moving = await mailedToken(easel, 'confirm-email', person.id, 'thief@corp.example');
    await person.post(`/users/${person.id}/change-email`, { email: 'thief@corp.example' });
    expect((await replace(person)).status).toBe(200);
    expect(waitingMails(easel, person.id)).not.toContain('change-email');
    expect(await unchanged(() => reset(token))).toMatchObject(invalid);
    const confirmed = await unchanged(() => easel.anonymous.post('/users/confirm-email', { token: moving }));
    expect(confirmed).toMatchObject({ status: 400 });
    expect((await easel.admin.get(`/users/${person.id}`)).body.email).toBe(person.email);
  });

  test('leaves a blocked user blocked', async () => {
    const person = await easel.user();
    const token = await mailedToken(easel, 'reset-password', person.id);
    await easel.admin.post(`/users/${person.id}/block`);
    expect((await reset(token)).status).toBe(200);
    expect(await login(person.email, chosen)).toMatchObject({ status: 403, body: { msg: 'User is blocked' } });
  });

  test.each([undefined, null, '', 'unknown', 7])('%o is none, whatever the password', async (token) => {
    for (const password of [undefined, 'short', chosen]) {
      expect(await unchanged(() => reset(token, password))).toMatchObject(invalid);
    }
  });

  test('is missing in the query as an unknown one is', async () => {
    for (const query of ['', '?token', '?token=', '?token=x']) {
      expect(await unchanged(() => easel.anonymous.get(`/users/password/validate-reset-token${query}`))).toMatchObject(invalid);
    }
    const person = await easel.user();
    expect(await validate(await mailedToken(easel, 'confirm-email', person.id))).toMatchObject(invalid);
  });

  test.each([
    [undefined, 'password parameter is missing'],
    [7, 'password must be a string'],
    ['seven77', 'Password must be at least 8 characters long'],
    ['x'.repeat(1025), 'Password must be at most 1024 bytes long'],
    ['Password1', 'Password is too common: choose another one'],
  ])('is not used up by the password %o', async (password, msg) => {
    const person = await easel.user();
    const token = await mailedToken(easel, 'reset-password', person.id);
    const send = () => easel.anonymous.post('/users/password/reset', { token, password });
    expect(await unchanged(send)).toMatchObject({ status: 400, body: { msg } });
    expect((await reset(token)).status).toBe(200);
  });
});

describe('a reset by an administrator', () => {
  const force = (id: number | string, caller = easel.admin) => caller.post(`/users/${id}/reset-password`);

  test('removes the password, ends temporary tokens, keeps permanent ones, and sends a mail', async () => {
    const person = await easel.user();
    const robot = (await person.post(`/users/${person.id}/access-tokens`, { name: 'robot' })).body.plain_token;
    const stream = await person.watch('/users');
    await stream.next();
    expect(await force(person.id)).toMatchObject({ status: 200, body: { msg: 'Password reset initiated' } });
    await easel.endOf(stream);
    expect((await person.get('/users')).status).toBe(401);
    expect((await easel.as(robot).get('/users')).status).toBe(200);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect(queuedMails(easel, person.id)).toEqual([{ text: 'reset-password', address: person.email }]);
    expect((await reset(await mailedToken(easel, 'reset-password', person.id))).status).toBe(200);
    expect((await login(person.email, chosen)).status).toBe(200);
  });

  test('is one entry of the audit log, whether there was a password or not', async () => {
    const person = await easel.user();
    const lines = await audited(easel, async () => {
      await force(person.id);
      await force(person.id);
    });
    expect(lines.map(({ action, author_id, target_id }) => [action, author_id, target_id])).toEqual(
      Array(2).fill(['Password reset forced', 1000, String(person.id)]),
    );
  });

  test('sends a blocked user no mail', async () => {
    const person = await easel.user();
    await easel.admin.post(`/users/${person.id}/block`);
    expect((await force(person.id)).status).toBe(200);
    expect(queuedMails(easel, person.id)).toEqual([]);
  });

  test('is for administrators, and not of the Guest', async () => {
    const person = await easel.user();
    const denied = { status: 403, body: { msg: 'Permission denied' } };
    for (const id of [person.id, 1000, 99999, 'me']) {
      expect(await unchanged(() => force(id, person))).toMatchObject(denied);
    }
    expect(await unchanged(() => force(100))).toMatchObject(denied);
    expect((await unchanged(() => force('me'))).status).toBe(400);
    expect((await unchanged(() => force(99999))).status).toBe(404);
    expect((await unchanged(() => easel.anonymous.post('/users/1000/reset-password'))).status).toBe(401);
  });

  test('of oneself ends the own session, too', async () => {
    const second = await easel.user({ admin: true });
    expect((await force(second.id, second)).status).toBe(200);
    expect((await second.get('/users')).status).toBe(401);
  });
});

describe('an account that is made without a password', () => {
  let without = 0;
  const create = async (more: object = {}) => {
    const name = `Without ${++without}`;
    return (await easel.admin.post('/users', { email: `${name.replaceAll(' ', '')}@corp.example`, name, ...more })).body;
  };

  test('gets a mail to choose one, in the same command', async () => {
    const { id, email } = await create();
    expect(queuedMails(easel, id)).toEqual([{ text: 'reset-password', address: email }]);
    await reset(await mailedToken(easel, 'reset-password', id));
    expect((await login(email, chosen)).status).toBe(200);
  });

  test('gets none when it is made with one, or blocked', async () => {
    for (const more of [{ password: chosen }, { blocked: true }]) {
      expect(queuedMails(easel, (await create(more)).id)).toEqual([]);
    }
  });

  test('may give itself one without a current one', async () => {
    const person = await easel.user();
    const robot = easel.as((await person.post(`/users/${person.id}/access-tokens`, { name: 'robot' })).body.plain_token);
    await easel.admin.post(`/users/${person.id}/reset-password`);
    expect((await robot.post(`/users/${person.id}/password`, { new_password: chosen })).status).toBe(200);
    expect((await login(person.email, chosen)).status).toBe(200);
  });
});
