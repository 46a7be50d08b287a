import { type Follower, isOfChanges, isPassing, type MessageSort, type Subscription, withQuery } from './follower.ts';
import { type ByteReader, createDecoder, type FetchAnswer, type Ports, type Timer } from './ports.ts';
import { numberIn, type Rest, refusedBy } from './rest.ts';

/** At least this long, and up to twice as long, before the same request is sent again (interface/streaming 2.9). */
const AGAIN_MS = 1_000;
/** Between two looks at something that has no stream: at first, and at most when nothing has been new for long. */
const LOOK_MS = 1_000;
const QUIET_MS = 4_000;
/** A look that finds nothing lengthens the next pause by this factor. */
const QUIETER = 1.25;
/** The server sends a line at least every 15 s, or as often as an operator has set; a proxy may hold lines back for ever. */
const SILENT_MS = 60_000;

/** Which streams may hold a connection, where there are few: a browser has six for each host over HTTP/1.1, for all its tabs. */
export type Slot = (path: string) => Promise<(() => void) | undefined>;

export interface OverHttp extends Subscription {
  /** Looks at once rather than later. */
  look(): void;
}

export interface HttpStreamOptions {
  readonly rest: Rest;
  readonly ports: Ports;
  readonly path: string;
  /** `told.revision` comes from the head of the answer; undefined in later messages of the same answer. */
  readonly follower: Follower;
  /** What the follower has already; only for paths in the form of changes. */
  readonly from: number | undefined;
  /** Resolves with what gives the connection back, or with undefined: then the server is asked for what is new again and again. */
  readonly slot: Slot | undefined;
  /** Resolves when a server that did not answer is there again. */
  readonly back: () => Promise<void>;
}

/** Follows a stream over HTTP: for servers that do not send streams over the socket, and where there is no socket. */
export function followOverHttp(options: HttpStreamOptions): OverHttp {
  const stream = new HttpStream(options);
  stream.begin();
  return stream;
}

class HttpStream implements OverHttp {
  readonly #options: HttpStreamOptions;
  #reader: ByteReader | undefined;
  #again: Timer | undefined;
  #isClosed = false;
  #from: number | undefined;
  /** The server has answered `from` with everything, though nothing is lost: it cannot resume this list. */
  #isWhole = false;
  /** The last answer that was no stream. */
  #text: string | undefined;
  /** Before the next look. */
  #lookMs = LOOK_MS;
  /** The follower has been told nothing yet, or that what it has may be old. */
  #isStale = true;

  constructor(options: HttpStreamOptions) {
    this.#options = options;
    this.#from = options.from;
  }

