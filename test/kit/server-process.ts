import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import { Caller } from './client.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const ADMIN = { email: 'admin@corp.example', password: 'admin-password' };

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProcessOptions {
  /** Entry file in the repository; default: the built server. */
  readonly entry?: string;
  readonly nodeArgs?: readonly string[];
  /** Settings besides those of the administrator; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A program other than Node, with all its arguments (npm); its children get its signals and end with it. */
  readonly command?: readonly string[];
}

/** A data folder with all servers that were started on it. Both are removed after the test, however it ends. */
export async function withFolder<T>(work: (folder: TestFolder) => Promise<T>): Promise<T> {
  const folder = new TestFolder();
  onTestFinished(() => folder.remove());
  return work(folder);
}

/** Like withFolder, with one server that listens. */
export function withServer<T>(
  options: ProcessOptions,
  work: (server: ServerProcess, folder: TestFolder) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => work(await folder.start(options), folder));
}

export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'easel-process-'));
  readonly #processes: ServerProcess[] = [];

  /** A file or folder in it. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** Starts a server, without waiting for it. */
  spawn(options: ProcessOptions = {}): ServerProcess {
    const server = new ServerProcess(this.path, options);
    this.#processes.push(server);
    return server;
  }

  /** Resolves when the server listens; rejects with its output when it ends before that. */
  async start(options?: ProcessOptions): Promise<ServerProcess> {
    const server = this.spawn(options);
    await server.listening;
    return server;
  }

  /** The audit log of its database, oldest first. */
  audit(): Record<string, unknown>[] {
    const database = openDatabase(this.file('easel.db'));
    try {
      return database.prepare('SELECT * FROM audit ORDER BY id').all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  }

  async remove(): Promise<void> {
    await Promise.all(this.#processes.map((server) => server.end()));
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A real server in a process of its own, on a free port of 127.0.0.1. */
export class ServerProcess {
  /** Lines of stdout and of stderr, as they arrived. */
  readonly out: string[] = [];
  readonly err: string[] = [];
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  /** The address of the server; rejects with its output when the process ends before it listens. */
  readonly listening: Promise<string>;
  /** Milliseconds from its start to the line with its address. */
  startTook = 0;
  readonly #callers: Caller[] = [];

  constructor(
    readonly folder: string,
    { entry = 'dist/server/main.js', nodeArgs = [], env, command }: ProcessOptions,
  ) {
    requireSlow();
    const [program, ...args] = command ?? [process.execPath, ...nodeArgs, join(repository, entry)];
    this.child = spawn(program!, args, {
      cwd: repository,
      env: { ...inherited(), ...settings(folder), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own, so that none of its children stay behind
      detached: true,
    });
    const kill = (): void => this.#signal('SIGKILL');
    process.once('exit', kill);
    this.exited = once(this.child, 'close').then(([code, signal]) => {
      process.off('exit', kill);
      return { code, signal };
    });
    collect(this.child.stderr!, (line) => this.err.push(line));
    this.listening = this.#listen(performance.now());
    this.listening.catch(() => undefined);
  }

  /** Resolves with the first matching line of its stdout, past or future; rejects when the process ends before that. */
  said(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = this.out.find((line) => pattern.test(line));
        if (found !== undefined) resolve(found);
      };
      this.child.stdout!.on('data', look);
      this.exited.then(() => reject(new Error([...this.err, ...this.out].join('\n'))), reject);
      look();
    });
  }

  async port(): Promise<number> {
    return Number(new URL(await this.listening).port);
  }

  /** Log lines, parsed. */
  get log(): Record<string, unknown>[] {
    return this.out.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  }

  async caller(token = ''): Promise<Caller> {
    const caller = new Caller({ url: await this.listening }, token);
    this.#callers.push(caller);
    return caller;
  }

  async admin(): Promise<Caller> {
    const { status, text, body } = await (await this.caller()).post('/users/login', ADMIN);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return this.caller(body.token);
  }

  /** Sends the signal and waits for the end. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<Exit> {
    this.#signal(signal);
    const exit = await this.exited;
    for (const caller of this.#callers) caller.close();
    return exit;
  }

  #listen(started: number): Promise<string> {
    return new Promise((resolve, reject) => {
      collect(this.child.stdout!, (line) => {
        this.out.push(line);
        const address = addressIn(line);
        if (address === undefined) return;
        this.startTook = performance.now() - started;
        resolve(address);
      });
      this.exited.then(() => reject(new Error([...this.err, ...this.out].join('\n'))), reject);
    });
  }

  /** Does nothing when the process has already ended. */
  #signal(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.child.pid!, signal);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
    }
  }
}

const settings = (folder: string) => ({
  EASEL_HOST: '127.0.0.1',
  EASEL_PORT: '0',
  EASEL_DATA_DIR: folder,
  EASEL_ADMIN_EMAIL: ADMIN.email,
  EASEL_ADMIN_PASSWORD: ADMIN.password,
  EASEL_SAMPLE_CANVAS: '0',
});

/** Keeps the fast tests fast, without anybody having to remember it. */
function requireSlow(): void {
  const { testPath = '' } = expect.getState();
  if (!testPath.includes('.slow.test.')) throw new Error(`${testPath} starts a process: call it *.slow.test.ts`);
}

/** The environment without Easel's settings of the person who runs the tests. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(EASEL_|NODE_|VITEST|npm_)/i.test(name)));
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

/** Log lines are JSON; what is printed for people is not. */
function addressIn(line: string): string | undefined {
  if (!line.startsWith('{"')) return /Easel is listening on (\S+)/.exec(line)?.[1];
  const { msg, address } = JSON.parse(line);
  return msg === 'listening' ? address : undefined;
}
