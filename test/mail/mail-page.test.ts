import { expect, test } from 'vitest';
import { paths } from '../../model/resources/config/config-settings.ts';
import { useEasel } from '../kit/easel.ts';
import { pageOf } from '../kit/typed.ts';

const easel = useEasel();
const page = pageOf('docs/mail.md');

test('every body that docs/mail.md sends to server-config is taken as it stands', async () => {
  const bodies = [...page.matchAll(/-X PATCH \S+\/server-config .* -d '([^']+)'/g)].map(([, body]) => JSON.parse(body!));
  expect(bodies.length).toBe(2);
  for (const body of bodies) expect(await easel.admin.patch('/server-config', body)).toMatchObject({ status: 200, body });
});

test('docs/mail.md explains every setting below `email`', () => {
  const settings = paths.filter((path) => path.startsWith('email.'));
  expect(settings.filter((path) => !page.includes(`\`${path.slice('email.'.length)}\``))).toEqual([]);
});

test('docs/mail.md has every line that the server logs about mails', () => {
  const sources = ['server/mail/delivery.ts', 'server/mail/jobs/mail-sending.ts'].map(pageOf).join('\n');
  const lines = [...sources.matchAll(/log\.(?:info|warn)\([^;]*?'([^']+)',?\s*\);/g)].map(([, line]) => line!.split(':')[0]!);
  expect(lines.length).toBe(7);
  expect(lines.filter((line) => !page.includes(`\`${line}`))).toEqual([]);
});