  /** Repeats the request after every answer or failure, until the server refuses it for good. */
  begin(): void {
    this.#again = undefined;
    this.#run().then(
      (isLooked) => this.#ran(isLooked),
      () => this.#failed(),
    );
  }

  look(): void {
    this.#lookMs = LOOK_MS;
    if (!this.#again) return;
    this.#again.cancel();
    this.begin();
  }

  close(): void {
    this.#isClosed = true;
    this.#again?.cancel();
    this.#reader?.cancel().catch(() => undefined);
  }

  /** A request without an answer: asks again when the server is back, which one question of all streams finds out. */
  #failed(): void {
    if (this.#isClosed) return;
    this.#stale();
    void this.#options.back().then(() => this.#ran(undefined));
  }

  #ran(isLooked: true | undefined): void {
    if (this.#isClosed) return;
    if (!isLooked) this.#stale();
    const { clock, random } = this.#options.ports;
    // The pause varies, so that thousands of pages behind one proxy do not ask in the same moment
    const pause = isLooked ? this.#lookMs * (0.75 + random() / 2) : AGAIN_MS * (1 + random());
    this.#lookMs = Math.min(QUIET_MS, this.#lookMs * QUIETER);
    this.#again = clock.after(pause, () => this.begin());
  }

  /** Resolves with true when it has looked at what is new, with undefined or a rejection when a stream or request has failed. */
  async #run(): Promise<true | undefined> {
    const { slot, path } = this.#options;
    const release = slot ? await slot(path) : () => undefined;
    try {
      if (this.#isClosed) return undefined;
      return release ? await this.#hold() : await this.#lookOnce();
    } finally {
      release?.();
    }
  }

  async #hold(): Promise<undefined> {
    const answer = await this.#ask(this.#streamPath());
    if (answer) await this.#read(answer, (line, sort, revision) => this.#told(line, sort, revision));
  }

  /** Asks for what came after the last revision, where the server knows that; else for everything. */
  async #lookOnce(): Promise<true | undefined> {
    if (this.#from === undefined || this.#isWhole || !isOfChanges(this.#options.path)) return this.#lookAtAll();
    const asked = this.#from;
    const answer = await this.#ask(this.#streamPath());
    if (!answer) return undefined;
    let isLooked: true | undefined;
    await this.#read(answer, (line, sort, revision) => {
      if (isLooked) return;
      isLooked = true;
      this.#isWhole = sort === 'whole' && revision === asked;
      this.#from = revision ?? this.#from;
      if (line !== '[]' || this.#isStale) this.#told(line, sort, revision);
      this.#reader?.cancel().catch(() => undefined);
    });
    return isLooked;
  }

  async #lookAtAll(): Promise<true | undefined> {
    const answer = await this.#ask(this.#options.path);
    if (!answer) return undefined;
    const text = await answer.text();
    if (this.#isClosed) return undefined;
    this.#from = revisionOf(answer);
    if (text !== this.#text || this.#isStale) this.#told(text, 'whole', this.#from);
    this.#text = isOfChanges(this.#options.path) && !this.#isWhole ? undefined : text;
    return true;
  }

  #streamPath(): string {
    const { path } = this.#options;
    const isResumed = this.#from !== undefined && isOfChanges(path);
    return withQuery(path, isResumed ? `subscribe&from=${this.#from}` : 'subscribe');
  }

  /** Resolves with undefined when the server refuses it now, or for good. */
  async #ask(path: string): Promise<FetchAnswer | undefined> {
    const answer = await this.#options.rest.fetch('GET', path);
    if (answer.status === 200) return answer;
    const { msg } = await refusedBy(answer);
    if (!isPassing(answer.status)) this.#over(answer.status, msg);
    return undefined;
  }

  async #read(answer: FetchAnswer, told: (line: string, sort: MessageSort, revision: number | undefined) => void): Promise<void> {
    this.#reader = answer.body?.getReader();
    if (this.#isClosed) return this.close();
    if (!this.#reader) return;
    const head = { sort: sortOf(answer), revision: revisionOf(answer) };
    let isFirst = true;
    const take = (line: string): void => {
      told(line, isFirst ? head.sort : 'later', isFirst ? head.revision : undefined);
      isFirst = false;
    };
    // A stream that cannot be read must not stay open beside the next one
    await this.#readLines(this.#reader, take).finally(() => this.#reader?.cancel().catch(() => undefined));
  }

  async #readLines(reader: ByteReader, take: (line: string) => void): Promise<void> {
    const decode = createDecoder();
    const { clock } = this.#options.ports;
    const wait = (): Timer => clock.after(SILENT_MS, () => reader.cancel().catch(() => undefined));
    let silence = wait();
    let rest = '';
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        silence.cancel();
        silence = wait();
        const lines = (rest + decode(next.value!)).split('\n');
        rest = lines.pop()!;
        // An empty line only says that the connection is alive
        for (const line of lines) if (line !== '' && !this.#isClosed) take(line);
      }
    } finally {
      silence.cancel();
    }
  }

  #told(line: string, sort: MessageSort, revision: number | undefined): void {
    this.#isStale = false;
    this.#lookMs = LOOK_MS;
    if (revision !== undefined) this.#from = revision;
    this.#options.follower.message(JSON.parse(line), { sort, revision });
  }

  #stale(): void {
    if (!this.#isStale) this.#options.follower.stale?.();
    this.#isStale = true;
  }

  #over(status: number, msg: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.follower.ended(status, msg);
  }
}

const sortOf = ({ headers }: FetchAnswer): MessageSort => (headers?.get('easel-stream') === 'resumed' ? 'resumed' : 'whole');

const revisionOf = (answer: FetchAnswer): number | undefined => numberIn(answer, 'easel-revision');
