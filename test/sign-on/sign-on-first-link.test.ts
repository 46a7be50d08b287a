import { beforeEach, describe, expect, test } from 'vitest';
import { Identity } from '../../model/resources/accounts/identity.ts';
import { useEasel } from '../kit/easel.ts';
import { signedResponse, type Told } from '../kit/identity-provider.ts';
import { mailedToken } from '../kit/mails.ts';
import { enableSaml, toldBy } from '../kit/saml.ts';

const easel = useEasel({ each: 'test', people: ['kim', 'sam'] });
const { kim, sam } = easel.people;
beforeEach(() => enableSaml(easel));

const OWNER = 'owner@corp.example';
const unproven = { status: 403, body: { msg: 'The account with this e-mail address has not confirmed the address' } };

const signOn = (email: string, other: Partial<Told> = {}) =>
  easel.anonymous.post('/users/login/saml', {
    inResponseTo: '_request1',
    responseXml: signedResponse(toldBy(easel, email, other)),
  });

describe('an account whose owner took the address of somebody else', () => {
  beforeEach(async () => {
    expect(await kim.patch(`/users/${kim.id}`, { email: OWNER })).toMatchObject({ status: 200, body: { email: OWNER } });
  });

  test('is not linked when the owner of the address comes, and nothing but the failure is written', async () => {
    const before = easel.audit().length;
    expect(await signOn(OWNER)).toMatchObject(unproven);
    expect(await signOn(OWNER.toUpperCase())).toMatchObject(unproven);
    expect(easel.audit().slice(before)).toMatchObject([{ action: 'Login failed', target_id: String(kim.id) }, {}]);
    expect(easel.server.store.directory.all(Identity)).toEqual([]);
    // Whoever has the account works on in it
    expect((await kim.get(`/users/${kim.id}`)).status).toBe(200);
  });

  test('is linked once somebody confirmed the address: an administrator, or the owner of the address by a mail', async () => {
    await easel.admin.patch(`/users/${kim.id}`, { need_email_confirmation: true });
    expect(await signOn(OWNER)).toMatchObject({ status: 200, body: { user: { id: kim.id } } });

    await sam.patch(`/users/${sam.id}`, { email: 'other@corp.example' });
    expect(await signOn('other@corp.example')).toMatchObject(unproven);
    const token = await mailedToken(easel, 'reset-password', sam.id);
    expect((await easel.anonymous.post('/users/password/reset', { token, password: 'correct-horse-battery' })).status).toBe(200);
    expect(await signOn('other@corp.example')).toMatchObject({ status: 200, body: { user: { id: sam.id } } });
  });

  test('is linked when an administrator gives it an address, or a mail to the new one was answered', async () => {
    await easel.admin.patch(`/users/${kim.id}`, { email: 'given@corp.example' });
    expect(await signOn('given@corp.example')).toMatchObject({ status: 200, body: { user: { id: kim.id } } });

    await sam.patch(`/users/${sam.id}`, { email: 'taken@corp.example' });
    const token = await mailedToken(easel, 'confirm-email', sam.id, 'shown@corp.example');
    expect((await easel.anonymous.post('/users/confirm-email', { token })).status).toBe(200);
    expect(await signOn('shown@corp.example')).toMatchObject({ status: 200, body: { user: { id: sam.id } } });
  });
});

test('an account that is linked stays so, whatever address its owner takes, and a change of letters proves nothing new', async () => {
  const named = { nameId: 'G-7f3a', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' };
  const opaque = (email: string) => signOn('', { ...named, attributes: { email } });
  expect((await opaque(kim.email)).body.user.id).toBe(kim.id);
  await kim.patch(`/users/${kim.id}`, { email: OWNER });
  expect((await opaque('elsewhere@corp.example')).body.user.id).toBe(kim.id);

  await sam.patch(`/users/${sam.id}`, { email: sam.email.toUpperCase() });
  expect((await signOn(sam.email)).body.user.id).toBe(sam.id);
  await kim.patch(`/users/${kim.id}`, { email: OWNER.toUpperCase() });
  expect(await signOn(OWNER)).toMatchObject(unproven);
});

test('an address with a letter that only looks like one of the address of an account finds none', async () => {
  // KELVIN SIGN, whose small letter is an ordinary k
  expect(await signOn(kim.email.replace('k', '\u212a'))).toMatchObject({ status: 401 });
});
