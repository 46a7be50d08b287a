import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../kit/free-port.ts';

const root = join(import.meta.dirname, '../..');

test('the promises of backups hold on a server of its own, also when each command is killed', { timeout: 300_000 }, async () => {
  const env = { ...process.env, EASEL_PORT: String(await freePort()) };
  const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
    execFile('bash', [join(root, 'scripts/acceptance/backup.sh')], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, out: `${stdout}${stderr}` }),
    );
  });
  expect(code, out).toBe(0);
});
