import { beforeEach, describe, expect, test } from 'vitest';
import { Identity } from '../../model/resources/accounts/identity.ts';
import { UsedAssertion } from '../../model/resources/accounts/used-assertion.ts';
import { User } from '../../model/resources/accounts/user.ts';
import { configure } from '../kit/configure.ts';
import { useEasel } from '../kit/easel.ts';
import { signedResponse, type Told } from '../kit/identity-provider.ts';
import { mailedToken } from '../kit/mails.ts';
import { enableSaml, toldBy } from '../kit/saml.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ each: 'test', people: ['kim'] });
const { kim } = easel.people;
beforeEach(() => enableSaml(easel));

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const signOn = (email: string, other: Partial<Told> = {}) =>
  easel.anonymous.post('/users/login/saml', {
    inResponseTo: '_request1',
    responseXml: signedResponse(toldBy(easel, email, other)),
  });
const idOf = async (email: string, other: Partial<Told> = {}): Promise<number> => (await signOn(email, other)).body.user?.id;
const actions = (from: number) =>
  easel
    .audit()
    .slice(from)
    .map(({ action }) => action);

describe('the account', () => {
  test('is the one with the address, in any letter case, and later the one that is linked, whatever becomes of the address', async () => {
    const opaque = { nameId: 'G-7f3a', nameIdFormat: PERSISTENT };
    expect(await idOf('', { ...opaque, attributes: { mail: kim.email.toUpperCase() } })).toBe(kim.id);
    await easel.admin.patch(`/users/${kim.id}`, { email: 'moved@corp.example' });
    expect(await idOf('', { ...opaque, attributes: { mail: kim.email } })).toBe(kim.id);
    expect(await idOf('', { ...opaque, attributes: { mail: 'new@corp.example' } })).toBe(kim.id);
    expect((await easel.admin.get(`/users/${kim.id}`)).body.email).toBe('moved@corp.example');
  });

  test('is not the one whose user wrote the address into it, before that is confirmed', async () => {
    const victim = 'victim@corp.example';
    const claimed = { status: 403, body: { msg: 'The account with this e-mail address has not confirmed the address' } };
    expect((await kim.patch(`/users/${kim.id}`, { email: victim })).status).toBe(200);
    expect(await signOn(victim)).toMatchObject(claimed);
    expect(easel.server.store.directory.all(Identity)).toEqual([]);
    expect((await easel.signIn(victim, kim.password)).id).toBe(kim.id);

    await easel.anonymous.post('/users/confirm-email', { token: await mailedToken(easel, 'confirm-email', kim.id) });
    expect(easel.audit().at(-1)).toMatchObject({ action: 'Email confirmed', target_id: String(kim.id) });
    expect(await idOf(victim)).toBe(kim.id);
  });

  test('is the one of a claimed address once an administrator says that it is right', async () => {
    const claim = async (email: string) => kim.patch(`/users/${kim.id}`, { email });
    await claim('own@corp.example');
    await easel.admin.patch(`/users/${kim.id}`, { need_email_confirmation: true });
    expect(easel.audit().at(-1)).toMatchObject({ action: 'Email confirmed' });
    expect(await idOf('own@corp.example')).toBe(kim.id);
    await claim('other@corp.example');
    await easel.admin.patch(`/users/${kim.id}`, { email: 'given@corp.example' });
    expect(await idOf('given@corp.example')).toBe(kim.id);
  });

  test('is linked with one subject of a provider: a new one takes the place of the old', async () => {
    const named = (nameId: string, email = kim.email) => ({ nameId, nameIdFormat: PERSISTENT, attributes: { email } });
    expect(await idOf('', named('first'))).toBe(kim.id);
    expect(await idOf('', named('second'))).toBe(kim.id);
    expect(easel.server.store.directory.all(Identity)).toHaveLength(1);
    // Not the account of kim any more
    expect(await signOn('', named('first', 'nobody@corp.example'))).toMatchObject({ status: 403 });
  });

  test('is found by the address only, where a name is another one each time', async () => {
    for (const nameId of ['_1', '_2']) {
      expect(await idOf('', { nameId, nameIdFormat: TRANSIENT, attributes: { mail: kim.email } })).toBe(kim.id);
    }
    expect(easel.server.store.directory.all(Identity)).toHaveLength(1);
    // An opaque name is no address, even if it looks like one
    const posing = { nameId: kim.email, nameIdFormat: PERSISTENT };
    expect(await signOn('', posing)).toMatchObject({ status: 401 });
  });

  test('takes the address of the NameID first, then the attributes, also under names that providers use by themselves', async () => {
    const attributes = { mail: 'other@corp.example' };
    expect(await idOf(kim.email, { attributes })).toBe(kim.id);
    for (const name of ['email', 'mail', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress']) {
      expect(await idOf('', { nameId: 'kim', attributes: { [name]: kim.email } })).toBe(kim.id);
    }
  });

  test('is refused when blocked or not approved, and nothing of the sign-on stays', async () => {
    await easel.admin.post(`/users/${kim.id}/block`);
    const before = easel.audit().length;
    const xml = signedResponse(toldBy(easel, kim.email));
    const post = () => easel.anonymous.post('/users/login/saml', { inResponseTo: '_request1', responseXml: xml });
    expect(await post()).toMatchObject({ status: 403, body: { msg: 'User is blocked' } });
    expect(easel.audit().slice(before)).toMatchObject([{ action: 'Login failed', target_id: String(kim.id) }]);
    expect(JSON.parse(easel.audit().at(-1)!.details as string)).toEqual({ provider: 'saml', email: kim.email });
    expect(easel.server.store.directory.all(Identity)).toEqual([]);
    await easel.admin.post(`/users/${kim.id}/unblock`);
    expect((await post()).status).toBe(200);
    const { body } = await easel.admin.post('/users', { name: 'Lee', email: 'lee@corp.example', approved: false });
    expect(await signOn(body.email)).toMatchObject({ status: 403, body: { msg: 'User account is not approved' } });
  });

  test('that nobody confirmed is confirmed, and loses the password that somebody else may have set', async () => {
    const { store } = easel.server;
    await store.submit({
      scopes: ['directory'],
      author: { id: null, name: '', ip: '' },
      permit: () => {},
      run: ({ directory }) => directory.update(User, { ...directory.get(User, kim.id)!, email_confirmed: false }),
    });
    const before = easel.audit().length;
    expect(await idOf(kim.email)).toBe(kim.id);
    expect(actions(before)).toEqual(['Login', 'Email confirmed', 'Password changed']);
    expect((await kim.get('/users')).status).toBe(401);
    const { email, password } = kim;
    expect((await easel.anonymous.post('/users/login', { email, password })).status).toBe(401);
  });

  test('signs in while passwords are off', async () => {
    await configure(easel, { 'authentication.password.enabled': false });
    expect(await idOf(kim.email)).toBe(kim.id);
  });

  test('goes with its link when it is deleted', async () => {
    await idOf(kim.email);
    await easel.admin.delete(`/users/${kim.id}`);
    expect(easel.server.store.directory.all(Identity)).toEqual([]);
    expect((await signOn(kim.email)).status).toBe(403);
  });
});

describe('signing up', () => {
  const signUp = { 'authentication.saml.sign_up_enabled': true };

  test('is refused while it is not enabled, and for a domain that is not allowed', async () => {
    const refused = async (msg: string) => {
      const before = easel.audit().length;
      const users = (await easel.admin.get('/users')).body.length;
      expect(await signOn('new@corp.example')).toMatchObject({ status: 403, body: { msg } });
      expect(actions(before)).toEqual(['Login failed']);
      expect((await easel.admin.get('/users')).body).toHaveLength(users);
    };
    await refused('Sign-up using SAML is not enabled');
    await configure(easel, { ...signUp, 'authentication.domain_allow_list': ['other.example'] });
    await refused('Email domain is not allowed');
    await configure(easel, { 'authentication.require_admin_approval': true });
    await refused('Email domain is not allowed');
    // Whoever has an account needs no domain
    expect(await idOf(kim.email)).toBe(kim.id);
  });

  test('makes an account with home and trash, which is told to streams and written down', async () => {
    await configure(easel, signUp);
    const stream = await kim.watch('/users?changes=1');
    await stream.next();
    const before = easel.audit().length;
    const { status, body } = await signOn('Ada@Corp.example', { attributes: { displayName: 'Ada Lovelace', name: 'ada' } });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email: 'Ada@Corp.example',
      name: 'Ada Lovelace',
      admin: false,
      approved: true,
      last_login: '',
    });
    expect(actions(before)).toEqual(['Login', 'User created']);
    expect(await stream.next()).toMatchObject([{ id: body.user.id, name: 'Ada Lovelace' }]);
    const ada = easel.as(body.token);
    expect((await ada.get(`/canvas-folders/${body.user.id}`)).body.name).toBe('Ada Lovelace');
    expect(await idOf('ada@corp.example')).toBe(body.user.id);
    stream.close();
  });

  test('takes the name from `name`, else from the address, and cuts what is too long', async () => {
    await configure(easel, signUp);
    const name = async (email: string, attributes: Record<string, string>) =>
      (await signOn(email, { attributes })).body.user.name;
    expect(await name('a@corp.example', { name: 'Bob' })).toBe('Bob');
    expect(await name('b@corp.example', {})).toBe('b');
    expect(await name('c@corp.example', { displayName: 'x'.repeat(300) })).toBe('x'.repeat(255));
    // Not in the middle of a character, because half of one is no text
    const long = await signOn('eve@corp.example', { attributes: { displayName: `${'x'.repeat(254)}🙂` } });
    expect(long.body.user.name).toBe('x'.repeat(254));
  });

  test('makes an account that waits for approval, and refuses it until then', async () => {
    await configure(easel, { ...signUp, 'authentication.require_admin_approval': true });
    const waiting = { status: 403, body: { msg: 'User account is not approved' } };
    const before = easel.audit().length;
    expect(await signOn('ada@corp.example')).toMatchObject(waiting);
    expect(actions(before)).toEqual(['User created', 'Login failed']);
    const ada = (await easel.admin.get('/users')).body.find(({ email }: { email: string }) => email === 'ada@corp.example');
    expect(ada).toMatchObject({ approved: false, last_login: '' });
    expect(easel.audit().at(-1)).toMatchObject({ author_id: null, target_id: String(ada.id), target_name: 'ada' });
    expect(await signOn('ada@corp.example')).toMatchObject(waiting);
    await easel.admin.post(`/users/${ada.id}/approve`);
    expect(await idOf('ada@corp.example')).toBe(ada.id);
  });
});

