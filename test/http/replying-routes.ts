import { Schema } from '../../model/json-schema.ts';
import { refuse } from '../../model/refusal.ts';
import type { Answer, Call, PlainRoute } from '../../server/http/routing/route.ts';
import { anyone, described, signedIn } from './dummy-server.ts';

/** Lines of the CSV, which is made while it is sent. */
export const LINES = 20_000;

const route = (path: string, handle: (call: Call) => Answer, more: Partial<PlainRoute> = {}): PlainRoute => ({
  ...described,
  operation: `get${path.replaceAll(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  method: 'GET',
  path,
  access: signedIn,
  handle,
  ...more,
});

const csv = { answer: 'text', mediaType: 'text/csv; charset=utf-8', headers: ['Content-Disposition'] } as const;
const html = { answer: 'text', mediaType: 'text/html; charset=utf-8' } as const;

/** One route for each form of answer, and some that violate their declaration. */
export const replyingRoutes: readonly PlainRoute[] = [
  route('/log.csv', () => ({ headers: { 'Content-Disposition': 'attachment; filename="log.csv"' }, body: { pieces } }), csv),
  route('/page', () => '<!doctype html><p>äö</p>', html),
  route('/bytes', () => [Buffer.from('<p>'), Buffer.from('</p>')], html),
  route('/sign-on', () => ({ status: 302, headers: { Location: '/', 'Set-Cookie': ['a=1; Path=/', 'b=2; Path=/'] } }), {
    answer: 'never',
    others: { 302: { says: 'To the page', headers: ['Location', 'Set-Cookie'] } },
  }),
  route('/later', () => ({ status: 202, body: '{"is":"begun"}' }), {
    answer: 'never',
    others: { 202: { says: 'Begun', schema: Schema.Object({ is: Schema.String() }) } },
  }),
  route('/list', () => ({ headers: { Link: '</api/v1/list?after=2>; rel="next"' }, body: '[1,2]' }), {
    answer: Schema.Array(Schema.Integer()),
    headers: ['Link'],
  }),
  route('/gone', () => ({ status: 204 }), { answer: 'never', others: { 204: { says: 'Nothing' } } }),
  // These violate their declaration
  route('/odd/status', () => ({ status: 202, body: '{}' })),
  route('/odd/header', () => ({ headers: { Link: '</>' }, body: '{}' })),
  route('/odd/body', () => '{}', { answer: 'empty' }),
  route('/odd/json', () => '{"undeclared":1}'),
  // These belong to other families
  route('/about', () => '<p>about</p>', { family: 'site', access: anyone, ...html }),
  route('/about.json', () => '{}', { family: 'site', access: anyone }),
  route('/site', () => '<p>account</p>', { family: 'site', ...html }),
  route('/healthz/live', () => 'ok\n', {
    family: 'operations',
    access: anyone,
    withoutRecords: true,
    answer: 'text',
    mediaType: 'text/plain; charset=utf-8',
  }),
  route('/healthz/ready', () => fail(), { family: 'operations', access: anyone, withoutRecords: true, answer: 'text' }),
];

function* pieces(): Generator<Buffer> {
  for (let line = 0; line < LINES; line++) yield Buffer.from(`${line},"a line of the log"\r\n`);
}

function fail(): never {
  throw refuse.unavailable('the bus is away');
}
