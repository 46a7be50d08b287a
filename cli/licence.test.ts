import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { easel } from '../test/kit/command.ts';
import { issuer } from '../test/kit/licences.ts';

const server_id = 'e7a1c0d4-8b2f-4365-9e18-7f6a5b4c3d2e';
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const request = encoded({ server_id, key: 'order 4711', created_at: '2026-01-01T12:00:00.000Z' });
const termsOf = (licence: string) => JSON.parse(Buffer.from(licence.split('.')[0]!, 'base64url').toString());

let folder: string;
let file: string;
let publicKey: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-licence-'));
  file = join(folder, 'issuer.pem');
  publicKey = (await easel(`licence keys ${file}`)).out.trim();
});
afterEach(() => rmSync(folder, { recursive: true }));

const issue = (options: string) => easel(`licence issue --key ${file} ${options}`);
const show = (text: string, env = {}) => easel(`licence show ${text}`, env);

describe('easel licence keys', () => {
  test('writes the private key for this account alone, and prints the public one as the setting takes it', async () => {
    const { code, out, err } = await easel(`licence keys ${file}-2`);
    expect(code).toBe(0);
    expect(readFileSync(`${file}-2`, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    if (process.platform !== 'win32') expect(statSync(`${file}-2`).mode & 0o777).toBe(0o600);
    expect(out).toMatch(/^[A-Za-z0-9+/]{59}=\n$/);
    expect((await easel('settings --shell', { EASEL_LICENSE_PUBLIC_KEY: out.trim() })).code).toBe(0);
    expect(err).toContain('keep it safe');
    expect(out + err).not.toContain('PRIVATE');
  });

  test('never writes over a file', async () => {
    const before = readFileSync(file);
    expect(await easel(`licence keys ${file}`)).toEqual({
      code: 1,
      out: '',
      err: `easel: ${file} is there already, and stays as it is\n`,
    });
    expect(readFileSync(file)).toEqual(before);
    const nowhere = join(folder, 'no', 'issuer.pem');
    expect((await easel(`licence keys ${nowhere}`)).err).toBe(`easel: cannot write ${nowhere} (ENOENT)\n`);
  });
});

describe('easel licence issue', () => {
  test('prints a licence with these terms, for the server that asked', async () => {
    const words = `--request ${request} --edition Studio --max-clients 12 --valid-until 2099-12-31 --type yearly --seat-model none`;
    const { code, out, err } = await issue(words);
    expect([code, err]).toEqual([0, `easel: valid until 2099-12-31, displays: 12, for the server ${server_id} alone\n`]);
    expect(out.trim()).toMatch(/^[\w-]+\.[\w-]{86}$/);
    expect(termsOf(out)).toEqual({
      edition: 'Studio',
      max_clients: 12,
      seat_model: 'none',
      type: 'yearly',
      valid_until: '2099-12-31',
      server_id,
    });
  });

  test('issues one for ever, for any number of displays and every server, unless it is told something else', async () => {
    const { out, err } = await issue('');
    expect(err).toBe('easel: valid for ever, any number of displays, for every server with the public key\n');
    expect(termsOf(out)).toEqual({ edition: '', max_clients: -1, seat_model: 'fixed_seats', type: 'lifetime' });
    expect(termsOf((await issue('--valid-until 2099-12-31')).out)).toMatchObject({ type: 'subscription' });
    expect(termsOf((await easel(`license issue --key ${file} --max-clients=-1`)).out)).toMatchObject({ max_clients: -1 });
  });

  test('says when other accounts can read the private key', async () => {
    if (process.platform === 'win32') return;
    chmodSync(file, 0o644);
    expect((await issue('')).err).toContain(`other accounts can read ${file}: chmod 600 it\n`);
  });

  test.each([
    ['--valid-until 2020-01-01', '--valid-until 2020-01-01 is over: no server would take the licence'],
    ['--valid-until 2099-02-30', '--valid-until must be a day, YYYY-MM-DD'],
    ['--valid-until 2099-12-31 --type lifetime', '--type is lifetime, but there is a --valid-until'],
    ['--type yearly', '--valid-until is missing: only --type lifetime has none'],
    ['--max-clients many', '--max-clients must be an integer'],
    ['--max-clients -2', '--max-clients must be at least -1'],
    ['--seat-model floating', '--seat-model must be fixed_seats, usage_reported or none'],
    ['--request e30', '--request is not the text that GET /license/request answers as request'],
    [`--request ${encoded({ server_id: 'x', key: '', created_at: '' })}`, '--server-id must be a UUID'],
    ['--seats 5', "unknown option '--seats'"],
  ])('refuses %s', async (words, why) => {
    const { code, out, err } = await issue(words);
    expect([code, out]).toEqual([words.startsWith('--seats') ? 2 : 1, '']);
    expect(err).toContain(`easel: ${why}`);
  });

  test('refuses what is no private key', async () => {
    expect((await easel('licence issue')).err).toBe('easel: --key is missing: the file that easel licence keys wrote\n');
    expect((await easel('licence issue --key /nowhere')).err).toBe('easel: cannot read /nowhere (ENOENT)\n');
    writeFileSync(file, publicKey);
    expect((await issue('')).err).toBe(
      `easel: ${file} does not hold an Ed25519 private key as PEM, such as easel licence keys writes, without a passphrase\n`,
    );
  });
});

describe('easel licence show', () => {
  test('prints what a licence says, and whether the signature is right', async () => {
    const licence = (await issue(`--request ${request} --edition Studio --valid-until 2099-12-31`)).out.trim();
    const text = (signature: string): string =>
      [
        'edition      Studio',
        'type         subscription',
        'seat_model   fixed_seats',
        'max_clients  -1',
        'valid_until  2099-12-31',
        `server_id    ${server_id}`,
        `signature    ${signature}\n`,
      ].join('\n');
    expect(await show(licence)).toEqual({ code: 0, out: text('not checked: no key was given'), err: '' });
    expect(await show(licence, { EASEL_LICENSE_PUBLIC_KEY: publicKey })).toMatchObject({ code: 0, out: text('right') });
    expect(await show(`${licence} --key ${file}`)).toMatchObject({ code: 0, out: text('right') });
    expect(await show(licence, { EASEL_LICENSE_PUBLIC_KEY: issuer().publicKey })).toEqual({
      code: 1,
      out: text('wrong: another key, or changed since'),
      err: 'easel: a server with this key would not take it\n',
    });
  });

  test('says that a licence has expired', async () => {
    const { out } = await show(issuer().issue({ valid_until: '2020-01-01' }));
    expect(out).toContain('valid_until  2020-01-01, which is over\nserver_id    any\n');
  });

  test('prints what a request says', async () => {
    const { code, out } = await show(request);
    expect([code, out]).toEqual([
      0,
      `server_id    ${server_id}\nkey          order 4711\ncreated_at   2026-01-01T12:00:00.000Z\n`,
    ]);
  });

  test('prints nothing that a terminal would obey', async () => {
    const { out } = await show(issuer().issue({ edition: '\u001b]0;gotcha\u0007\nsignature    right' }));
    expect(out.split('\n')[0]).toBe('edition      \uFFFD]0;gotcha\uFFFD\uFFFDsignature    right');
  });

  test.each([
    ['hello', 'it is not two parts in base64url with a full stop between them'],
    ['e30.e30', 'its signature does not have 64 bytes'],
    [issuer().signed('[]'), 'its first part is not the base64url of a JSON object'],
    [issuer().issue({ max_clients: 1.5 }), 'max_clients must be an integer'],
    ['a'.repeat(8193), 'it is longer than 8192 characters'],
  ])('says what is wrong with %s', async (text, why) => {
    expect(await show(text)).toEqual({ code: 1, out: '', err: `easel: it is neither a request nor a licence: ${why}\n` });
  });
});

test('easel licence alone says what there is', async () => {
  for (const words of ['licence', 'license']) {
    expect(await easel(words)).toEqual({
      code: 2,
      out: '',
      err: 'easel: write easel licence keys, easel licence issue, easel licence show, easel licence install or easel licence request\n',
    });
  }
});
