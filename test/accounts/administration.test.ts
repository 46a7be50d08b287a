import { expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { issuer } from '../kit/licences.ts';
import { Sdk } from '../kit/sdk.ts';
import { type SmtpServer, smtpServer } from '../kit/smtp.ts';

/** What a script of an administrator does with an SDK, from an empty server to one in which people work. */
const licences = issuer();
const easel = useEasel({ env: { EASEL_LICENSE_PUBLIC_KEY: licences.publicKey, EASEL_EXTERNAL_URL: 'https://canvas.example' } });

test('an SDK sets a server up, has a person register and confirm, reads the audit log, and installs a licence', async () => {
  const admin = new Sdk(easel.url);
  const me = await admin.login('admin@corp.example', 'admin-password');
  expect(me.id).toBe(1000);
  const smtp = await smtpServer();
  await setUp(admin, smtp);
  const id = await register(smtp);
  await readAudit(admin, id, smtp.port);
  await installLicence(admin);
  expect(await admin.call('DELETE', `users/${id}`)).toBeNull();
  await expect(admin.call('GET', `users/${id}`)).rejects.toMatchObject({ status: 404 });
  expect(await admin.call('POST', 'users/logout', {})).toBeNull();
  await expect(admin.call('GET', 'license')).rejects.toMatchObject({ status: 401, message: 'Invalid token' });
});

/** What it reads it may send back, one part at a time or as elements. */
async function setUp(admin: Sdk, smtp: SmtpServer): Promise<void> {
  const before = await admin.call('GET', 'server-config');
  expect(await admin.call('PATCH', 'server-config', before)).toEqual(before);
  const named = await admin.call('PATCH', 'server-config', { server_name: 'Studio wall' });
  expect([named.server_name, named.access]).toEqual(['Studio wall', 'rw']);
  const elements = [
    { 'setting-key': 'authentication.password.sign-up-enabled', 'setting-value': 'true', 'setting-type': 'boolean' },
    { key: 'email.smtp_host', value: '127.0.0.1' },
    { key: 'email.smtp_port', value: String(smtp.port) },
  ];
  const set = await admin.call('PATCH', 'server-config', { settings: elements });
  expect([set.authentication.password.sign_up_enabled, set.email.smtp_port]).toEqual([true, smtp.port]);
  expect(await admin.call('POST', 'server-config/send-test-email', { 'recipient-email': 'ops@corp.example' })).toEqual({
    msg: 'Test email sent to ops@corp.example',
  });
}

/** A person registers, and may sign in once the mail was used. */
async function register(smtp: SmtpServer): Promise<number> {
  const person = new Sdk(easel.url);
  const registered = await person.call('POST', 'users/register', {
    email: 'Grace@corp.example',
    name: 'Grace Hopper',
    password: 'nanoseconds-of-wire',
  });
  expect(registered).toMatchObject({ email: 'Grace@corp.example', name: 'Grace Hopper', approved: true, admin: false });
  await expect(person.login('grace@corp.example', 'nanoseconds-of-wire')).rejects.toMatchObject({
    status: 403,
    message: 'Email address is not confirmed',
  });
  easel.clock.advance(1);
  const [, mail] = await smtp.received(2);
  const token = new URL(mail!.link).searchParams.get('token')!;
  expect(await person.call('POST', 'users/confirm-email', { token })).toEqual({ msg: 'Email address confirmed' });
  await expect(person.call('POST', 'users/confirm-email', { token })).rejects.toMatchObject({
    status: 400,
    message: 'Invalid email confirmation token.',
  });
  expect(await person.login('grace@corp.example', 'nanoseconds-of-wire')).toMatchObject({ id: registered.id });
  await expect(person.call('GET', 'audit-log')).rejects.toMatchObject({ status: 403, message: 'Permission denied' });
  return registered.id;
}

/** With the names of older clients, and as a table. */
async function readAudit(admin: Sdk, author: number, port: number): Promise<void> {
  const events = await admin.call('GET', 'audit-log', undefined, { 'user-id': author, 'per-page': 5 });
  expect(events.map(({ action }: { action: string }) => action)).toEqual(['Login']);
  expect(events[0]).toMatchObject({ id: expect.any(Number), author_id: author, details: '', target_type: 'user' });
  const csv: string = await admin.call('GET', 'audit-log/export-csv', undefined, { action: 'Server settings changed' });
  const [head, ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toBe('id,created_at,author_id,author_name,action,target_type,target_id,target_name,ip_address,details');
  expect(rows).toHaveLength(2);
  expect(csv).not.toContain(String(port));
}

async function installLicence(admin: Sdk): Promise<void> {
  expect(await admin.call('GET', 'license')).toMatchObject({ is_valid: true, max_clients: -1, type: 'lifetime' });
  expect(typeof (await admin.call('GET', 'license/request')).request).toBe('string');
  await expect(admin.call('POST', 'license', { key: 'x' })).rejects.toMatchObject({ message: 'license parameter is missing' });
  const installed = await admin.call('POST', 'license', { license: licences.issue({ max_clients: 3 }) });
  expect(installed).toMatchObject({ edition: 'Studio', max_clients: 3, is_valid: true, valid_until: '2026-12-31' });
  expect(await admin.call('GET', 'license')).toEqual(installed);
}
