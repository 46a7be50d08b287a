import { describe, expect, test } from 'vitest';
import { connectDisplay } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { afterLines, configureMail, queue, smtpServer } from '../kit/smtp.ts';

describe('the metrics count', () => {
  const easel = useEasel({
    each: 'test',
    people: ['ann'],
    env: {
      EASEL_METRICS_LISTEN: '127.0.0.1:0',
      EASEL_EXTERNAL_URL: 'https://canvas.example',
      EASEL_SIGN_IN_FAILURES_PER_ACCOUNT: '2',
    },
  });

  /** The series of a counter, by its labels. */
  async function counts(name: string): Promise<Record<string, number>> {
    const text = await (await fetch(`${easel.server.http.metricsAddress}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
    return Object.fromEntries(lines.map((line) => [/\{(.*)\}/.exec(line)![1]!, Number(line.slice(line.lastIndexOf(' ') + 1))]));
  }

  test('attempts to sign in by way and outcome, those that come too often included', async () => {
    const { email, password } = easel.people.ann;
    const { status, body } = await easel.anonymous.post('/users/login', { email, password });
    expect(status).toBe(200);
    await easel.anonymous.post('/users/login', { token: body.token });
    await easel.anonymous.post('/users/login', { token: 'no such token' });
    for (const _ of [1, 2]) await easel.anonymous.post('/users/login', { email, password: 'wrong' });
    expect((await easel.anonymous.post('/users/login', { email, password: 'wrong' })).status).toBe(429);
    const counted = await counts('easel_sign_ins_total');
    expect(counted).toMatchObject({
      'way="password",outcome="refused"': 2,
      'way="password",outcome="limited"': 1,
      'way="token",outcome="ok"': 1,
      'way="token",outcome="refused"': 1,
    });
    expect(counted['way="password",outcome="ok"']).toBeGreaterThanOrEqual(1);
  });

  test('commands to displays, whether they did them or refused', async () => {
    const display = await connectDisplay(easel, easel.admin.token);
    const path = `/clients/${display.welcome.client_id}/workspaces/0`;
    const done = easel.admin.patch(path, { pinned: true });
    await display.acknowledge('patch-workspace', { pinned: true });
    await done;
    const refused = easel.admin.patch(path, { pinned: false });
    await display.nack('patch-workspace', 'refused', 'Not now');
    await refused;
    expect(await counts('easel_client_commands_total')).toEqual({ 'outcome="done"': 1, 'outcome="refused"': 1 });
  });

  test('what becomes of mails', async () => {
    const smtp = await smtpServer();
    await configureMail(easel, smtp.config());
    const { id, email } = easel.people.ann;
    const mail = { text: 'reset-password', user_id: id, address: email, language: 'en' } as const;
    smtp.refusals.set(email, '451 Greylisted');
    await queue(easel, mail);
    await afterLines(easel, 1);
    smtp.refusals.clear();
    await afterLines(easel, 1, 60_000);
    smtp.refusals.set(email, '550 No such person');
    await queue(easel, mail);
    await afterLines(easel, 1, 120_000);
    expect(await counts('easel_mails_total')).toEqual({ 'outcome="later"': 1, 'outcome="sent"': 1, 'outcome="refused"': 1 });
  });
});
