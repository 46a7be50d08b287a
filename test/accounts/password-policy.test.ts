import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel();
afterEach(() => configure(easel, { 'authentication.password.min_length': 8, 'authentication.password.refuse_common': true }));

const common = { status: 400, body: { msg: 'Password is too common: choose another one' } };
const asAddress = { status: 400, body: { msg: 'Password must not be the e-mail address: choose another one' } };
const asNames = { status: 400, body: { msg: 'Password must not be made of names and addresses: choose another one' } };
const list = readFileSync(new URL('../../server/access/common-passwords/passwords.txt', import.meta.url), 'utf8');

async function choosing(fields: object = {}) {
  const person = await easel.user(fields);
  return {
    person,
    choose: (new_password: string) =>
      person.post(`/users/${person.id}/password`, { current_password: person.password, new_password }),
  };
}

describe('a password that somebody chooses', () => {
  test.each(['12345678', 'iloveyou1', 'PASSWORD1', 'Qwertyuiop', 'trustno1'])('%s is too common', async (password) => {
    const { choose } = await choosing();
    expect(await easel.unchanged(() => choose(password))).toMatchObject(common);
  });

  test('is only compared as a whole', async () => {
    const { choose } = await choosing();
    expect((await choose('12345678 and more')).status).toBe(200);
    // Two lines of the list
    const { choose: chooseTwo } = await choosing();
    expect((await chooseTwo(list.split('\n').slice(100, 102).join('\n'))).status).toBe(200);
  });

  test('is not the own address, nor the part before the @', async () => {
    const { choose, person } = await choosing({ email: 'Jonathan.Smith@corp.example' });
    for (const password of [person.email, person.email.toUpperCase(), 'jonathan.smith']) {
      expect(await easel.unchanged(() => choose(password))).toMatchObject(asAddress);
    }
    expect((await choose('jonathan.smith and more')).status).toBe(200);
  });

  test('has more to it than names and addresses', async () => {
    await configure(easel, { server_name: 'Atrium Wall' });
    const { choose } = await choosing({ name: 'Jörg Müller', email: 'j.mueller@acme-corp.example' });
    const made = [
      'Easel2026!',
      'easel easel',
      'Atrium-Wall',
      'wall.atrium99',
      'jörgmüller1',
      'MüllerJörg!!',
      'acme.mueller',
      'Corp-1234',
    ];
    for (const password of made) {
      expect([password, await easel.unchanged(() => choose(password))]).toMatchObject([password, asNames]);
    }
    await configure(easel, { server_name: '' });
    const { choose: chooseOther } = await choosing({ name: 'Li An', email: 'li@corp.example' });
    // Words of two letters, other words, and enough besides
    for (const [at, password] of ['li-an-li-an', 'atrium-wall', 'easel for seven'].entries()) {
      const { choose } = at === 0 ? { choose: chooseOther } : await choosing({ name: 'Li An' });
      expect([password, (await choose(password)).status]).toEqual([password, 200]);
    }
  });

  test('is compared exactly as it was sent, up to 1024 bytes, and for as long as it is not changed', async () => {
    const signIn = async (email: string, password: string) =>
      (await easel.anonymous.post('/users/login', { email, password })).status;
    const chosen: { readonly email: string; readonly password: string }[] = [];
    for (const password of [
      ' A blank Before and after ',
      'Grüße 🎨 an alle',
      'x'.repeat(64),
      `${'0123456789abcdef'.repeat(63)}0123456789abcdeF`,
    ]) {
      const { choose, person } = await choosing();
      expect((await choose(password)).status).toBe(200);
      const others = [password.trim(), password.toLowerCase(), password.toUpperCase(), password.slice(0, -1), `${password} `];
      for (const other of others.filter((one) => one !== password)) expect(await signIn(person.email, other)).toBe(401);
      chosen.push({ email: person.email, password });
    }
    easel.clock.advance(400 * 24 * 3_600_000);
    for (const { email, password } of chosen) expect(await signIn(email, password)).toBe(200);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
  });

  test('may be common where the server configuration says so, and is never too short', async () => {
    await configure(easel, { 'authentication.password.refuse_common': false });
    const { choose } = await choosing();
    expect(await easel.unchanged(() => choose('1234567'))).toMatchObject({
      status: 400,
      body: { msg: 'Password must be at least 8 characters long' },
    });
    expect((await choose('12345678')).status).toBe(200);
    const { choose: chooseName } = await choosing();
    expect((await chooseName('Easel2026!')).status).toBe(200);
  });

  test('is found in the list when shorter ones are allowed, too', async () => {
    await configure(easel, { 'authentication.password.min_length': 6 });
    const { choose } = await choosing();
    expect(await easel.unchanged(() => choose('dragon'))).toMatchObject(common);
    expect((await choose('dräg0n')).status).toBe(200);
  });

  test('is judged before the current one is compared', async () => {
    const { person } = await choosing();
    const body = { current_password: 'wrong', new_password: '12345678' };
    expect(await easel.unchanged(() => person.post(`/users/${person.id}/password`, body))).toMatchObject(common);
  });

  test('is judged in a PATCH of the own account as well', async () => {
    const second = await easel.user({ admin: true });
    const patch = (password: string) => second.patch(`/users/${second.id}`, { password });
    expect(await easel.unchanged(() => patch('12345678'))).toMatchObject(common);
    expect((await patch('correct horse')).status).toBe(200);
  });
});

test('an administrator may set a common one for somebody else, at any of the places', async () => {
  const { person } = await choosing();
  expect((await easel.admin.post(`/users/${person.id}/password`, { new_password: '12345678' })).status).toBe(200);
  expect((await easel.admin.patch(`/users/${person.id}`, { password: 'password1' })).status).toBe(200);
  const made = { email: 'simple@corp.example', name: 'Simple', password: '12345678' };
  expect((await easel.admin.post('/users', made)).status).toBe(200);
});

test('characters are code points, and the length follows the server configuration at once', async () => {
  await configure(easel, { 'authentication.password.min_length': 12 });
  const { choose } = await choosing();
  expect(await easel.unchanged(() => choose('🎨'.repeat(11)))).toMatchObject({
    status: 400,
    body: { msg: 'Password must be at least 12 characters long' },
  });
  expect((await choose('🎨'.repeat(12))).status).toBe(200);
});

test('only administrators see whether common passwords are refused', async () => {
  expect((await easel.admin.get('/server-config')).body.authentication.password.refuse_common).toBe(true);
  expect((await easel.anonymous.get('/server-config')).body.authentication.password).not.toHaveProperty('refuse_common');
});

test('the list holds what its licence and the reference say', () => {
  const words = list.split('\n').slice(1, -1);
  expect(words).toHaveLength(42_692);
  expect(words.filter((word) => [...word].length >= 8).length).toBeGreaterThan(3000);
  expect(words.filter((word) => word === '' || word !== word.toLowerCase())).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});
