import { type Follower, type Following, isPassing, type MessageSort, withQuery } from './follower.ts';
import { type ByteReader, createDecoder, type Ports, type Timer } from './ports.ts';
import { msgOf, type Rest } from './rest.ts';

/** At least this long, and up to twice as long, before the same request is sent again (interface/streaming 2.9). */
const AGAIN_MS = 1_000;

/** Follows a stream over HTTP, for servers that do not send streams over the socket. */
export function followOverHttp(rest: Rest, ports: Ports, path: string, follower: Follower): Following {
  const stream = new HttpStream(rest, ports, path, follower);
  stream.begin();
  return stream;
}

class HttpStream implements Following {
  #reader: ByteReader | undefined;
  #again: Timer | undefined;
  #isClosed = false;

  constructor(
    private readonly rest: Rest,
    private readonly ports: Ports,
    private readonly path: string,
    private readonly follower: Follower,
  ) {}

  /** Repeats the request after every failure, until the server refuses it for good. */
  begin(): void {
    this.#run()
      .catch(() => undefined)
      .finally(() => {
        if (this.#isClosed) return;
        this.#again = this.ports.clock.after(AGAIN_MS * (1 + this.ports.random()), () => this.begin());
      });
  }

  close(): void {
    this.#isClosed = true;
    this.#again?.cancel();
    this.#reader?.cancel().catch(() => undefined);
  }

  async #run(): Promise<void> {
    const answer = await this.rest.fetch('GET', withQuery(this.path, 'subscribe'));
    if (answer.status !== 200) {
      const msg = msgOf(await answer.text());
      if (!isPassing(answer.status)) this.#over(answer.status, msg);
      return;
    }
    this.#reader = answer.body?.getReader();
    if (this.#isClosed) return this.close();
    // A stream that cannot be read must not stay open beside the next one
    if (this.#reader) await this.#read(this.#reader).finally(() => this.#reader?.cancel().catch(() => undefined));
  }

  async #read(reader: ByteReader): Promise<void> {
    const decode = createDecoder();
    let sort: MessageSort = 'whole';
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (rest + decode(next.value!)).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        // An empty line only says that the connection is alive
        if (line === '' || this.#isClosed) continue;
        this.follower.message(JSON.parse(line), { sort, revision: undefined });
        sort = 'later';
      }
    }
  }

  #over(status: number, msg: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.follower.ended(status, msg);
  }
}
