import { expect, test } from 'vitest';
import { createPasswords, refuseWeakPassword } from './passwords.ts';

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

test('a hash fits the password that it was made of and no other', async () => {
  const passwords = createPasswords(cheap);
  const stored = await passwords.hash('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  expect(await passwords.verify(stored, 'correct horse')).toBe(true);
  expect(await passwords.verify(stored, 'Correct horse')).toBe(false);
});

test('the recommended cost is the default', async () => {
  expect(await createPasswords().hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('the check takes as long for an unknown account as for a known one', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('correct horse');
  /** Microseconds of processor time, which others do not take from. */
  const work = async (hash: string | undefined): Promise<number> => {
    const before = process.cpuUsage();
    expect(await passwords.verify(hash, 'wrong')).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let run = 0; run < 7; run++) {
    known.push(await work(stored));
    unknown.push(await work(undefined));
  }
  // An answer without a hash would take a thousandth
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 4);
});

test('a password over 1024 bytes never fits and is not hashed', async () => {
  const passwords = createPasswords(cheap);
  const long = 'x'.repeat(1025);
  expect(await passwords.verify(await passwords.hash(long), long)).toBe(false);
});

test('many passwords at once are all answered, and beyond the queue they are refused', async () => {
  const passwords = createPasswords(cheap);
  const results = await Promise.allSettled(Array.from({ length: 1010 }, () => passwords.hash('one of many')));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBe(8);
  expect(refused[0]).toMatchObject({
    reason: { status: 503, message: 'Service temporarily unavailable', headers: { 'Retry-After': '2' } },
  });
  expect(await passwords.hash('afterwards')).toMatch(/^\$argon2id/);
});

test('the policy counts characters for its minimum and bytes for its maximum', () => {
  expect(() => refuseWeakPassword('1234567', 8)).toThrow('Password must be at least 8 characters long');
  expect(() => refuseWeakPassword('12345678', 8)).not.toThrow();
  expect(() => refuseWeakPassword('🎈🎈🎈🎈', 8)).toThrow('Password must be at least 8 characters long');
  expect(() => refuseWeakPassword('é'.repeat(512), 8)).not.toThrow();
  expect(() => refuseWeakPassword('é'.repeat(513), 8)).toThrow('Password must be at most 1024 bytes long');
});
