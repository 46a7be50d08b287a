import { expect, test } from 'vitest';
import { Refusal } from '../model/refusal-error.ts';
import type { FetchOptions } from './ports.ts';
import { Rest } from './rest.ts';

interface Fake {
  readonly status: number;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function answering({ status, text = '', headers = {} }: Fake, token = '') {
  const asked: [url: string, options: FetchOptions][] = [];
  const rest = new Rest(
    { server: 'http://wall.example/', token: () => token },
    {
      fetch: async (url, options) => {
        asked.push([url, options]);
        return { status, body: null, text: async () => text, headers: { get: (name) => headers[name] ?? null } };
      },
    },
  );
  return { rest, asked };
}

const PROXY = '<html><body>502 Bad Gateway</body></html>';

test('a write answers with its status, body and revision', async () => {
  const { rest, asked } = answering({ status: 200, text: '{"id":"a"}', headers: { 'easel-revision': '12' } }, 'secret');
  expect(await rest.write('PATCH', '/canvases/1', { name: 'A' }, { 'easel-batch': 'x 1' })).toEqual({
    status: 200,
    body: { id: 'a' },
    revision: 12,
    retryAfter: undefined,
  });
  expect(asked).toEqual([
    [
      'http://wall.example/api/v1/canvases/1',
      {
        method: 'PATCH',
        headers: { 'private-token': 'secret', 'content-type': 'application/json', 'easel-batch': 'x 1' },
        body: '{"name":"A"}',
      },
    ],
  ]);
});

test('a refused write is an answer, and says when it may be sent again', async () => {
  const { rest } = answering({ status: 503, text: '{"msg":"Full"}', headers: { 'retry-after': '7' } });
  expect(await rest.write('POST', '/canvases')).toEqual({
    status: 503,
    body: { msg: 'Full' },
    revision: undefined,
    retryAfter: 7,
  });
});

test('an answer that a proxy gives in place of the server is no success', () =>
  expect(answering({ status: 200, text: PROXY }).rest.write('DELETE', '/canvases/1')).rejects.toThrow(SyntaxError));

test('a date is no number of seconds to wait', async () => {
  const { rest } = answering({ status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } });
  expect(await rest.write('POST', '/canvases')).toMatchObject({ status: 429, body: undefined, retryAfter: undefined });
});

test('other requests reject with the refusal', async () => {
  const refused = (fake: Fake): Promise<unknown> =>
    answering(fake)
      .rest.get('/canvases')
      .catch((cause: unknown) => cause);
  const locked = await refused({ status: 429, text: '{"msg":"Wait"}', headers: { 'retry-after': '7' } });
  expect(locked).toBeInstanceOf(Refusal);
  expect(locked).toMatchObject({ status: 429, msg: 'Wait', message: 'Wait', retryAfter: 7 });
  expect(await refused({ status: 502, text: PROXY })).toMatchObject({ status: 502, msg: '', retryAfter: undefined });
  expect(await refused({ status: 504, text: 'upstream timed out' })).toMatchObject({ msg: 'upstream timed out' });
  expect(await refused({ status: 400, text: '[]' })).toMatchObject({ status: 400, msg: '' });
});

test('an answer without a body is undefined', async () =>
  expect(await answering({ status: 204 }).rest.delete('/canvases/1')).toBeUndefined());
