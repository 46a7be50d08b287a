import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createEasel, type EaselParts, type Easel as Server } from '../../server/app.ts';
import { openApiDocument } from '../../server/http/openapi.ts';
import type { Limits } from '../../server/http/parts.ts';
import { readSettings } from '../../server/settings.ts';
import type { Driver } from '../../server/store/driver.ts';
import { openDatabase } from '../../server/store/sqlite/engine.ts';
import type { ChangeSet } from '../../server/store/types.ts';
import { type Answer, Caller, type Headers, type Witness } from './client.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { databaseThreads } from './database-threads.ts';
import { Description } from './description.ts';

export type { Answer, Caller } from './client.ts';
export type { StreamReader } from './stream-reader.ts';

const ADMIN = { email: 'admin@corp.example', password: 'admin-password' };
/** As cheap as argon2 can be: tests make many users. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface StartOptions {
  /** Environment variables besides those that the kit sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** A data folder to go on with; it is kept. */
  readonly folder?: string;
  readonly clock?: EaselParts['clock'];
  readonly scheduler?: EaselParts['scheduler'];
  readonly limits?: Partial<Limits>;
  readonly wrapDriver?: EaselParts['wrapDriver'];
}

/** A person with an account and a token. */
export interface Person extends Caller {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

/** One for the whole run, because it also says what the run has seen; all servers have the same routes. */
let description: Description | undefined;

/** The API document with what the tests so far were answered; undefined before the first server. */
export const describedSoFar = (): Description | undefined => description;

/** Test files that started a server in this run. */
const starters = new Set<string>();

export const startedBy = (file: string): boolean => starters.has(file);

/** A whole server on a free port of 127.0.0.1, with its own data folder and a clock that stands still. */
export async function startEasel(options: StartOptions = {}): Promise<Easel> {
  starters.add(expect.getState().testPath ?? '');
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'easel-test-'));
  const env = {
    EASEL_PORT: '0',
    EASEL_DATA_DIR: folder,
    EASEL_ADMIN_EMAIL: ADMIN.email,
    EASEL_ADMIN_PASSWORD: ADMIN.password,
    // They would be written while tests count what is written
    EASEL_PREVIEWS: '0',
    ...options.env,
  };
  const errors: unknown[] = [];
  const log = { info: () => undefined, error: (fields: object, text: string) => errors.push([text, fields]) };
  const clock = options.clock ?? fakeClock();
  const written = new CommitCount();
  const fatal = (cause: unknown): void => void errors.push(cause);
  const server = await createEasel({
    settings: readSettings(env),
    clock,
    log,
    fatal,
    threads: databaseThreads(),
    scheduler: options.scheduler,
    passwordCost: CHEAP,
    limits: options.limits,
    wrapDriver: (driver) => written.count(options.wrapDriver?.(driver) ?? driver),
  });
  description ??= new Description(openApiDocument(server.routes));
  const easel = new Easel(
    server,
    await server.http.listen(),
    clock as FakeClock,
    folder,
    options.folder !== undefined,
    errors,
    written,
  );
  easel.admin = await easel.signIn(env.EASEL_ADMIN_EMAIL, env.EASEL_ADMIN_PASSWORD);
  return easel;
}

export class Easel implements Witness {
  readonly anonymous: Caller;
  admin!: Person;
  /** What was published since the start, in order. */
  readonly published: ChangeSet[] = [];
  /** What answers and messages had that the API document does not say; a request with such an answer fails at once. */
  readonly undescribed: string[] = [];
  readonly #callers: Caller[] = [];
  #people = 0;

  constructor(
    readonly server: Server,
    readonly url: string,
    readonly clock: FakeClock,
    readonly folder: string,
    private readonly kept: boolean,
    /** What was logged as an error, and fatal causes. */
    readonly errors: readonly unknown[],
    private readonly written: CommitCount,
  ) {
    server.store.onChange((set) => this.published.push(set));
    this.anonymous = this.as('');
  }

  /** Part of `Witness`: every answer is compared with the API document. */
  answered(method: string, path: string, answer: Answer): void {
    const faults = description!.faults({ method, path }, answer);
    this.undescribed.push(...faults);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** Part of `Witness`: the same for messages of streams. */
  streamed(path: string, text: string, first: boolean): void {
    this.undescribed.push(...description!.messageFaults({ method: 'GET', path }, text, first));
  }

  /** Sends with this token; `''` for none. */
  as(token: string): Caller {
    const caller = new Caller(this.url, token, this);
    this.#callers.push(caller);
    return caller;
  }

  async signIn(email: string, password: string): Promise<Person> {
    const { body } = await this.#ok(this.anonymous.post('/users/login', { email, password }));
    return Object.assign(this.as(body.token), { id: body.user.id as number, email, password });
  }

  /** Makes a user and signs in as that user. */
  async user(fields: { name?: string; email?: string; password?: string; admin?: boolean } = {}): Promise<Person> {
    const name = fields.name ?? `person-${++this.#people}`;
    const {
      email = `${name.replaceAll(' ', '-').toLowerCase()}-${++this.#people}@corp.example`,
      password = 'long-enough-password',
    } = fields;
    await this.#ok(this.admin.post('/users', { admin: false, ...fields, name, email, password }));
    return this.signIn(email, password);
  }

  /** Makes a canvas and answers its path, `/canvases/<id>`. */
  async canvas(owner: Caller = this.admin, fields: object = {}): Promise<string> {
    return `/canvases/${(await this.#ok(owner.post('/canvases', fields))).body.id}`;
  }

  /** Runs requests that must change nothing: asserts that nothing was written and nothing published. */
  async unchanged<T>(work: () => Promise<T>): Promise<T> {
    const before = this.published.length;
    const { commits } = this;
    const result = await work();
    expect(this.published.slice(before), 'nothing may be published').toEqual([]);
    expect(this.commits - commits, 'nothing may be written').toBe(0);
    return result;
  }

  /** What was given to the database since the start, audit entries included. */
  get commits(): number {
    return this.written.commits;
  }

  /** The audit log, oldest first, as it is on disk. */
  audit(): Record<string, unknown>[] {
    const database = openDatabase(join(this.folder, 'easel.db'));
    try {
      return database.prepare('SELECT * FROM audit ORDER BY id').all() as Record<string, unknown>[];
    } finally {
      database.close();
    }
  }

  async request(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer> {
    return this.anonymous.request(method, path, body, headers);
  }

  async close(): Promise<void> {
    await this.server.close();
    for (const caller of this.#callers) caller.close();
    if (!this.kept) rmSync(this.folder, { recursive: true, force: true });
    expect(this.errors, 'nothing may be logged as an error').toEqual([]);
    expect(this.undescribed, 'everything must be as the API document says').toEqual([]);
  }

  async #ok(answer: Promise<Answer>): Promise<Answer> {
    const { status, text, ...rest } = await answer;
    if (status !== 200) throw new Error(`${status} ${text}`);
    return { status, text, ...rest };
  }
}

/** Stands before the database and counts what is written to it. */
class CommitCount {
  commits = 0;

  count(driver: Driver): Driver {
    const commit: Driver['commit'] = (commits) => {
      this.commits += commits.length;
      return driver.commit(commits);
    };
    return new Proxy(driver, {
      get(target, name: keyof Driver) {
        const own = name === 'commit' ? commit : target[name];
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
  }
}
