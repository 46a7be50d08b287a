import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createEasel, type EaselDeps, type Easel as Server } from '../../server/app.ts';
import type { Limits } from '../../server/http/deps.ts';
import { openApiDocument } from '../../server/http/openapi/document.ts';
import { readSettings } from '../../server/settings.ts';
import type { Driver } from '../../server/store/drivers/driver.ts';
import { openDatabase } from '../../server/store/drivers/sqlite/engine.ts';
import type { ChangeSet } from '../../server/store/store.ts';
import { type Answer, Caller, type Headers, type Target } from './client.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { databaseThreads } from './database-threads.ts';
import { Description } from './description.ts';
import { evidence, storeEvidence } from './evidence.ts';
import type { StreamReader } from './stream-reader.ts';

export type { Answer, Caller } from './client.ts';
export type { StreamReader } from './stream-reader.ts';

const ENV = {
  EASEL_PORT: '0',
  EASEL_ADMIN_EMAIL: 'admin@corp.example',
  EASEL_ADMIN_PASSWORD: 'admin-password',
  // Previews would be written while tests count writes
  EASEL_PREVIEWS: '0',
  // One more canvas would be in all lists
  EASEL_SAMPLE_CANVAS: '0',
};
/** The cheapest parameters of argon2, because tests make many users. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
  readonly fields: object;
}

export interface StartOptions {
  /** Environment variables besides those that the kit sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** An existing data folder to continue with; it is kept. */
  readonly folder?: string;
  readonly clock?: EaselDeps['clock'];
  readonly scheduler?: EaselDeps['scheduler'];
  readonly limits?: Partial<Limits>;
  readonly wrapDriver?: EaselDeps['wrapDriver'];
  readonly licence?: EaselDeps['licence'];
  /** Which names there are, and which addresses count as public. */
  readonly network?: EaselDeps['network'];
  /** Instead of those of the server. */
  readonly features?: EaselDeps['features'];
  /** What it has together with other nodes. */
  readonly cluster?: Pick<EaselDeps, 'openDriver' | 'bus'>;
  /** The database file, where it is not in the data folder. */
  readonly database?: string;
  /** Is given the lines of the log that are no errors. */
  readonly info?: EaselDeps['log']['info'];
}

export interface UseOptions<Name extends string> extends StartOptions {
  /** Names of accounts to make at the start. */
  readonly people?: readonly Name[];
  /** One server for all tests of the file (or of the chapter that asks for it), or a new one for each test. */
  readonly each?: 'file' | 'test';
}

/** A person with an account and a token. */
export interface Person extends Caller {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

/** One for all servers with the usual features, which have the same routes. */
let description: Description | undefined;

/** The API document as a judge of answers; undefined before the first server. */
export const describedSoFar = (): Description | undefined => description;

/** The server of a test file: it starts before the first test and ends after the last. */
export function useEasel<const Name extends string = never>({ people = [], each = 'file', ...options }: UseOptions<Name> = {}) {
  const easel = new Easel();
  const persons = Object.fromEntries(people.map((name) => [name, easel.as('')])) as Readonly<Record<Name, Person>>;
  const begin = async (): Promise<void> => {
    await easel.start(options);
    for (const name of people) Object.assign(persons[name], await easel.user({ name }));
  };
  const [before, after] = each === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(begin);
  after(() => easel.close());
  return Object.assign(easel, { people: persons });
}

/** A server for one test, which must end it. */
export async function startEasel(options: StartOptions = {}): Promise<Easel> {
  const easel = new Easel();
  await easel.start(options);
  return easel;
}

/** A whole server on a free port of 127.0.0.1, with its own data folder and a clock that stands still. */
export class Easel implements Target {
  server!: Server;
  url = '';
  clock!: FakeClock;
  folder = '';
  admin!: Person;
  /** Change sets published since the start, in order. */
  readonly published: ChangeSet[] = [];
  /** Logged errors, and fatal causes. */
  readonly errors: unknown[] = [];
  /** Everything that was logged since the start, in order. */
  readonly logged: LogLine[] = [];
  /** Deviations of answers and messages from the API document; a request with such an answer fails at once. */
  readonly undescribed: string[] = [];
  readonly #callers: Caller[] = [];
  readonly anonymous = this.as('');
  #written = new CommitCount();
  #options: StartOptions = {};
  /** The document of this server's routes. */
  #description: Description | undefined;
  #people = 0;

