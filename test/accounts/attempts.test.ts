import { afterEach, describe, expect, test } from 'vitest';
import { audited } from '../kit/audited.ts';
import { configure } from '../kit/configure.ts';
import { type Answer, useEasel } from '../kit/easel.ts';
import { allMails, mailedToken, unchangedBesideMails } from '../kit/mails.ts';

interface Line {
  readonly route?: string;
  readonly status?: number;
  readonly address?: string;
}
const lines: Line[] = [];
const easel = useEasel({ env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8' }, info: (fields) => lines.push(fields) });
const unchanged = <T>(work: () => Promise<T>): Promise<T> => unchangedBesideMails(easel, work);

const minute = 60_000;
/** Nothing that one test has counted counts in the next. */
afterEach(async () => {
  easel.clock.advance(60 * minute);
  lines.length = 0;
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const login = (email: string, password: string, address = '203.0.113.1') =>
  easel.anonymous.post('/users/login', { email, password }, from(address));
const limited = ({ status, body, headers }: Answer): number => {
  expect([status, body.msg]).toEqual([429, 'Too many requests']);
  return Number(headers['retry-after']);
};
async function times(count: number, status: number, send: (at: number) => Promise<Answer>): Promise<void> {
  for (let at = 0; at < count; at++) expect((await send(at)).status).toBe(status);
}

describe('signing in with a password', () => {
  test('is refused after ten failures for an account from an address, until the seconds of Retry-After have passed', async () => {
    const { email, password } = await easel.user();
    await times(10, 401, () => login(email, 'wrong'));
    const wait = limited(await login(email.toUpperCase(), 'wrong'));
    expect(wait).toBe(90);
    // Right or wrong, tried or not: the answer does not tell
    expect(limited(await unchanged(() => login(email, password)))).toBe(90);
    easel.clock.advance(wait * 1000 - 1);
    expect(limited(await login(email, password))).toBe(1);
    easel.clock.advance(1);
    expect((await login(email, password)).status).toBe(200);
    await times(10, 401, () => login(email, 'wrong'));
  });

  test('treats an account that is not there alike', async () => {
    await times(10, 401, () => login('nobody@corp.example', 'wrong'));
    expect(limited(await login('nobody@corp.example', 'wrong'))).toBe(90);
  });

  test('is not refused for other accounts, or from other addresses', async () => {
    const ann = await easel.user();
    const ben = await easel.user();
    await times(10, 401, () => login(ann.email, 'wrong'));
    expect((await login(ann.email, ann.password, '203.0.113.2')).status).toBe(200);
    expect((await login(ben.email, ben.password)).status).toBe(200);
  });

  test('counts an IPv6 network as one address', async () => {
    const { email, password } = await easel.user();
    await times(10, 401, (at) => login(email, 'wrong', `2001:db8:1:2::${at}`));
    limited(await login(email, password, '2001:db8:1:2:3:4:5:6'));
    expect((await login(email, password, '2001:db8:1:3::1')).status).toBe(200);
  });

  test('works as often as somebody likes with the right password, also at the same time', async () => {
    const { email, password } = await easel.user();
    const answers = await Promise.all(Array.from({ length: 300 }, () => login(email, password)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('tries no more passwords at the same time than one after the other', async () => {
    const { email, password } = await easel.user();
    const tried = Array.from({ length: 60 }, (_, at) => login(email, at === 50 ? password : `wrong ${at}`));
    const statuses = (await Promise.all(tried)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 200)).toHaveLength(0);
  });

  test('is refused after a hundred failures from an address, but not for users who have signed in from there', async () => {
    const ann = await easel.user();
    const ben = await easel.user();
    expect((await login(ann.email, ann.password)).status).toBe(200);
    await times(100, 401, (at) => login(`guess-${at}@corp.example`, 'wrong'));
    expect(limited(await login(ben.email, ben.password))).toBe(9);
    expect((await login(ann.email, ann.password)).status).toBe(200);
  });

  test('from a hundred addresses does not lock the owner out where the owner has signed in before', async () => {
    const { id, email, password } = await easel.user();
    expect((await login(email, password, '203.0.113.77')).status).toBe(200);
    for (let bot = 0; bot < 10; bot++) await times(10, 401, () => login(email, 'wrong', `198.51.100.${bot}`));
    limited(await login(email, password, '198.51.100.200'));
    expect((await login(email, password, '203.0.113.77')).status).toBe(200);
    const hotel = '203.0.113.78';
    limited(await login(email, password, hotel));
    const body = { token: await mailedToken(easel, 'reset-password', id), password: 'another horse' };
    expect((await easel.anonymous.post('/users/password/reset', body, from(hotel))).status).toBe(200);
    expect((await login(email, 'another horse', hotel)).status).toBe(200);
  });

  test('is refused before the password is compared, without an entry of the audit log, and with the address in the log', async () => {
    await times(10, 401, () => login('nobody@corp.example', 'wrong'));
    lines.length = 0;
    const written = await audited(easel, async () => limited(await login('nobody@corp.example', 'wrong')));
    expect(written).toEqual([]);
    expect(lines).toMatchObject([{ route: '/users/login', status: 429, address: '203.0.113.1' }]);
  });
});

test('a current password that is wrong counts like one at signing in', async () => {
  const person = await easel.user();
  const change = (current_password: string) =>
    person.post(`/users/${person.id}/password`, { current_password, new_password: 'another horse' }, from('203.0.113.1'));
  await times(10, 403, () => change('wrong'));
  limited(await unchanged(() => change(person.password)));
  limited(await login(person.email, person.password));
  const refusals = lines.filter(({ route }) => route === '/users/:user_id/password');
  expect(refusals.map(({ status, address }) => [status, address])).toEqual([
    ...Array(10).fill([403, '203.0.113.1']),
    [429, '203.0.113.1'],
  ]);
  easel.clock.advance(90_000);
  expect((await change(person.password)).status).toBe(200);
});

describe('a wrong token', () => {
  const confirm = (token: string) => easel.anonymous.post('/users/confirm-email', { token }, from('203.0.113.1'));
  const validate = (token: string) =>
    easel.anonymous.get(`/users/password/validate-reset-token?token=${token}`, from('203.0.113.1'));
  const reset = (token: string) =>
    easel.anonymous.post('/users/password/reset', { token, password: 'another horse' }, from('203.0.113.1'));
  const whoAmI = (token: string) => easel.anonymous.post('/users/login', { token }, from('203.0.113.1'));

  test('is refused after a hundred from an address, and a right one never', async () => {
    const person = await easel.user();
    await times(25, 400, () => confirm('x'));
    await times(25, 400, () => validate('x'));
    await times(25, 400, () => reset('x'));
    await times(25, 401, () => whoAmI('x'));
    for (const send of [confirm, validate, reset, whoAmI]) expect(limited(await unchanged(() => send('x')))).toBe(9);
    expect((await whoAmI(person.token)).status).toBe(200);
    expect((await confirm(await mailedToken(easel, 'confirm-email', person.id))).status).toBe(200);
    const token = await mailedToken(easel, 'reset-password', person.id);
    expect([(await validate(token)).status, (await reset(token)).status]).toEqual([200, 200]);
    expect((await easel.anonymous.post('/users/confirm-email', { token: 'x' }, from('203.0.113.9'))).status).toBe(400);
  });
});

describe('mails that anybody can ask for', () => {
  const forgotten = (email: string, address = '203.0.113.1') =>
    easel.anonymous.post('/users/password/create-reset-token', { email }, from(address));
  const register = (at: number | string, address = '203.0.113.1', caller = easel.anonymous) =>
    caller.post(
      '/users/register',
      { email: `crowd-${at}@corp.example`, name: `${at}`, password: 'correct horse' },
      from(address),
    );

  test('of a reset are five an hour to one recipient, who need not exist', async () => {
    const { email } = await easel.user();
    for (const recipient of [email, 'nobody@corp.example']) {
      await times(5, 200, (at) => forgotten(recipient, `203.0.113.${at}`));
      const mails = allMails(easel);
      expect(limited(await unchanged(() => forgotten(recipient.toUpperCase(), '203.0.113.99')))).toBe(720);
      expect(allMails(easel)).toBe(mails);
    }
    easel.clock.advance(720_000);
    expect((await forgotten(email)).status).toBe(200);
  });

  test('of resets and of registrations are twenty an hour from one address, each for itself', async () => {
    await configure(easel, { 'authentication.password.sign_up_enabled': true });
    await times(20, 200, (at) => forgotten(`somebody-${at}@corp.example`));
    expect(limited(await forgotten('somebody-else@corp.example'))).toBe(180);
    await times(10, 200, register);
    // Whoever asks in this way whether an address is taken has no more answers
    await times(10, 409, register);
    expect(limited(await unchanged(() => register('more')))).toBeGreaterThan(0);
    expect((await register('elsewhere', '203.0.113.2')).status).toBe(200);
    expect((await register('by-admin', '203.0.113.1', easel.admin)).status).toBe(200);
  });

  test('of a changed address are five an hour to one recipient, and any number for administrators', async () => {
    const person = await easel.user();
    const change = (caller = easel.as(person.token), email = 'victim@corp.example') =>
      caller.post(`/users/${person.id}/change-email`, { email }, from('203.0.113.1'));
    await times(5, 200, () => change());
    expect(limited(await unchanged(() => change()))).toBe(720);
    await times(20, 200, () => change(easel.admin));
    expect(lines.filter(({ status }) => status === 429)).toMatchObject([
      { route: '/users/:user_id/change-email', address: '203.0.113.1' },
    ]);
  });
});
