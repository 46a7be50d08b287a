import { beforeAll, describe, expect, test } from 'vitest';
import { csvHead } from '../../server/audit/csv.ts';
import type { AuditRecord, Author } from '../../server/store/store.ts';
import { writeAudit } from '../kit/audited.ts';
import type { Answer, Caller } from '../kit/client.ts';
import { readCsv } from '../kit/csv.ts';
import { type Easel, type Person, startEasel, useEasel } from '../kit/easel.ts';
import { linksOf, pathOf } from '../kit/links.ts';

const easel = useEasel();
let sam: Person;
const ann: Author = { id: 7, name: 'Ann Äpfel', ip: '10.0.0.7' };
const bob: Author = { id: 8, name: 'Bob', ip: '10.0.0.8' };

const write = (author: Author, lines: Parameters<typeof writeAudit>[2], to: Easel = easel) => writeAudit(to, author, lines);

const second = (text: string): string => `2026-01-01T00:00:${text}Z`;

beforeAll(async () => {
  sam = await easel.user({ name: 'Sam' });
  easel.clock.advance(10_000);
  await write(ann, [
    { action: 'Server settings changed', target_type: 'server_config', details: { changed: ['smtp 100%_x'] } },
    { action: 'Canvas created', target_type: 'canvas', target_id: 'c-1', target_name: '=Plan, "B"\r\nof ÖL' },
  ]);
  easel.clock.advance(1000);
  await write(bob, [
    { action: 'Canvas created', target_type: 'canvas', target_id: 'c-2', target_name: '\tTab' },
    { action: 'Canvas deleted', target_type: 'canvas', target_id: 'c-1', target_name: '@home' },
  ]);
  easel.clock.advance(1000);
  await write(
    { id: null, name: '', ip: '' },
    Array.from({ length: 25 }, (_, at) => ({ action: 'Counted', target_id: `t${at}` })),
  );
});

/** Newest first, as it is on disk. */
const all = (to: Easel = easel): AuditRecord[] =>
  to
    .audit()
    .map(({ hash, ...entry }) => entry as unknown as AuditRecord)
    .sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : b.id - a.id));

const ids = ({ body }: Answer): number[] => body.map(({ id }: AuditRecord) => id);

const without = (url: string | undefined): string | undefined => url?.replace(/&walk=[^&]*/, '');

/** All entries on the way along one relation. */
async function walk(
  path: string,
  rel: 'next' | 'prev',
  caller: Caller = easel.admin,
  between = async (_: number) => {},
): Promise<number[][]> {
  const pages: number[][] = [];
  for (let url: string | undefined = path; url !== undefined; ) {
    const answer: Answer = await caller.get(pathOf(url));
    expect(answer.status).toBe(200);
    pages.push(ids(answer));
    url = linksOf(answer)[rel];
    await between(pages.length);
  }
  return pages;
}

