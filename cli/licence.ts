import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { LicenceTerms } from '../model/resources/licence.ts';
import { systemClock } from '../server/clock.ts';
import {
  endOf,
  isSignedBy,
  issueLicence,
  type LicenceRequest,
  readRequest,
  readSigned,
  readTerms,
  termsOf,
  WrongLicence,
} from '../server/licence/terms.ts';
import { readSettings, table } from '../server/settings.ts';
import { type CliCommand, type GivenWords, refused, type Terminal } from './terminal.ts';

/** What issuers of licences use; docs/licence.md has a walk. */
export const licenceCommands: Readonly<Record<string, CliCommand>> = {
  'licence keys': {
    says: 'make a key pair to issue licences with: write the private key into a new file, and print the public one',
    words: '<file>',
    run: makeKeys,
  },
  'licence issue': {
    says: 'print a signed licence; with --request for that server alone, without --valid-until for ever, for any number of displays without --max-clients',
    options: [
      '--key <file of the private key>',
      '--request <text of GET /license/request>',
      '--edition <name>',
      '--max-clients <number>',
      '--valid-until <YYYY-MM-DD>',
      '--type <word>',
      '--seat-model <fixed_seats, usage_reported or none>',
    ],
    run: issue,
  },
  'licence show': {
    says: `print what a licence or a request for one says; a licence is checked with the key in the file or, without --key, in ${table.licensePublicKey.name}`,
    words: '<text>',
    options: ['--key <file>'],
    run: show,
  },
};

function makeKeys({ out, err }: Terminal, { words: [file = ''] }: GivenWords): number {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  try {
    // Never over another file: with a lost key nobody can issue a licence again that servers take
    writeFileSync(file, pem, { flag: 'wx', mode: 0o600, flush: true });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(code === 'EEXIST' ? `${file} is there already, and stays as it is` : `cannot write ${file} (${code})`);
  }
  out(publicText(publicKey));
  err(`easel: ${file} holds the private key: keep it safe. Servers get the printed one as ${table.licensePublicKey.name}`);
  return 0;
}

const publicText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');

function issue(terminal: Terminal, { values }: GivenWords): number {
  if (values.key === undefined) return refused(terminal, '--key is missing: the file that easel licence keys wrote');
  const request = values.request === undefined ? undefined : requestIn(values.request);
  const terms = termsFrom(values, request);
  if (terms.valid_until !== undefined && systemClock.now() >= endOf(terms.valid_until)) {
    return refused(terminal, `--valid-until ${terms.valid_until} is over: no server would take the licence`);
  }
  const key = privateKeyIn(values.key);
  if (isOpenToOthers(values.key)) terminal.err(`easel: other accounts can read ${values.key}: chmod 600 it`);
  terminal.out(issueLicence(terms, key));
  const end = terms.valid_until === undefined ? 'for ever' : `until ${terms.valid_until}`;
  const displays = terms.max_clients === -1 ? 'any number of displays' : `displays: ${terms.max_clients}`;
  terminal.err(`easel: valid ${end}, ${displays}, ${forServer(terms)}`);
  return 0;
}

const forServer = ({ server_id }: LicenceTerms): string =>
  server_id === undefined ? 'for every server with the public key' : `for the server ${server_id} alone`;

function requestIn(text: string): LicenceRequest {
  const request = readRequest(text.trim());
  if (request === undefined) throw new Error('--request is not the text that GET /license/request answers as request');
  return request;
}

function termsFrom(values: GivenWords['values'], request: LicenceRequest | undefined): LicenceTerms {
  const until = values['valid-until'];
  const most = values['max-clients'];
  try {
    return readTerms({
      edition: values.edition ?? '',
      type: values.type ?? (until === undefined ? 'lifetime' : 'subscription'),
      max_clients: most === undefined ? -1 : /^-?\d+$/.test(most) ? Number(most) : most,
      seat_model: values['seat-model'] ?? 'fixed_seats',
      valid_until: until,
      server_id: request?.server_id,
    });
  } catch (cause) {
    if (!(cause instanceof WrongLicence)) throw cause;
    throw new Error(inOptions(cause.message));
  }
}

/** `max_clients must be …` names the option `--max-clients`. */
const inOptions = (text: string): string =>
  text.replace(/\b(edition|type|max_clients|seat_model|valid_until|server_id)\b/g, (key) => `--${key.replace('_', '-')}`);

function privateKeyIn(file: string): KeyObject {
  const pem = contentOf(file);
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The refusal below says so
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`${file} does not hold an Ed25519 private key as PEM, such as easel licence keys writes, without a passphrase`);
}

/** Reads a file with either half of the pair. */
function publicKeyIn(file: string): KeyObject {
  const pem = contentOf(file);
  let key: KeyObject | undefined;
  try {
    key = createPublicKey(pem);
  } catch {
    // The refusal below says so
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`${file} does not hold an Ed25519 key as PEM`);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`cannot read ${file} (${(cause as NodeJS.ErrnoException).code})`);
  }
}

/** Windows has other rights than these. */
const isOpenToOthers = (file: string): boolean => process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;

function show(terminal: Terminal, { words: [text = ''], values }: GivenWords): number {
  const request = readRequest(text);
  if (request) return print(terminal, { ...request });
  try {
    return showLicence(terminal, text, values.key);
  } catch (cause) {
    if (!(cause instanceof WrongLicence)) throw cause;
    throw new Error(`it is neither a request nor a licence: ${cause.message}`);
  }
}

function showLicence(terminal: Terminal, text: string, file: string | undefined): number {
  const signed = readSigned(text);
  const { edition, type, seat_model, max_clients, valid_until, server_id } = termsOf(signed);
  const key = file === undefined ? readSettings(terminal.env).licensePublicKey : publicKeyIn(file);
  const isRight = key ? isSignedBy(signed, key) : undefined;
  const signature = isRight
    ? 'right'
    : isRight === false
      ? 'wrong: another key, or changed since'
      : 'not checked: no key was given';
  print(terminal, {
    edition,
    type,
    seat_model,
    max_clients,
    valid_until: valid_until === undefined ? 'for ever' : dated(valid_until),
    server_id: server_id ?? 'any',
    signature,
  });
  return isRight === false ? refused(terminal, 'a server with this key would not take it') : 0;
}

const dated = (lastDay: string): string => (systemClock.now() >= endOf(lastDay) ? `${lastDay}, which is over` : lastDay);

function print({ out }: Terminal, rows: Readonly<Record<string, string | number>>): number {
  // The author of the text may have put commands for the terminal into it
  const lines = Object.entries(rows).map(
    ([name, value]) => `${name.padEnd(12)} ${typeof value === 'string' ? plain(value) : value}`,
  );
  out(lines.join('\n'));
  return 0;
}

const plain = (text: string): string => text.replace(/\p{C}/gu, '\uFFFD');
