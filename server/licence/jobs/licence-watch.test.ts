import { createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Licence } from '../../../model/resources/licence.ts';
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts';
import { issuer } from '../../../test/kit/licences.ts';
import { MemoryDirectory, made } from '../../../test/kit/memory-directory.ts';
import type { Job } from '../../jobs/job.ts';
import { ALWAYS, type Lease } from '../../jobs/leases.ts';
import { createLicence } from '../licence.ts';
import { licenceWatch } from './licence-watch.ts';

const dayMs = 24 * 3600 * 1000;
const { publicKey, issue } = issuer();
const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });

const leases = { hold: () => writer, take: async () => true };
let writer: Lease = ALWAYS;
let memory: MemoryDirectory;
let clock: FakeClock;
let job: Job;
let said: string[];
const askAgain = vi.fn();
const failed = vi.fn();
const submit = vi.fn();
const to =
  (level: string) =>
  (fields: object, text: string): void =>
    void said.push(`${level}: ${text} ${JSON.stringify(fields)}`);

beforeEach(() => {
  for (const mock of [askAgain, failed, submit]) mock.mockReset().mockResolvedValue(undefined);
  said = [];
  writer = ALWAYS;
  clock = fakeClock(Date.UTC(2026, 0, 1, 12));
});
afterEach(() => job.close());

const put = (text: string): void => memory.put(made(Licence, { id: 'licence', text, found: 'valid' }));

function begin(text?: string, publicKey: typeof key | null = key): void {
  memory = new MemoryDirectory(text === undefined ? [] : [made(Licence, { id: 'licence', text, found: 'valid' })]);
  const log = { info: to('info'), warn: to('warn') };
  const serverLicence = createLicence({ directory: memory.directory, clock, publicKey, log });
  const store = { directory: memory.directory, feed: memory.feed, submit } as never;
  job = licenceWatch({ store, clock, leases, serverLicence, askAgain, log });
  job.start(failed);
}

/** Lets half a second pass on that day. */
function on(year: number, month: number, day: number): string[] {
  clock.setDate(Date.UTC(year, month - 1, day));
  clock.advance(500);
  return said.splice(0);
}

describe('the log', () => {
  test('says 30, 7 and 1 days before its end, and then, that the licence ends', () => {
    begin(issue({ valid_until: '2026-06-30' }));
    expect(said).toEqual([]);
    expect(on(2026, 5, 31)).toEqual([]);
    expect(on(2026, 6, 1)).toEqual(['warn: the licence ends soon {"valid_until":"2026-06-30","days":30}']);
    expect(on(2026, 6, 23)).toEqual([]);
    expect(on(2026, 6, 24)).toEqual(['warn: the licence ends soon {"valid_until":"2026-06-30","days":7}']);
    expect(on(2026, 6, 25)).toEqual([]);
    expect(on(2026, 6, 30)).toEqual(['warn: the licence ends soon {"valid_until":"2026-06-30","days":1}']);
    expect(on(2026, 7, 1)).toEqual(['warn: the licence has expired {"valid_until":"2026-06-30"}']);
    expect(on(2026, 7, 2)).toEqual([]);
    put(issue({ valid_until: '2026-12-31' }));
    expect(said).toEqual(['info: a valid licence is in force {"valid_until":"2026-12-31"}']);
  });

  test('says it at the start, too', () => {
    begin(issue({ valid_until: '2026-01-04' }));
    expect(said).toEqual(['warn: the licence ends soon {"valid_until":"2026-01-04","days":4}']);
  });

  test('says at the start that an installed licence does not count', () => {
    begin(issuer().issue());
    expect(said.splice(0)).toEqual(['warn: the installed licence was not issued with this key for this server {}']);
    begin(issue(), null);
    expect(said).toEqual(['warn: a licence is installed, but no key is set: the built-in one counts {}']);
  });
});

test('the date is compared only while a licence ends some time', () => {
  begin();
  expect(clock.waiting).toBe(0);
  put(issue());
  expect(clock.waiting).toBe(1);
  put(issue({ valid_until: '2027-01-31' }));
  expect(clock.waiting).toBe(1);
  put(issue({ type: 'lifetime', valid_until: undefined }));
  expect(clock.waiting).toBe(0);
});

test('rights are asked again at the end, even while nothing can be written', async () => {
  submit.mockRejectedValue(new Error('the database is away'));
  begin(issue({ valid_until: '2026-01-01' }));
  clock.advance(dayMs / 2 - 1);
  expect(askAgain).not.toHaveBeenCalled();
  clock.advance(501);
  expect(askAgain).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  clock.advance(9_000);
  expect(submit).toHaveBeenCalledTimes(1);
  clock.advance(2_000);
  expect(submit).toHaveBeenCalledTimes(2);
  expect(askAgain).toHaveBeenCalledTimes(1);
});

test('only one node writes what was found, because the dates of others may differ; when it is gone, another one does', async () => {
  let isOurs = false;
  writer = {
    ...ALWAYS,
    get isOurs() {
      return isOurs;
    },
  };
  begin(issue({ valid_until: '2025-12-31' }));
  clock.advance(60_000);
  expect(submit).not.toHaveBeenCalled();
  isOurs = true;
  clock.advance(500);
  expect(submit).toHaveBeenCalledTimes(1);
});

test('nothing is asked or written any more once it is closed', async () => {
  begin(issue({ valid_until: '2026-01-01' }));
  await job.close();
  expect(clock.waiting).toBe(0);
  put(issue({ valid_until: '2025-01-01' }));
  expect([askAgain, submit].map((mock) => mock.mock.calls)).toEqual([[], []]);
});
