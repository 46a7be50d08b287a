import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditRecord, Author } from '../../server/store/store.ts';
import { writeAudit } from '../kit/audited.ts';
import { easel as command } from '../kit/command.ts';
import { readCsv } from '../kit/csv.ts';
import { type Easel, startEasel } from '../kit/easel.ts';
import { linksOf, pathOf } from '../kit/links.ts';

const run = promisify(execFile);
const PAGE = 1000;
const ENTRIES = 50_000;

let easel: Easel;
let canvas: string;
/** Looks at the audit log since this was set. */
let looks = 0;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-audit-pages-'));
  easel = await startEasel({
    wrapDriver: (driver) =>
      new Proxy(driver, {
        get(target, name: keyof typeof driver) {
          if (name === 'lookAtAudit') looks++;
          const own = target[name];
          return typeof own === 'function' ? own.bind(target) : own;
        },
      }),
  });
  canvas = (await easel.canvas()).split('/').at(-1)!;
  for (let from = 0; from < ENTRIES; from += 5000) {
    const author: Author = { id: from % 7, name: `Person ${from % 7}`, ip: '10.0.0.1' };
    easel.clock.advance(1000);
    const action = from === 20_000 ? 'Rare' : 'Looked';
    await writeAudit(
      easel,
      author,
      Array.from({ length: 5000 }, (_, at) => ({ action, target_id: `${at % 1000}` })),
    );
  }
  await easel.restart();
}, 120_000);
afterAll(async () => {
  await easel.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Ids of all entries along `next`, and the most looks that one page took. */
async function walked(path: string): Promise<{ ids: number[]; mostLooks: number }> {
  const ids: number[] = [];
  let mostLooks = 0;
  for (let next: string | undefined = path; next !== undefined; ) {
    looks = 0;
    const answer = await easel.admin.get(pathOf(next));
    // The first page counts
    if (ids.length > 0) mostLooks = Math.max(mostLooks, looks);
    ids.push(...answer.body.map(({ id }: AuditRecord) => id));
    next = linksOf(answer).next;
  }
  return { ids, mostLooks };
}

describe(`a log of ${ENTRIES} entries`, () => {
  test('is walked to its end, and no page looks at more of it than another', async () => {
    const { newest } = await easel.server.store.audit.ends();
    const { ids, mostLooks } = await walked(`/audit-log?per_page=${PAGE}`);
    expect(ids).toEqual(Array.from({ length: newest.id }, (_, at) => newest.id - at));
    expect(mostLooks).toBeLessThanOrEqual(4);
  }, 120_000);

  test('is walked by a filter as well', async () => {
    const { ids, mostLooks } = await walked(`/audit-log?per_page=${PAGE}&action=rare`);
    expect(ids).toHaveLength(5000);
    expect(mostLooks).toBeLessThanOrEqual(4);
    const target = await walked('/audit-log?target_id=77');
    expect(target.ids).toHaveLength(ENTRIES / 1000);
  }, 60_000);

  test('is searched between the work for others: a canvas is loaded meanwhile', async () => {
    const order: string[] = [];
    looks = 0;
    const search = easel.admin.get(`/audit-log?filter=${encodeURIComponent('nirgends, größer')}`).then(({ body }) => {
      order.push('searched');
      expect(body).toEqual([]);
    });
    const load = easel.server.store.load(canvas).then(() => order.push('loaded'));
    await Promise.all([search, load]);
    // How many depends on the machine: each is bounded by time
    expect([order, looks > 2]).toEqual([['loaded', 'searched'], true]);
  }, 60_000);

  test('is a file of as many lines', async () => {
    const { newest } = await easel.server.store.audit.ends();
    expect(readCsv((await easel.admin.get('/audit-log/export-csv')).text)).toHaveLength(newest.id + 1);
  }, 60_000);

  test('is as it was written, and says so while the server runs', async () => {
    const { newest } = await easel.server.store.audit.ends();
    const { code, out } = await command('audit verify', { EASEL_DATA_DIR: easel.folder });
    expect([code, out]).toEqual([0, expect.stringContaining(`${newest.id}:${newest.hash}`)]);
  }, 60_000);
});

describe('docs/audit.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/audit.md'), 'utf8');
  const blocks = (language: string): string[] =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block!);

  test('has commands that work', async () => {
    const env = { ...process.env, EASEL: easel.url, TOKEN: easel.admin.token, CANVAS: canvas };
    const [reading, walking, saving] = blocks('sh');
    expect(blocks('sh')).toHaveLength(3);
    const options = { env, cwd: folder, maxBuffer: 2 ** 30 };
    const read = await run('bash', ['-ec', reading!], options);
    expect(read.stdout).toMatch(/^\[\{.*\}\]/);
    expect(read.stdout).not.toContain('"msg"');
    const { newest } = await easel.server.store.audit.ends();
    const pages = (await run('bash', ['-ec', walking!], options)).stdout.trim().split('\n');
    expect(pages.flatMap((line) => JSON.parse(line))).toHaveLength(newest.id);
    await run('bash', ['-ec', saving!.replace('2026-01-01', '2026-01-01T00:00:01Z')], options);
    expect(readCsv(readFileSync(join(folder, 'audit-log.csv'), 'utf8')).length).toBeGreaterThan(ENTRIES - 10_000);
  }, 120_000);

  test.skipIf(!hasPython())(
    'has a program that comes to the same hash',
    async () => {
      const { newest } = await easel.server.store.audit.ends();
      const { stdout } = await run('python3', ['-c', blocks('python')[0]!, join(easel.folder, 'easel.db')]);
      expect(stdout).toBe(`${newest.hash}\n`);
    },
    60_000,
  );
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
