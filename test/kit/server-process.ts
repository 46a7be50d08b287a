import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Caller } from './client.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const ADMIN = { email: 'admin@corp.example', password: 'admin-password' };

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProcessOptions {
  /** The data folder. */
  readonly folder: string;
  /** Of the repository; default the built server. */
  readonly entry?: string;
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another program than Node, with all its arguments (npm); its children get its signals and its end. */
  readonly command?: readonly string[];
}

/** A real server in a process of its own, on a free port of 127.0.0.1. It never outlives this process. */
export class ServerProcess {
  /** Lines of stdout and of stderr, as they came. */
  readonly out: string[] = [];
  readonly err: string[] = [];
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  /** Its address; rejects with what the process said when it ends before it listens. */
  readonly listening: Promise<string>;
  /** Milliseconds from its start to its first line that says "listening". */
  startTook = 0;

  constructor(options: ProcessOptions) {
    const { folder, entry = 'dist/server/main.js', args = [], nodeArgs = [], env = {} } = options;
    const [program, ...rest] = options.command ?? [process.execPath, ...nodeArgs, join(repository, entry), ...args];
    const started = performance.now();
    this.child = spawn(program!, rest, {
      cwd: repository,
      env: { ...inherited(), EASEL_HOST: '127.0.0.1', EASEL_PORT: '0', EASEL_DATA_DIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    const kill = (): void => this.#signal('SIGKILL');
    process.once('exit', kill);
    this.exited = once(this.child, 'close').then(([code, signal]) => {
      process.off('exit', kill);
      return { code, signal };
    });
    this.listening = new Promise((resolve, reject) => {
      collect(this.child.stderr!, (line) => this.err.push(line));
      collect(this.child.stdout!, (line) => {
        this.out.push(line);
        const address = addressIn(line);
        if (address === undefined) return;
        this.startTook = performance.now() - started;
        resolve(address);
      });
      this.exited.then(() => reject(new Error([...this.err, ...this.out].join('\n'))));
    });
    this.listening.catch(() => undefined);
  }

  static async start(options: ProcessOptions): Promise<ServerProcess> {
    const server = new ServerProcess({ ...options, env: { ...adminSettings, ...options.env } });
    await server.listening;
    return server;
  }

  async port(): Promise<number> {
    return Number(new URL(await this.listening).port);
  }

  /** Log lines, parsed. */
  get log(): Record<string, unknown>[] {
    return this.out.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  }

  async caller(token = ''): Promise<Caller> {
    return new Caller(await this.listening, token, () => undefined);
  }

  async admin(): Promise<Caller> {
    const anonymous = await this.caller();
    const { status, text, body } = await anonymous.post('/users/login', ADMIN);
    anonymous.close();
    if (status !== 200) throw new Error(`${status} ${text}`);
    return this.caller(body.token);
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> {
    this.#signal(signal);
    return this.exited;
  }

  /** To the whole group, so that nothing is left behind; one that has ended already gets none. */
  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.child.pid!, signal);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
    }
  }
}

export const adminSettings = { EASEL_ADMIN_EMAIL: ADMIN.email, EASEL_ADMIN_PASSWORD: ADMIN.password };

/** Runs with a folder of its own, which is gone afterwards, also on failure. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-process-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As withFolder, with a server on it that is killed afterwards. */
export function withServer<T>(
  options: Omit<ProcessOptions, 'folder'>,
  work: (server: ServerProcess, folder: string) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const server = new ServerProcess({ ...options, folder, env: { ...adminSettings, ...options.env } });
    try {
      await server.listening;
      return await work(server, folder);
    } finally {
      await server.end();
    }
  });
}

/** Settings of the machine that runs the tests must not reach the server. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(EASEL_|NODE_OPTIONS|VITEST|npm_)/i.test(name)));
}

function collect(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  });
  stream.on('end', () => rest !== '' && take(rest));
}

function addressIn(line: string): string | undefined {
  if (line.startsWith('{"')) {
    const { msg, address } = JSON.parse(line);
    return msg === 'listening' ? address : undefined;
  }
  return /Easel is listening on (\S+)/.exec(line)?.[1];
}
