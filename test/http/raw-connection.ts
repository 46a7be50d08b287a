import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';

export interface RawAnswer {
  readonly status: number;
  /** Values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection that sends exactly the given bytes, even those that no HTTP client would send. */
export class RawConnection {
  readonly #socket: Socket;
  #bytes = Buffer.alloc(0);
  #ended = false;
  #wake = (): void => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#ended = true;
      this.#wake();
    });
  }

  /** `paused`: it never reads what the server sends. `from`: its own address, any of 127.0.0.0/8. */
  static async open(port: number, { paused = false, from = '127.0.0.1' } = {}): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    await new Promise((resolve) => socket.once('connect', resolve));
    const connection = new RawConnection(socket);
    if (paused) socket.pause();
    return connection;
  }

  /** Rejects when the handshake fails. */
  static openTls(port: number, options: ConnectionOptions): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket: TLSSocket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
      socket.once('secureConnect', () => resolve(new RawConnection(socket)));
      socket.once('error', reject);
    });
  }

  send(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** The next answer. `head`: it answers HEAD, so it has a length but no body. */
  async next(head = false): Promise<RawAnswer> {
    const end = await this.#find('\r\n\r\n');
    const [line = '', ...lines] = this.#take(end + 4)
      .trimEnd()
      .split('\r\n');
    const headers = Object.fromEntries(
      lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
    );
    const status = Number(line.split(' ')[1]);
    const isEmpty = head || status === 204;
    const body = isEmpty
      ? ''
      : headers['transfer-encoding'] === 'chunked'
        ? await this.#chunks()
        : await this.#exactly(Number(headers['content-length']));
    return { status, headers, body };
  }

  /** The head of an answer without its body. */
  async head(): Promise<string> {
    return this.#take((await this.#find('\r\n\r\n')) + 4);
  }

  /** Everything that arrives until the server closes. */
  async rest(): Promise<string> {
    while (!this.#ended) await this.#more();
    return this.#take(this.#bytes.length);
  }

  /** This many bytes, as they arrive. */
  bytes(length: number): Promise<string> {
    return this.#exactly(length);
  }

  /** One chunk of a chunked answer; empty at its end. */
  async chunk(): Promise<string> {
    const size = Number.parseInt(this.#take((await this.#find('\r\n')) + 2), 16);
    const text = await this.#exactly(size + 2);
    return text.slice(0, -2);
  }

  /** Sends nothing more, and goes on reading. */
  end(): void {
    this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Breaks off, like a program that was killed. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  async #chunks(): Promise<string> {
    let body = '';
    for (let chunk = await this.chunk(); chunk !== ''; chunk = await this.chunk()) body += chunk;
    return body;
  }

  async #exactly(length: number): Promise<string> {
    while (this.#bytes.length < length) await this.#more();
    return this.#take(length);
  }

  async #find(text: string): Promise<number> {
    while (this.#bytes.indexOf(text) === -1) await this.#more();
    return this.#bytes.indexOf(text);
  }

  #take(length: number): string {
    const text = this.#bytes.subarray(0, length).toString();
    this.#bytes = this.#bytes.subarray(length);
    return text;
  }

  #more(): Promise<void> {
    if (this.#ended) throw new Error(`the connection ended after ${JSON.stringify(this.#bytes.toString())}`);
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/** The answer to one request on a connection of its own. */
export async function ask(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await RawConnection.open(port);
  connection.send(bytes);
  const answer = await connection.next(bytes.toString('latin1').startsWith('HEAD '));
  connection.close();
  return answer;
}

/** Bytes of a request by the user Sam. */
export function request(line: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const all = {
    Host: 'easel.test',
    'Private-Token': 'sam',
    ...(body !== '' && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
