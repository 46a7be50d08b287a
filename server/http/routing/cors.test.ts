import { afterEach, describe, expect, it } from 'vitest';
import { type Dummy, startDummy } from '../../../test/http/dummy-server.ts';
import { ask, request } from '../../../test/http/raw-connection.ts';

let dummy: Dummy;
afterEach(() => dummy.close());

const start = async (...corsAllowedOrigins: string[]): Promise<void> => {
  dummy = await startDummy({ settings: { corsAllowedOrigins } });
};
const headersOf = async (line: string, Origin: string) => (await ask(dummy.port, request(line, { Origin }))).headers;
const origin = 'https://board.example';

describe('a page of another origin', () => {
  it('gets no CORS headers by default', async () => {
    await start();
    for (const line of ['GET /api/v1/server-info', 'OPTIONS /api/v1/server-info']) {
      expect(Object.keys(await headersOf(line, origin)).filter((name) => /^access-control|^vary/.test(name))).toEqual([]);
    }
  });

  it('that is listed may read every answer, errors included', async () => {
    await start('https://other.example', origin);
    for (const line of [
      'GET /api/v1/server-info',
      'GET /api/v1/nothing',
      'PUT /api/v1/canvases',
      'DELETE /api/v1/users/1',
      'GET /',
    ]) {
      const headers = await headersOf(line, origin);
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers.vary).toBe('Origin');
      expect(headers['access-control-expose-headers']).toBe(
        'Content-Disposition, Easel-Level, Easel-Levels, Easel-Revision, Easel-Stream, ETag, Link, X-Request-ID',
      );
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers).not.toHaveProperty('access-control-allow-methods');
    }
  });

  it('that is listed is told what it may send', async () => {
    await start(origin);
    expect(await headersOf('OPTIONS /api/v1/canvases', origin)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
      'access-control-allow-headers':
        'Private-Token, Authorization, canvas-id, Content-Type, Easel-Batch, Easel-Id, If-Match, If-None-Match, X-Request-ID',
      'access-control-max-age': '600',
    });
  });

  it.each(['https://evil.example', 'https://board.example:444', 'http://board.example', 'null', 'https://board.example.evil'])(
    'that is not listed (%s) is told nothing',
    async (other) => {
      await start(origin);
      expect(await headersOf('OPTIONS /api/v1/canvases', other)).not.toHaveProperty('access-control-allow-origin');
      expect(await headersOf('GET /api/v1/server-info', other)).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('may be any with *', async () => {
    await start('*');
    expect((await headersOf('GET /api/v1/server-info', 'https://any.example'))['access-control-allow-origin']).toBe(
      'https://any.example',
    );
  });
});