describe('the list', () => {
  test('has the newest entries first, as they are on disk, a hundred a page', async () => {
    const { status, body } = await easel.admin.get('/audit-log');
    expect([status, body]).toEqual([200, all()]);
    await write(
      ann,
      Array.from({ length: 100 }, () => ({ action: 'Many' })),
    );
    expect(ids(await easel.admin.get('/audit-log'))).toEqual(
      all()
        .slice(0, 100)
        .map(({ id }) => id),
    );
  });

  test('is for administrators', async () => {
    for (const path of ['/audit-log', '/audit-log/export-csv']) {
      expect(await easel.anonymous.get(path)).toMatchObject({ status: 401, body: { msg: 'Unauthorized' } });
      expect(await easel.as('nobody').get(path)).toMatchObject({ status: 401, body: { msg: 'Invalid token' } });
      expect(await sam.get(path)).toMatchObject({ status: 403, body: { msg: 'Permission denied' } });
      expect(await sam.get(`${path}?author_id=x`)).toMatchObject({ status: 403 });
    }
  });

  test('cannot be subscribed to, and reading it leaves no entry', () =>
    easel.unchanged(async () => {
      const { status, body } = await easel.admin.get('/audit-log?subscribe');
      expect([status, body.length]).toEqual([200, 100]);
    }));

  test('shows what was acknowledged, at once', async () => {
    const { body } = await easel.admin.post('/groups', { name: 'At once' });
    const [newest] = (await easel.admin.get('/audit-log?per_page=1')).body;
    expect(newest).toMatchObject({ action: 'Group created', target_id: String(body.id), author_id: 1000 });
  });

  test('is ordered by time, and by id at the same time', async () => {
    const other = await startEasel();
    try {
      for (const ms of [5000, -3000, 0, 4000]) {
        other.clock.setDate(Date.UTC(2026, 0, 1, 1) + ms);
        await write(ann, [{ action: `at ${ms}` }, { action: `also at ${ms}` }], other);
      }
      const { body } = await other.admin.get('/audit-log?created_after=2026-01-01T00:30');
      const order = ['also at 5000', 'at 5000', 'also at 4000', 'at 4000', 'also at 0', 'at 0', 'also at -3000', 'at -3000'];
      expect(body.map(({ action }: AuditRecord) => action)).toEqual(order);
      expect((await walk('/audit-log?per_page=3', 'next', other.admin)).flat()).toEqual(all(other).map(({ id }) => id));
    } finally {
      await other.close();
    }
  });

  test('has a tag, under which it is not sent again while it is the same', async () => {
    const path = '/audit-log?created_before=2026-01-01T00:00:11Z';
    const { headers } = await easel.admin.get(path);
    const again = await easel.admin.get(path, { 'if-none-match': headers.etag! });
    expect([again.status, again.text, again.headers.link]).toEqual([304, '', headers.link]);
    await easel.admin.request('HEAD', path);
  });
});

describe('a filter', () => {
  const told = async (query: string): Promise<string[]> => {
    const list = await easel.admin.get(`/audit-log?per_page=1000&${query}`);
    expect(list.status).toBe(200);
    const file = await easel.admin.get(`/audit-log/export-csv?${query}`);
    expect(
      readCsv(file.text)
        .slice(1)
        .map(([id]) => Number(id)),
      'the file has the same',
    ).toEqual(ids(list));
    const walked = await walk(`/audit-log?per_page=7&${query}`, 'next');
    expect(walked.flat(), 'and so has a walk').toEqual(ids(list));
    return list.body.map(({ action, target_id }: AuditRecord) => `${action} ${target_id ?? ''}`.trim());
  };
  const canvases = ['Canvas deleted c-1', 'Canvas created c-2', 'Canvas created c-1'];

  test.each([
    [`created_after=${second('10.000')}&created_before=${second('12.000')}`, canvases.slice(0, 2)],
    [`start-time=${second('10.000')}&end-time=${second('12.000')}`, canvases.slice(0, 2)],
    ['created_after=2026-01-01T01:00:10%2B01:00&created_before=2026-01-01T00:00:11.0001Z', canvases.slice(0, 2)],
    ['created_after=20260101T000010,9999Z&created_before=2026-01-01 00:00:12', canvases.slice(0, 2)],
    ['created_after=2026-01-02', []],
    ['created_after=9999-12-31T23:59:59.9999Z', []],
    ['created_before=0000-01-01', []],
    ['target_type=ServerConfig', ['Server settings changed']],
    ['target_type=SERVER-config', ['Server settings changed']],
    ['target_type=server_config', ['Server settings changed']],
    ['target_type=serverconfi', []],
    ['target_type=Canvas', canvases],
    ['target_id=c-1', [canvases[0]!, canvases[2]!]],
    ['target_id=C-1', []],
    ['author_id=8', canvases.slice(0, 2)],
    ['user-id=8', canvases.slice(0, 2)],
    ['author_id=8&user-id=nobody', canvases.slice(0, 2)],
    ['author_id=99999999999999999999999', []],
    ['action=canvas%20CREATED', canvases.slice(1)],
    ['action=canvas', []],
    ['filter=CANVAS', canvases],
    ['filter=smtp', ['Server settings changed']],
    ['filter=100%25_X', ['Server settings changed']],
    ['filter=0_x', []],
    ['filter=plan', ['Canvas created c-1']],
    ['filter=öl', ['Canvas created c-1']],
    ['filter=ÄPFEL&target_type=canvas', ['Canvas created c-1']],
    ['filter=bob&action=canvas%20deleted&target_id=c-1&author_id=8', ['Canvas deleted c-1']],
    ['filter=nothing%20has%20this', []],
    ['action=', []],
    ['unknown=x&action=canvas%20deleted', ['Canvas deleted c-1']],
  ])('%s', async (query, found) => expect(await told(query)).toEqual(found));

  test.each([
    ['author_id=x', 'author_id must be an integer, 0 or more'],
    ['author_id=-1', 'author_id must be an integer, 0 or more'],
    ['author_id=', 'author_id must be an integer, 0 or more'],
    ['user-id=1.5', 'user-id must be an integer, 0 or more'],
    ['created_after=yesterday', 'created_after must be a time in ISO 8601'],
    ['end-time=', 'end-time must be a time in ISO 8601'],
    ['start-time=2026-02-30', 'start-time must be a time in ISO 8601'],
  ])('%s is refused, of the list and of the file', async (query, msg) => {
    for (const path of ['/audit-log', '/audit-log/export-csv'])
      expect(await easel.admin.get(`${path}?${query}`)).toMatchObject({ status: 400, body: { msg } });
  });
});

