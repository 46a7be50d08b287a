import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { type ServerProcess, withFolder } from '../kit/server-process.ts';
import { until } from '../kit/until.ts';

const patience = { timeout: 120_000 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a display comes back with what it shows after %s of its server, and ends with 0 at Ctrl-C',
  patience,
  (signal) =>
    withFolder(async (folder) => {
      const env = { EASEL_PORT: String(await freePort()) };
      const first = await folder.start({ env });
      const admin = await first.admin();
      const address = await first.listening;
      const words = ['display', '--server', address, '--name', 'lobby', '--state', folder.file('state.json')];
      const command = [process.execPath, 'dist/cli/easel.js', ...words];
      const display = folder.spawn({ command, env: { EASEL_TOKEN: admin.token } });
      const [, id] = /\((.*?)\)/.exec(await display.said(/^connected as lobby/))!;
      const canvas = (await admin.post('/canvases', { name: 'Wall' })).body.id;
      await admin.post(`/clients/${id}/workspaces/0/open-canvas`, { canvas_id: canvas });
      await display.said(/^workspace 0 shows canvas "Wall"/);
      await first.end(signal);
      await display.said(/^not connected \(.*\); trying again/);
      const second: ServerProcess = await folder.start({ env });
      await display.said(/^connected again$/);
      const again = await second.admin();
      const { body } = await again.get(`/clients/${id}/workspaces/0`);
      expect(body).toMatchObject({ canvas_id: canvas, workspace_state: 'open', view_rectangle: { width: 384, height: 216 } });
      // The display's stream may come back later than the display itself
      await until(async () => {
        await again.post(`/canvases/${canvas}/notes`);
        return display.out.some((line) => /^canvas "Wall": \d added/.test(line));
      }, 200);
      expect(display.out.filter((line) => line.includes('connected'))).toHaveLength(3);
      expect(await display.end('SIGINT')).toEqual({ code: 0, signal: null });
      expect(display.out.at(-1)).toBe('ended');
      await until(async () => (await again.get(`/clients/${id}`)).status === 404);
    }),
);
