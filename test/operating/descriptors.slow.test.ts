import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RawConnection } from '../http/raw-connection.ts';
import type { Answer, Caller } from '../kit/client.ts';
import { form } from '../kit/files.ts';
import { picture } from '../kit/samples.ts';
import { type ServerProcess, withServer } from '../kit/server-process.ts';

/** For a busy machine. */
const patience = { timeout: 120_000 };
const LIMIT = 256;

/** A server that may open few files, and a client that must keep working. */
const withFew = (env: Record<string, string>, work: (server: ServerProcess, scene: Scene) => Promise<void>): Promise<void> => {
  const command = ['sh', '-c', `ulimit -n ${LIMIT} && exec "${process.execPath}" dist/server/main.js`];
  return withServer({ command, env: { EASEL_PREVIEWS: '0', ...env } }, async (server) => work(server, await Scene.open(server)));
};

/** A client at work, on one connection that stays open. */
class Scene {
  private constructor(
    private readonly admin: Caller,
    private readonly canvas: string,
    private readonly image: { readonly id: string; readonly hash: string },
  ) {}

  static async open(server: ServerProcess): Promise<Scene> {
    const admin = await server.admin();
    const canvas = `/canvases/${(await admin.post('/canvases')).body.id}`;
    const { body } = await admin.post(`${canvas}/images`, ...form({ data: await picture('png', 800, 600), filename: 'a.png' }));
    return new Scene(admin, canvas, body);
  }

  download(): Promise<Answer> {
    return this.admin.get(`${this.canvas}/images/${this.image.id}/download`);
  }

  level(level: number): Promise<Answer> {
    return this.admin.get(`/mipmaps/${this.image.hash}/${level}`, { 'canvas-id': this.canvas.split('/')[2]! });
  }

  async upload(): Promise<Answer> {
    return this.admin.post(`${this.canvas}/images`, ...form({ data: await picture('png', 40, 30), filename: 'b.png' }));
  }

  note(): Promise<Answer> {
    return this.admin.post(`${this.canvas}/notes`, { text: 'x' });
  }

  async expectServed(level: number): Promise<void> {
    const answers = [await this.note(), await this.download(), await this.level(level), await this.upload()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
}

const openFiles = (server: ServerProcess): number => readdirSync(`/proc/${server.child.pid}/fd`).length;

const stream = 'GET /api/v1/server-config?subscribe HTTP/1.1\r\nHost: a\r\n\r\n';

/** Opens this many streams without a token, one after the other, and counts the statuses of their answers. */
async function watch(server: ServerProcess, from: string, count: number) {
  const opened: RawConnection[] = [];
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) {
    const connection = await RawConnection.open(await server.port(), { from });
    opened.push(connection);
    connection.send(stream);
    const head = await connection.head();
    statuses.push(Number(head.split(' ')[1]));
    if (!head.startsWith('HTTP/1.1 200')) expect(head).toMatch(/\r\nRetry-After: \d+\r\n/);
  }
  const count_ = (status: number): number => statuses.filter((one) => one === status).length;
  return {
    ok: count_(200),
    tooMany: count_(429),
    unavailable: count_(503),
    close: () => opened.forEach((one) => void one.close()),
  };
}

describe.skipIf(process.platform !== 'linux')('descriptors', patience, () => {
  test('cannot be taken by streams that anybody may open', () =>
    withFew({}, async (server, scene) => {
      const first = await watch(server, '127.0.0.2', 200);
      // There are 256: 80 are for the server itself, a fifth of the rest is for files, and three quarters of the others may be
      // streams: 105. Callers without a token have half of these, less an eighth for connections that may still sign in: 46. One
      // of them gets half of what is left
      expect([first.ok, first.tooMany]).toEqual([24, 176]);
      await scene.expectServed(1);
      const second = await watch(server, '127.0.0.3', 200);
      expect([second.ok, second.unavailable]).toEqual([12, 188]);
      expect(openFiles(server)).toBeLessThan(LIMIT - 40);
      await scene.expectServed(2);
      first.close();
      second.close();
      let third = await watch(server, '127.0.0.4', 1);
      while (third.ok === 0) third = await watch(server, '127.0.0.4', 1);
      third.close();
      expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    }));

  test('that are all taken make nothing missing: 503, and as before when there are some again', () =>
    withFew({ EASEL_MAX_CONNECTIONS: '10000' }, async (server, scene) => {
      await scene.expectServed(0);
      const opened: RawConnection[] = [];
      while (openFiles(server) < LIMIT) opened.push(await RawConnection.open(await server.port(), { from: '127.0.0.2' }));
      for (const ask of [() => scene.download(), () => scene.level(1), () => scene.level(3), () => scene.upload()]) {
        const { status, headers, body } = await ask();
        expect([status, headers['retry-after'], body]).toEqual([503, '2', { msg: 'Service temporarily unavailable' }]);
      }
      expect((await scene.note()).status).toBe(200);
      for (const connection of opened) connection.close();
      while (openFiles(server) > LIMIT - 100) await scene.note();
      await scene.expectServed(3);
    }));

  test('are given to one caller as a setting says', () =>
    withFew({ EASEL_MAX_STREAMS_PER_CALLER: '3' }, async (server) => {
      const admin = await server.admin();
      const streams = [await admin.watch('/users'), await admin.watch('/groups'), await admin.watch('/server-config')];
      await expect(admin.watch('/users')).rejects.toThrow('429 {"msg":"Too many requests"}');
      const anonymous = await watch(server, '127.0.0.2', 4);
      expect([anonymous.ok, anonymous.tooMany]).toEqual([3, 1]);
      streams[0]!.close();
      await streams[0]!.ended;
      for (;;) if (await admin.watch('/users').catch(() => undefined)) break;
      anonymous.close();
    }));
});