describe('a page', () => {
  const counted = 'action=Counted';
  let of: number[];
  beforeAll(() => {
    of = all()
      .filter(({ action }) => action === 'Counted')
      .map(({ id }) => id);
  });
  const page = async (query: string): Promise<number[]> => ids(await easel.admin.get(`/audit-log?${counted}&${query}`));

  test.each([
    ['per_page=10', 0, 10],
    ['per-page=10', 0, 10],
    ['per_page=10&per-page=5', 0, 10],
    ['per_page=10&per-page=none', 0, 10],
    ['per_page=10&page=0', 0, 10],
    ['per_page=10&page=1', 0, 10],
    ['per_page=10&page=2', 10, 20],
    ['per_page=10&page=3', 20, 25],
    ['per_page=10&page=4', 25, 25],
    ['per_page=10&page=99999999999999999999', 25, 25],
    ['per_page=5000', 0, 25],
    ['cursor=7&per_page=10', 7, 17],
    ['cursor=7&per_page=10&page=2', 10, 20],
    ['cursor=0', 0, 25],
    ['cursor=26', 25, 25],
  ])('%s has the entries from %i to %i', async (query, from, to) => expect(await page(query)).toEqual(of.slice(from, to)));

  test.each([
    ['per_page=0', 'per_page must be an integer, 1 or more'],
    ['per_page=-5', 'per_page must be an integer, 1 or more'],
    ['per_page=many', 'per_page must be an integer, 1 or more'],
    ['per-page=0', 'per-page must be an integer, 1 or more'],
    ['per_page=1e2', 'per_page must be an integer, 1 or more'],
    ['page=-1', 'page must be an integer, 0 or more'],
    ['page=', 'page must be an integer, 0 or more'],
    ['page=1.0', 'page must be an integer, 0 or more'],
    ['cursor=-1', 'cursor must be an integer, 0 or more'],
    ['cursor=abc', 'cursor must be an integer, 0 or more'],
  ])('%s is refused, and ignored for the file', async (query, msg) => {
    expect(await easel.admin.get(`/audit-log?${query}`)).toMatchObject({ status: 400, body: { msg } });
    expect(await easel.admin.get(`/audit-log/export-csv?${query}`)).toMatchObject({ status: 200 });
  });

  test('has links to the first, previous, next and last one, with all that was asked', async () => {
    const query = 'start-time=2026-01-01&target_type=Thing&user-id=0&page=2&per-page=10&filter=a%20%26%3Cb%3E';
    await write(
      { id: 0, name: 'a &<b>', ip: '' },
      Array.from({ length: 35 }, () => ({})),
    );
    const links = linksOf(await easel.admin.get(`/audit-log?${query}`));
    const url = (at: number): string =>
      `${easel.url}/api/v1/audit-log?created_after=2026-01-01&target_type=Thing&author_id=0&filter=a%20%26%3Cb%3E&page=${at}&per_page=10`;
    expect(Object.keys(links)).toEqual(['first', 'prev', 'next', 'last']);
    expect(Object.values(links).map(without)).toEqual([1, 1, 3, 4].map(url));
    expect(links.first).toBe(url(1));
  });

  test('has no link to a page that is not there, and none at all when nothing fits', async () => {
    const relations = async (query: string): Promise<string[]> =>
      Object.keys(linksOf(await easel.admin.get(`/audit-log?${query}`)));
    expect(await relations(`${counted}&per_page=10`)).toEqual(['first', 'next', 'last']);
    expect(await relations(`${counted}&per_page=10&page=3`)).toEqual(['first', 'prev', 'last']);
    expect(await relations(`${counted}&per_page=25`)).toEqual(['first', 'last']);
    expect(await relations(`${counted}&per_page=10&page=9`)).toEqual(['first', 'prev', 'last']);
    expect(without(linksOf(await easel.admin.get(`/audit-log?${counted}&per_page=10&page=9`)).prev)).toMatch(
      /page=3&per_page=10$/,
    );
    expect((await easel.admin.get('/audit-log?action=never')).headers.link).toBeUndefined();
    expect(without(linksOf(await easel.admin.get(`/audit-log?${counted}&per_page=5000`)).last)).toMatch(/page=1&per_page=1000$/);
  });

  test('links under the address at which the server was asked, also through a trusted proxy', async () => {
    const of = async (headers: Record<string, string>): Promise<string> =>
      linksOf(await easel.admin.get('/audit-log', headers)).first!;
    expect(await of({ host: 'wall.corp.example' })).toMatch(/^http:\/\/wall\.corp\.example\/api\/v1\/audit-log\?/);
    expect(await of({ host: 'no host>; rel="next"' })).toMatch(/^\/api\/v1\/audit-log\?/);
  });

  test('links under the external_url of the configuration when it is set', async () => {
    const other = await startEasel({ env: { EASEL_EXTERNAL_URL: 'https://setting.corp.example' } });
    try {
      expect(linksOf(await other.admin.get('/audit-log')).first).toMatch(/^https:\/\/setting\.corp\.example\/api/);
      expect(await other.admin.patch('/server-config', { external_url: 'https://walls.corp.example' })).toMatchObject({
        status: 200,
      });
      const { first } = linksOf(await other.admin.get('/audit-log', { host: 'elsewhere.example' }));
      expect(first).toBe('https://walls.corp.example/api/v1/audit-log?page=1&per_page=100');
    } finally {
      await other.close();
    }
  });
});

