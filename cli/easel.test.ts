import { describe, expect, test } from 'vitest';
import { table } from '../server/settings.ts';
import { easel } from '../test/kit/command.ts';
import { settingsPage } from './settings.ts';

const names = Object.values(table).map((row) => row.name);
/** A data folder without a server. */
const EASEL_DATA_DIR = '/nowhere';

describe('easel settings', () => {
  test('prints every setting with its value and where it comes from', async () => {
    const { code, out, err } = await easel('settings', { EASEL_DATA_DIR, EASEL_PORT: '9000' });
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Values of this shell: .* \/nowhere\.\n/);
    expect(names.filter((name) => !out.includes(`  ${name} = `))).toEqual([]);
    expect(out).toContain('  EASEL_PORT = 9000 (environment)\n      whole number: 0 to 65535; default: 8080\n');
    expect(out).toContain('  EASEL_KEEPALIVE_SECONDS = 15 (default)\n      whole number: 1 to 300 (seconds); default: 15\n');
  });

  test('masks secrets', async () => {
    const { out } = await easel('settings', { EASEL_DATA_DIR, EASEL_ADMIN_PASSWORD: 'geheim' });
    expect(out).toContain('EASEL_ADMIN_PASSWORD = ******** (environment)');
    expect(out).not.toContain('geheim');
  });

  test('reports wrong values, in place and at the end', async () => {
    const { code, out, err } = await easel('settings', { EASEL_DATA_DIR, EASEL_PORT: 'x', EASEL_PROT: '1' });
    expect(code).toBe(1);
    expect(out).toContain('(wrong: EASEL_PORT must be a whole number, 0 to 65535, not "x")');
    expect(err).toBe(
      'easel: EASEL_PROT is not a setting: did you mean EASEL_PORT?\neasel: EASEL_PORT must be a whole number, 0 to 65535, not "x"\n',
    );
  });
});

describe('easel', () => {
  test.each(['', 'help', '--help', '-h'])('"%s" lists the commands', async (words) => {
    const { code, out } = await easel(words);
    expect(code).toBe(0);
    for (const command of ['serve', 'display', 'settings', 'user', 'version'])
      expect(out).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect((await easel('help user')).out).toContain('reset-password [options] <account>');
  });

  test.each(['version', '--version', '-v'])('"%s" prints the version', async (words) => {
    expect(await easel(words)).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+ \[\S+\]\n$/), err: '' });
  });

  test('refuses an unknown command, option or word in one line', async () => {
    const wrong = (err: string) => ({ code: 2, out: '', err: `easel: ${err}\n` });
    expect(await easel('paint')).toEqual(wrong("unknown command 'paint'"));
    expect(await easel('usr list')).toEqual(wrong("unknown command 'usr': did you mean user?"));
    expect(await easel('constructor')).toMatchObject({ code: 2 });
    expect(await easel('serve --fast')).toEqual(wrong("unknown option '--fast'"));
    expect(await easel('user list --blokced')).toEqual(wrong("unknown option '--blokced': did you mean --blocked?"));
    expect(await easel('user reset-password')).toEqual(wrong("missing required argument 'account'"));
    expect(await easel('user reset-password a@b.c d@e.f')).toMatchObject({ code: 2, out: '' });
    expect((await easel('user')).err).toMatch(/^easel: write easel user list, .* or easel user delete\n$/);
    expect((await easel('user')).code).toBe(2);
  });

  test('does not serve with wrong settings, and names each in a line', async () => {
    const { code, err } = await easel('serve', { EASEL_PORT: 'x', EASEL_LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(err.trimEnd().split('\n')).toHaveLength(2);
  });
});

test('the page of settings names each once as a row', () => {
  const page = settingsPage();
  expect(names.filter((name) => page.split(`| \`${name}\` |`).length !== 2)).toEqual([]);
});