  async start(options: StartOptions): Promise<void> {
    evidence.files.add(expect.getState().testPath ?? '');
    for (const list of [this.published, this.errors, this.logged, this.undescribed]) list.length = 0;
    this.#options = options;
    this.#written = new CommitCount();
    this.#people = 0;
    this.folder = options.folder ?? mkdtempSync(join(tmpdir(), 'easel-test-'));
    this.clock = (options.clock ?? fakeClock()) as FakeClock;
    await this.#listen();
  }

  /** Ends the server, runs `between`, and starts another server on the same data. */
  async restart(between: () => unknown = () => {}): Promise<void> {
    await this.server.close();
    await between();
    await this.#listen();
  }

  /** Part of `Target`: compares every answer with the API document. */
  answered(method: string, path: string, answer: Answer): void {
    const faults = this.#description!.faults({ method, path }, answer);
    this.undescribed.push(...faults);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** Part of `Target`: compares every message of a stream. */
  streamed(path: string, text: string, first: boolean): void {
    this.undescribed.push(...this.#description!.messageFaults({ method: 'GET', path }, text, first));
  }

  /** A caller with this token; `''` for none. */
  as(token: string): Caller {
    const caller = new Caller(this, token);
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

  /** Waits until this stream ends because its right is checked again, which happens at most every 250 ms. */
  async endOf(stream: StreamReader): Promise<void> {
    this.clock.advance(250);
    expect(await stream.ended).toBe('clean');
  }

  /** Makes a canvas and returns its path, `/canvases/<id>`. */
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

  /** Number of writes sent to the database since the start, including audit lines. */
  get commits(): number {
    return this.#written.commits;
  }

  /** The audit log, oldest first, as it is on disk. */
  audit(): Record<string, unknown>[] {
    return this.#stored('SELECT * FROM audit ORDER BY id');
  }

  /** The number of its lines, which is read in no time however long it is. */
  auditLines(): number {
    return this.#stored('SELECT count(*) AS lines FROM audit')[0]!.lines as number;
  }

  #stored(query: string): Record<string, unknown>[] {
    const database = openDatabase(this.#options.database ?? join(this.folder, 'easel.db'));
    try {
      return database.prepare(query).all() as Record<string, unknown>[];
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
    storeEvidence();
    if (this.#options.folder === undefined) rmSync(this.folder, { recursive: true, force: true });
    expect(this.errors, 'nothing may be logged as an error').toEqual([]);
    expect(this.undescribed, 'everything must be as the API document says').toEqual([]);
  }

  async #listen(): Promise<void> {
    const { env, scheduler, limits, wrapDriver, licence, network, features, cluster, info = () => {} } = this.#options;
    this.server = await createEasel({
      settings: readSettings({ ...ENV, EASEL_DATA_DIR: this.folder, ...env }),
      clock: this.clock,
      log: {
        debug: this.#log('debug'),
        warn: this.#log('warn'),
        info: (fields, text) => {
          this.#log('info')(fields, text);
          info(fields, text);
        },
        error: (fields, text) => {
          this.#log('error')(fields, text);
          this.errors.push([text, fields]);
        },
      },
      fatal: (cause) => void this.errors.push(cause),
      threads: databaseThreads(),
      passwordCost: CHEAP,
      scheduler,
      limits,
      licence,
      network,
      features,
      ...cluster,
      wrapDriver: (driver) => this.#written.count(wrapDriver?.(driver) ?? driver),
    });
    this.server.store.feed.follow((set) => this.published.push(set));
    const described = () => new Description(openApiDocument(this.server.routes));
    this.#description = features ? described() : (description ??= described());
    this.url = await this.server.http.listen();
    this.admin = await this.signIn(env?.EASEL_ADMIN_EMAIL ?? ENV.EASEL_ADMIN_EMAIL, ENV.EASEL_ADMIN_PASSWORD);
  }

  readonly #log =
    (level: LogLine['level']) =>
    (fields: object, text: string): void =>
      void this.logged.push({ level, text, fields });

  async #ok(answer: Promise<Answer>): Promise<Answer> {
    const { status, text, ...rest } = await answer;
    if (status !== 200) throw new Error(`${status} ${text}`);
    return { status, text, ...rest };
  }
}

/** Sits in front of the database and counts what is written to it. */
class CommitCount {
  commits = 0;

  count(driver: Driver): Driver {
    const commit: Driver['commit'] = (commits) => {
      this.commits += commits.length;
      return driver.commit(commits);
    };
    const commitLarge: Driver['commitLarge'] = (large) => {
      this.commits++;
      return driver.commitLarge(large);
    };
    const counted: Partial<Driver> = { commit, commitLarge };
    return new Proxy(driver, {
      get(target, name: keyof Driver) {
        const own = counted[name] ?? target[name];
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
  }
}