describe('a walk', () => {
  test.each([1, 4, 7, 1000])('to the end, %i a page, shows each entry once, and so does the way back', async (size) => {
    const expected = all().map(({ id }) => id);
    const there = await walk(`/audit-log?per_page=${size}`, 'next');
    expect(there.flat()).toEqual(expected);
    const last = linksOf(await easel.admin.get(`/audit-log?per_page=${size}`)).last!;
    const back = await walk(last, 'prev');
    expect(back.reverse()).toEqual(there);
  });

  test('is not disturbed by entries that arrive, whatever their time', async () => {
    const other = await startEasel();
    try {
      await write(
        ann,
        Array.from({ length: 20 }, () => ({})),
        other,
      );
      const expected = all(other).map(({ id }) => id);
      const arrive = async (page: number): Promise<void> => {
        other.clock.setDate(Date.UTC(2026, 0, 1) + (page % 2 ? -1000 : 1000));
        await write(ann, [{}, {}, {}], other);
      };
      expect((await walk('/audit-log?per_page=5', 'next', other.admin, arrive)).flat()).toEqual(expected);
      const filtered = all(other).filter(({ action }) => action === 'Looked');
      const walked = await walk('/audit-log?per_page=5&action=looked', 'next', other.admin, arrive);
      expect(walked.flat()).toEqual(filtered.map(({ id }) => id));
    } finally {
      await other.close();
    }
  });

  test('keeps its last page, and its first link begins anew', async () => {
    const answer = await easel.admin.get('/audit-log?per_page=10');
    const { next, last } = linksOf(answer);
    await write(
      ann,
      Array.from({ length: 30 }, () => ({})),
    );
    const later = linksOf(await easel.admin.get(pathOf(next!)));
    expect(later.last).toBe(last);
    expect(ids(await easel.admin.get(pathOf(later.first!)))).toEqual(
      all()
        .slice(0, 10)
        .map(({ id }) => id),
    );
    expect(ids(await easel.admin.get(pathOf(later.prev!)))).toEqual(ids(answer));
  });

  test('from a row begins there, and goes on without a gap', async () => {
    const expected = all().map(({ id }) => id);
    expect((await walk('/audit-log?cursor=13&per_page=10', 'next')).flat()).toEqual(expected.slice(13));
    expect((await walk('/audit-log?cursor=13&per_page=10', 'prev')).flat().sort()).toEqual(expected.slice(0, 23).sort());
  });

  test('that was changed by hand counts as its page number', async () => {
    const { next } = linksOf(await easel.admin.get('/audit-log?per_page=10'));
    const path = pathOf(next!);
    const expected = all().map(({ id }) => id);
    for (const [changed, from, to] of [
      [path.replace('page=2', 'page=3'), 20, 30],
      [path.replace('per_page=10', 'per_page=5'), 5, 10],
      [path.replace('walk=', 'walk=9'), 10, 20],
      [`${path.split('&walk')[0]}&walk=`, 10, 20],
      [`${path.split('&walk')[0]}&walk=${'9'.repeat(5000)}`, 10, 20],
    ] as const)
      expect(ids(await easel.admin.get(changed))).toEqual(expected.slice(from, to));
  });
});