describe('groups', () => {
  const groups = { group: {} as Record<string, number> };
  const told = (...values: string[]): Partial<Told> => ({ attributes: { groups: values } });
  const made = async (...names: string[]) => {
    for (const name of names) groups.group[name] = (await easel.admin.post('/groups', { name })).body.id;
  };
  const members = async (name: string): Promise<number[]> =>
    (await easel.admin.get(`/groups/${groups.group[name]}/members`)).body.map(({ id }: { id: number }) => id);

  test('are followed by name: added, and taken away when the provider does not tell them any more', async () => {
    await configure(easel, { 'authentication.saml.group_attribute': 'groups' });
    await made('Design', 'Build');
    const stream = await easel.admin.watch(`/groups/${groups.group.Design}/members`);
    await stream.next();
    const before = easel.audit().length;
    await signOn(kim.email, told('Design', 'Design', 'Unknown', 'All Users', 'build'));
    expect([await members('Design'), await members('Build')]).toEqual([[kim.id], []]);
    expect(actions(before)).toEqual(['Login', 'Group member added']);
    expect(JSON.parse(easel.audit().at(-1)!.details as string)).toEqual({ user_id: kim.id, given_by: 'saml' });
    expect(await stream.next()).toMatchObject([{ id: kim.id }]);
    await signOn(kim.email, told('Build'));
    expect([await members('Design'), await members('Build')]).toEqual([[], [kim.id]]);
    await signOn(kim.email);
    expect(await members('Build')).toEqual([]);
    stream.close();
  });

  test('are followed by the values that server-config maps, of which the last equals sign divides', async () => {
    await made('Design', 'Build', 'CN=Wall');
    await configure(easel, {
      'authentication.saml.group_attribute': 'groups',
      'authentication.saml.groups': ['CN=Wall,OU=Teams=Design', 'CN=Wall,OU=Teams=Build', 'Build=Nowhere'],
    });
    await signOn(kim.email, told('CN=Wall,OU=Teams'));
    expect([await members('Design'), await members('Build')]).toEqual([[kim.id], [kim.id]]);
    // A value that is mapped stands for nothing else
    await signOn(kim.email, told('Build'));
    expect([await members('Design'), await members('Build')]).toEqual([[], []]);
  });

  test('that a person gave stay, also when the provider told them too', async () => {
    await configure(easel, { 'authentication.saml.group_attribute': 'groups' });
    await made('Design', 'Build');
    await easel.admin.post(`/groups/${groups.group.Design}/members`, { id: kim.id });
    await signOn(kim.email, told('Design', 'Build'));
    const before = easel.audit().length;
    await easel.admin.post(`/groups/${groups.group.Build}/members`, { id: kim.id });
    expect(easel.audit()).toHaveLength(before);
    await signOn(kim.email, told());
    expect([await members('Design'), await members('Build')]).toEqual([[kim.id], [kim.id]]);
  });

  test('are left alone while server-config names no attribute, and when the provider says that they are too many to tell', async () => {
    await made('Design');
    await signOn(kim.email, told('Design'));
    expect(await members('Design')).toEqual([]);
    await configure(easel, { 'authentication.saml.group_attribute': 'groups' });
    await signOn(kim.email, told('Design'));
    await signOn(kim.email, { attributes: { 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.example/7' } });
    expect(await members('Design')).toEqual([kim.id]);
  });
});

test('assertions that expired are forgotten, an hour later than that, because the clock of another node may be late', async () => {
  await signOn(kim.email);
  const used = () => easel.server.store.directory.all(UsedAssertion).length;
  expect(used()).toBe(1);
  easel.clock.advance(3_600_000);
  await signOn(kim.email);
  expect(used()).toBe(2);
  easel.clock.advance(2 * 3_600_000);
  await until(() => used() < 2);
});
