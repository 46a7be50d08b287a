import { describe, expect, test } from 'vitest';
import { configure } from '../kit/configure.ts';
import { startEasel, useEasel } from '../kit/easel.ts';
import { mailedToken } from '../kit/mails.ts';
import { until } from '../kit/until.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('accounts that nobody confirmed', () => {
  const easel = useEasel({ each: 'test' });
  let made = 0;

  async function registered(more: object = {}): Promise<{ id: number; email: string }> {
    await configure(easel, { 'authentication.password.sign_up_enabled': true });
    const body = { email: `late-${++made}@corp.example`, name: `Late ${made}`, password: 'correct horse', ...more };
    const answer = await easel.admin.post('/users/register', body);
    expect(answer.status).toBe(200);
    return answer.body;
  }

  /** Lets days pass, and then the hour in which the job runs. */
  async function pass(days: number): Promise<void> {
    easel.clock.advance(days * day);
    easel.clock.advance(hour);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
  }
  const isThere = async (id: number): Promise<boolean> => (await easel.admin.get(`/users/${id}`)).status === 200;

  test('go after thirty days, with their homes, and their addresses are free again', async () => {
    const { id, email } = await registered();
    await pass(29);
    expect(await isThere(id)).toBe(true);
    const stream = await easel.admin.watch(`/users/${id}`);
    await stream.next();
    await pass(1);
    expect(await stream.next()).toMatchObject({ id, state: 'deleted' });
    expect(await isThere(id)).toBe(false);
    expect((await easel.admin.get(`/canvas-folders/${id}`)).status).toBe(404);
    expect(easel.audit().at(-2)).toMatchObject({ action: 'User deleted', author_id: null, target_id: String(id) });
    expect((await registered({ email })).id).toBeGreaterThan(id);
  });

  test('stay when they were confirmed, are for administrators, or have something in their home; so does the Guest', async () => {
    const confirmed = await registered();
    await easel.anonymous.post('/users/confirm-email', { token: await mailedToken(easel, 'confirm-email', confirmed.id) });
    const marked = await registered();
    await easel.admin.patch(`/users/${marked.id}`, { need_email_confirmation: true });
    const administrator = await registered({ admin: true });
    const furnished = await registered();
    const canvas = (await easel.admin.post('/canvases', { folder_id: String(furnished.id) })).body;
    const gone = await registered();
    await pass(31);
    await until(async () => !(await isThere(gone.id)));
    for (const { id } of [confirmed, marked, administrator, furnished, { id: 100 }])
      expect([id, await isThere(id)]).toEqual([id, true]);
    await easel.admin.delete(`/canvases/${canvas.id}`);
    await pass(0);
    await until(async () => !(await isThere(furnished.id)));
  });
});

test('accounts that nobody confirmed stay with 0 days', async () => {
  const easel = await startEasel({ env: { EASEL_UNCONFIRMED_DAYS: '0' } });
  await configure(easel, { 'authentication.password.sign_up_enabled': true });
  const sent = { email: 'late@corp.example', name: 'Late', password: 'correct horse' };
  const { id } = (await easel.anonymous.post('/users/register', sent)).body;
  easel.clock.advance(400 * day);
  const admin = await easel.signIn(easel.admin.email, easel.admin.password);
  expect((await admin.get(`/users/${id}`)).status).toBe(200);
  await easel.close();
});
