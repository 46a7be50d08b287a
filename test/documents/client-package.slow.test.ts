import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNpm } from '../../scripts/steps/run.mjs';
import { systemClock } from '../../server/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { bash, root } from '../kit/typed.ts';

/** npm and the compiler start slowly on a busy machine. */
const patience = { timeout: 120_000 };

const program = `
import { connect, FollowedList, Refused } from 'easel-client';
import { WebSocket } from './socket.mjs';

const { EASEL = '', TOKEN = '', CANVAS = '' } = process.env;
const client = connect({
  server: EASEL,
  token: TOKEN,
  client: { installation_name: 'counter', api_access: 'rw' },
  workspaces: [{ index: 0, size: { width: 1600, height: 900 } }],
  commands: {
    'open-canvas': ({ canvas_id }) => {
      const id: string = canvas_id;
      throw new Refused('refused', id);
    },
  },
  fault: console.error,
  ports: { WebSocket },
});
const notes = new FollowedList({
  changed: ({ added }) => {
    console.log(JSON.stringify(added));
    void client.bye();
  },
});
client.follow(\`/canvases/\${CANVAS}/notes?changes=1\`, notes);
// @ts-expect-error: the address of a server is a text
export const wrong = (): unknown => connect({ server: 5 });
`;

const surroundings = `declare const process: { env: Record<string, string> };
declare const console: { log(text: string): void; error(cause: unknown): void };`;

describe('the package of the client library', patience, () => {
  const easel = useEasel({ clock: systemClock });
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'easel-client-package-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'socket.mjs'), `export { WebSocket } from '${join(root, 'node_modules/ws/wrapper.mjs')}';`);
    // The types of Node would hide a name that the package takes from them
    writeFileSync(join(folder, 'socket.d.mts'), 'export declare const WebSocket: new (url: string) => any;\n');
    writeFileSync(join(folder, 'surroundings.d.ts'), `${surroundings}\n`);
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', lib: ['es2023'], types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    writeFileSync(join(folder, 'program.mts'), program);
    await runNpm(['install', '--silent', '--offline', '--install-links', join(root, 'dist/easel-client')], folder);
  }, patience.timeout);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('installs without the network, under its name and the version of Easel, and with nothing else', () => {
    const installed = JSON.parse(readFileSync(join(folder, 'node_modules/easel-client/package.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(installed).toMatchObject({ name: 'easel-client', version });
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['easel-client']);
    expect(readdirSync(join(folder, 'node_modules/easel-client')).sort()).toEqual(
      ['LICENSE', 'README.md', 'client', 'model', 'package.json', 'texts'].sort(),
    );
  });

  it('compiles in a strict program, and connects and follows from Node', async () => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    await bash(folder, `cd ${folder}; node ${compiler} -p . >&2`);

    const { id } = (await easel.admin.post('/canvases', { name: 'Counted' })).body;
    await easel.admin.post(`/canvases/${id}/notes`, { text: 'one' });
    const { stdout } = await bash(
      folder,
      `EASEL=${easel.url} TOKEN=${easel.admin.token} CANVAS=${id} node ${folder}/program.mjs`,
    );
    expect(JSON.parse(stdout)).toMatchObject([{ text: 'one' }]);
  });
});
