import type { Socket } from '../../client/ports.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a client sent
type Message = any;
type Hear = (event: never) => void;

/** The WebSockets of a client in a test; the test plays the server. */
export class FakeSockets {
  readonly all: FakeSocket[] = [];
  /** For the ports of a client. */
  readonly WebSocket: new (
    url: string,
  ) => Socket;

  constructor() {
    const { all } = this;
    this.WebSocket = class extends FakeSocket {
      constructor(url: string) {
        super(url);
        all.push(this);
      }
    };
  }

  /** The newest one. */
  get last(): FakeSocket {
    return this.all.at(-1)!;
  }

  /** Opens the newest one and welcomes the client. Returns its `hello`. */
  welcome(values: object = {}): Message {
    this.last.open();
    const hello = this.last.take('hello');
    this.last.say({ ...usualWelcome, ...values });
    return hello;
  }
}

const usualWelcome = {
  type: 'welcome',
  protocol: 1,
  client_id: '6b0e2c1a-0b1d-4a57-8f3e-6d1c2a7b9e40',
  session_id: 's-1',
  resumed: false,
  server_id: '5d0c2c1a-0b1d-4a57-8f3e-6d1c2a7b9e40',
  server_version: '0.1.0 [source]',
  server_time: '2026-01-01T00:00:00.000Z',
  user: { id: 1007, email: 'wall@corp.example', name: 'Wall' },
  heartbeat_seconds: 15,
  command_timeout_ms: 5000,
  max_message_bytes: 1048576,
};

export class FakeSocket implements Socket {
  /** Messages of the client that the test has not taken yet. */
  readonly sent: Message[] = [];
  isClosed = false;
  readonly #hearers = new Map<string, Hear[]>();

  constructor(readonly url: string) {}

  addEventListener(type: string, hear: Hear): void {
    this.#hearers.set(type, [...(this.#hearers.get(type) ?? []), hear]);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  /** Called by the client. The close event comes only from `break`. */
  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.#tell('open', {});
  }

  say(message: object): void {
    this.#tell('message', { data: JSON.stringify(message) });
  }

  frame(text: string): void {
    this.#tell('message', { data: text });
  }

  fail(message: string): void {
    this.#tell('error', { message });
  }

  break(code = 1006, reason = ''): void {
    this.#tell('close', { code, reason });
  }

  /** Takes the oldest message of this type. Throws without one. */
  take(type: string): Message {
    const at = this.sent.findIndex((message) => message.type === type);
    if (at < 0) throw new Error(`no ${type} was sent, but ${JSON.stringify(this.sent)}`);
    return this.sent.splice(at, 1)[0];
  }

  /** Takes all messages of this type. */
  takeAll(type: string): Message[] {
    return this.sent.filter((message) => message.type === type).map(() => this.take(type));
  }

  /** Takes the oldest message of this type and acknowledges it. */
  acknowledge(type: string, values: object = {}): Message {
    const message = this.take(type);
    this.say({ type: 'ack', re: message.id, ...values });
    return message;
  }

  /** Answers the questions for the time that the test has not taken yet. */
  answerBeats(): void {
    for (const { client_time } of this.takeAll('beat'))
      this.say({ type: 'beat', client_time, server_time: '2026-01-01T00:00:00.000Z' });
  }

  #tell(type: string, event: object): void {
    for (const hear of this.#hearers.get(type) ?? []) hear(event as never);
  }
}