describe('the file', () => {
  test('has every entry with all its columns, newest first, and is saved under its name', async () => {
    const { headers, text } = await easel.admin.get('/audit-log/export-csv');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
    });
    expect(text.startsWith(csvHead)).toBe(true);
    expect(csvHead).toBe('id,created_at,author_id,author_name,action,target_type,target_id,target_name,ip_address,details\r\n');
    const guarded = (value: unknown): string => (/^[=+\-@\t]/.test(String(value ?? '')) ? `'${value}` : String(value ?? ''));
    const expected = all().map((entry) => Object.values(entry).map(guarded));
    expect(readCsv(text).slice(1)).toEqual(expected);
    expect(text).toContain(`"'=Plan, ""B""\r\nof ÖL"`);
    expect(text).toContain("'@home");
    expect(text).toContain("'\tTab");
  });

  test('has no entry that came after it was begun', async () => {
    const before = all().length;
    const [file] = await Promise.all([easel.admin.get('/audit-log/export-csv'), write(ann, [{ action: 'meanwhile' }])]);
    const lines = readCsv(file.text).length - 1;
    expect([before, before + 1]).toContain(lines);
    expect(readCsv(file.text)[1]![0]).toBe(String(lines));
  });

  test('and a page with details of many megabytes come in pieces', async () => {
    const other = await startEasel();
    try {
      for (let at = 0; at < 6; at++) await write(ann, [{ details: { text: `${at}`.repeat(1_000_000) } }], other);
      const page = await other.admin.get('/audit-log?per_page=6');
      expect(page.body).toEqual(all(other).slice(0, 6));
      expect(Object.keys(linksOf(page))).toEqual(['first', 'next', 'last']);
      const back = await other.admin.get(pathOf(linksOf(await other.admin.get(pathOf(linksOf(page).next!))).prev!));
      expect(back.body).toEqual(page.body);
      expect(readCsv((await other.admin.get('/audit-log/export-csv')).text)).toHaveLength(all(other).length + 1);
    } finally {
      await other.close();
    }
  });
});
