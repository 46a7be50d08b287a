import { createPublicKey, type KeyObject } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { ownAddressFault } from '../../model/web-address.ts';

/** A type of setting: how its text is read, and how a value is printed. */
export interface SettingType<T> {
  /** `whole number`, `list of CIDRs`: for the table of settings. */
  readonly says: string;
  /** `1 to 300`, `full or changes`; empty when every text of the type is valid. */
  readonly range: string;
  /** A list may be set to the empty text; for other types the empty text means that the setting is not set. */
  readonly list?: boolean;
  /** Throws `WrongSetting` with a text that continues the name of the setting to a sentence. */
  read(text: string): T;
  show(value: T): string;
}

/** `must be a whole number from 1 to 300, not "x"` */
export class WrongSetting extends Error {}

/** @param bounds inclusive; `most` may be left out. */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER): SettingType<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  return {
    says: 'whole number',
    range,
    read(text) {
      const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      if (value >= least && value <= most) return value;
      throw wrong(`must be a whole number, ${range}`, text);
    },
    show: String,
  };
}

export function choice<const C extends string>(...choices: readonly C[]): SettingType<C> {
  return {
    says: 'one of',
    range: choices.join(', '),
    read(text) {
      const found = choices.find((one) => one === text);
      if (found !== undefined) return found;
      throw wrong(`must be one of ${choices.join(', ')}`, text);
    },
    show: String,
  };
}

export const flag: SettingType<boolean> = {
  says: '0 or 1',
  range: '0, 1',
  read(text) {
    if (text === '0' || text === '1') return text === '1';
    throw wrong('must be 0 or 1', text);
  },
  show: (value) => (value ? '1' : '0'),
};

/** A name or an address to listen on, without a port: `127.0.0.1`, `::`, `localhost`. */
export const host = text('host name or IP address', 'without a port', (value) => {
  if (!isHost(value)) throw wrong('must be a host name or an IP address', value);
});

/** Where to listen: `127.0.0.1:9464`, `[::1]:9464`, `localhost:0`. */
export const listenAddress = text('address and port', 'such as 127.0.0.1:9464', (value) => {
  const [, address = '', port = ''] = /^(.+):(\d{1,5})$/.exec(value) ?? [];
  const bare = /^\[.*\]$/.test(address) ? address.slice(1, -1) : address;
  const isAddress = bare === address ? isIP(bare) !== 6 && isHost(bare) : isIP(bare) === 6;
  if (!isAddress || port === '' || Number(port) > 65_535)
    throw wrong('must be an address and a port, such as 127.0.0.1:9464 or [::1]:9464', value);
});

export const folder = text('folder', '', () => {});

/** A file that exists and can be read. The code that uses it reads its content. */
export const readableFile = text('file', 'readable', (value) => {
  try {
    accessSync(value, constants.R_OK);
  } catch (error) {
    throw new WrongSetting(`names a file that cannot be read: ${value} (${(error as NodeJS.ErrnoException).code})`);
  }
});

export const webAddress = text('address', 'http or https, without a path', (value) => {
  const fault = ownAddressFault(value);
  if (fault !== undefined) throw wrong(fault, value);
});

export const email = text('e-mail address', '', (value) => {
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw wrong('must be an e-mail address', value);
});

/** Messages never repeat its text. */
export const password = text('text', '1 to 1024 bytes', (value) => {
  if (Buffer.byteLength(value) > 1024) throw new WrongSetting('must be at most 1024 bytes long');
});

export const cidrs = list('CIDRs', 'such as 10.0.0.0/8', (entry) => {
  const [address = '', bits = '', ...rest] = entry.split('/');
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  if (family === 0 || rest.length > 0) throw wrong('must hold CIDRs such as 10.0.0.0/8', entry);
  if (!/^\d{1,3}$/.test(bits)) throw wrong(`must hold CIDRs: write ${address}/${longest} for one address`, entry);
  if (Number(bits) > longest) throw wrong(`must hold CIDRs with at most ${longest} bits for this address`, entry);
  new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
});

export const origins = list('origins', 'such as https://a.example, or *', (entry) => {
  if (entry === '*') return;
  const url = URL.canParse(entry) ? new URL(entry) : undefined;
  const web = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!web || url.origin !== entry)
    throw wrong('must hold origins such as https://a.example, without path and in lower case', entry);
});

/** Servers as a content policy names them (W3C CSP 3, 2.3.1), without paths: nothing else gets into the header. */
export const sources = list('servers', 'such as https://a.example:8443, *.a.example, or https:', (entry) => {
  if (/^https?:$/.test(entry)) return;
  if (/^(https?:\/\/)?(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:(\d{1,5}|\*))?$/.test(entry)) return;
  throw wrong('must hold servers such as https://a.example:8443, *.a.example or https:, without path and in lower case', entry);
});

/** Ed25519, as PEM, as base64 of its DER form, or as base64 of its 32 bytes; `null` when empty. */
export const ed25519: SettingType<KeyObject | null> = {
  says: 'public key',
  range: 'Ed25519: PEM, or base64 of DER or of 32 bytes',
  read(text) {
    const key = publicKey(text);
    if (key?.asymmetricKeyType === 'ed25519') return key;
    throw new WrongSetting('must be an Ed25519 public key: PEM, or base64 of its DER form or of its 32 bytes');
  },
  show: (key) => key?.export({ format: 'der', type: 'spki' }).toString('base64') ?? '',
};

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value);
}

function publicKey(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64');
  try {
    if (text.includes('-----BEGIN')) return createPublicKey(text);
    if (bytes.length !== 32) return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** A text, kept as it was set; `check` throws. */
function text(says: string, range: string, check: (value: string) => void): SettingType<string> {
  return {
    says,
    range,
    read(value) {
      check(value);
      return value;
    },
    show: String,
  };
}

/** Entries separated by commas; spaces around an entry and empty entries are dropped. */
function list(says: string, range: string, check: (entry: string) => void): SettingType<readonly string[]> {
  return {
    says: `list of ${says}`,
    range,
    list: true,
    read(value) {
      const entries = value.split(',').flatMap((entry) => entry.trim() || []);
      entries.forEach(check);
      return entries;
    },
    show: (entries) => entries.join(','),
  };
}

const wrong = (rule: string, text: string): WrongSetting => new WrongSetting(`${rule}, not ${JSON.stringify(text)}`);
