import { readFile } from 'node:fs/promises';
import { refuse } from '../../../model/refusal.ts';

/** What one hash costs. Memory in KiB. The default takes about 5 ms (OWASP's smallest recommended argon2id). */
export interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export interface Passwords {
  /** The hash to store. Refuses with 503 when 1,000 passwords wait already. */
  hash(password: string): Promise<string>;
  /**
   * Does the password fit the stored hash? Without a hash (an unknown account, or one without a password) the check takes as long
   * and says no, so that the time of an answer does not tell whether the account exists.
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

const recommended: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const longestBytes = 1024;

/** Makes two hashes at once, because they share libuv's four threads with files, images and name look-ups. */
export function createPasswords(cost: Cost = recommended): Passwords {
  const inTurn = createQueue(2, 1000);
  // Loaded at the first use: most starts never see a password.
  const argon2 = () => import('@node-rs/argon2');
  const hash = (password: string) => inTurn(async () => (await argon2()).hash(password, cost));
  return {
    hash,
    async verify(stored, password) {
      const possible = stored !== undefined && Buffer.byteLength(password) <= longestBytes;
      if (possible) return inTurn(async () => (await argon2()).verify(stored, password));
      await hash('');
      return false;
    },
  };
}

/**
 * Refuses a password that the policy does not allow (interface/auth 4). Characters are code points. `minLength` is
 * `authentication.password.min_length` of the server-config.
 */
export function refuseWeakPassword(password: string, minLength: number): void {
  // First, because to count the characters of a long text takes milliseconds
  if (Buffer.byteLength(password) > longestBytes) {
    throw refuse.invalid(`Password must be at most ${longestBytes} bytes long`);
  }
  if ([...password].length < minLength) {
    throw refuse.invalid(`Password must be at least ${minLength} characters long`);
  }
}

/**
 * Refuses what is tried first when somebody guesses (interface/auth 4): a password of the list, in any letter case, the e-mail address of
 * the account, or its local part. For passwords that people choose for themselves.
 */
export async function refuseGuessablePassword(password: string, email: string): Promise<void> {
  const tried = password.toLowerCase();
  const address = email.toLowerCase();
  if (tried === address || tried === address.slice(0, address.indexOf('@'))) {
    throw refuse.invalid('Password must not be the e-mail address: choose another one');
  }
  // The list is read each time, which is a small part of making the hash: passwords are seldom chosen, and the list would stay in
  // memory
  const list = await readFile(commonPasswords, 'utf8');
  if (!tried.includes('\n') && list.includes(`\n${tried}\n`)) throw refuse.invalid('Password is too common: choose another one');
}

/**
 * Refuses a password that has little besides words that anybody would try who knows whose it is and where it is for: `Easel2026!`
 * (interface/auth 4). `texts`: names and addresses with such words.
 */
export function refuseOwnWords(password: string, texts: readonly string[]): void {
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  const longestFirst = [...words].filter((word) => word.length >= SHORTEST_WORD).sort((a, b) => b.length - a.length);
  const tried = password.toLowerCase();
  const left = longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), tried);
  if (left === tried || [...left].length >= LEAST_BESIDES) return;
  throw refuse.invalid('Password must not be made of names and addresses: choose another one');
}

/** Shorter words are in too many others. */
const SHORTEST_WORD = 3;
/** Characters that a password has besides such words. */
const LEAST_BESIDES = 6;

/** One to a line, in lower case, after an empty line. */
const commonPasswords = new URL('../common-passwords/passwords.txt', import.meta.url);

/** Runs `width` jobs at once. Up to `longest` others wait in line; further ones are refused. */
function createQueue(width: number, longest: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const enter = async (): Promise<void> => {
    if (running >= width) return new Promise((resolve) => waiting.push(resolve));
    running += 1;
  };
  return async (job) => {
    if (waiting.length >= longest) throw refuse.unavailable();
    await enter();
    try {
      return await job();
    } finally {
      leave();
    }
  };
}
