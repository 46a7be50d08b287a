import { WebSocket } from 'ws';
import type { Target } from './client.ts';
import { MessageDescription } from './message-description.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a peer sent
type Message = any;

/** How long a test waits for a message that must come. */
const PATIENCE = 10_000;

/** What the messages of this run were compared with. */
export const messageDescription = new MessageDescription();

export interface Hello {
  readonly [key: string]: unknown;
}

/** A display client of a test: a bare WebSocket that keeps what it was sent until somebody asks for it. */
export class DisplayPeer {
  readonly socket: WebSocket;
  /** What nobody has asked for yet, beats apart. */
  readonly unread: Message[] = [];
  readonly frames: string[] = [];
  /** Code of the close, once there was one. */
  code: number | undefined;
  welcome: Message;
  answersBeats = true;
  /** Acknowledges each command at once, as a display that does everything. */
  obeys = false;
  readonly closed: Promise<number>;
  #waiting: (() => void)[] = [];

  /** `localAddress`: its own, any of 127.0.0.0/8. */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}, protocols: string[] = [], localAddress?: string) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/clients/connect`, protocols, { headers, localAddress });
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code) => {
        this.code = code;
        resolve(code);
        this.#wake();
      });
    });
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data) => this.#receive(String(data)));
  }

  async opened(): Promise<this> {
    if (this.socket.readyState === WebSocket.CONNECTING) {
      await new Promise<void>((resolve, reject) => {
        this.socket.once('open', resolve);
        this.socket.once('unexpected-response', (_, { statusCode }) => reject(new Error(`${statusCode}`)));
        this.socket.once('error', reject);
      });
    }
    return this;
  }

  send(message: object): void {
    messageDescription.faults('client', message);
    this.socket.send(JSON.stringify(message));
  }

  /** The next message of this type, and with these values; others stay. */
  async next(type: string, having: object = {}): Promise<Message> {
    for (;;) {
      const at = this.unread.findIndex((message) => message.type === type && isHaving(message, having));
      if (at >= 0) return this.unread.splice(at, 1)[0];
      await this.#something(type);
    }
  }

  /** Something came. Rejects when nothing comes for long, or can come any more. */
  async #something(awaited: string): Promise<void> {
    if (this.code !== undefined) throw new Error(`closed with ${this.code} before ${awaited}: ${JSON.stringify(this.unread)}`);
    await new Promise<void>((resolve, reject) => {
      const fail = (): void => reject(new Error(`no ${awaited} came: ${JSON.stringify(this.unread)}`));
      const timer = setTimeout(fail, PATIENCE);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** The next frame of a stream. */
  async frame(channel: number): Promise<string> {
    const isOf = (text: string): boolean => text.startsWith(`#${channel} `);
    while (!this.frames.some(isOf)) await this.#something(`frame of channel ${channel}`);
    return this.frames.splice(this.frames.findIndex(isOf), 1)[0]!;
  }

  /** Sends a request and resolves with its `ack` or `nack`. */
  async request(message: object): Promise<Message> {
    const id = `r${++this.#requests}`;
    this.send({ ...message, id });
    const deadline = this.next('ack', { re: id }).catch(() => undefined);
    const answer = await Promise.race([deadline, this.next('nack', { re: id })]);
    if (answer?.type === 'ack') judge('client', { ...message, id });
    return answer;
  }
  #requests = 0;

  /** The next command, acknowledged with these values. */
  async acknowledge(op: string, values: object = {}): Promise<Message> {
    const command = await this.next('command', { op });
    this.send({ type: 'ack', re: command.id, ...values });
    judge('client', { type: 'ack', re: command.id, ...values });
    return command;
  }

  async nack(op: string, code: string, msg = ''): Promise<Message> {
    const command = await this.next('command', { op });
    this.send({ type: 'nack', re: command.id, code, msg });
    judge('client', { type: 'nack', re: command.id, code, msg });
    return command;
  }

  /** Everything that was sent before has been looked at by the server. */
  async settled(): Promise<void> {
    await this.request({ type: 'watch', canvas_ids: [] });
  }

  /** Ends the connection, but may come back. */
  close(): Promise<number> {
    this.socket.close();
    return this.closed;
  }

  /** Says goodbye: nothing of it is shown any more once this resolves. */
  leave(): Promise<number> {
    this.send({ type: 'bye' });
    return this.closed;
  }

  /** Drops the connection without a word. */
  async drop(): Promise<number> {
    this.socket.terminate();
    return this.closed;
  }

  #receive(text: string): void {
    if (text.startsWith('#')) this.frames.push(text);
    else {
      const message = JSON.parse(text);
      judge('server', message);
      if (message.type === 'beat' && message.client_time === undefined) {
        if (this.answersBeats) this.send({ type: 'beat' });
        return;
      }
      if (this.obeys && message.type === 'command') return this.send({ type: 'ack', re: message.id });
      this.unread.push(message);
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

const isHaving = (message: Message, having: object): boolean =>
  Object.entries(having).every(([key, value]) => message[key] === value);

/**
 * Fails the run when a message is not as the AsyncAPI document says: one of the server always, one of a client when the server
 * took it, because tests send wrong ones, too. Whoever has sent or is to be sent it goes on.
 */
function judge(from: 'client' | 'server', message: Message): void {
  const faults = messageDescription.faults(from, message);
  if (faults.length === 0) return;
  setImmediate(() => {
    throw new Error(faults.join('\n'));
  });
}

/** What a display declares unless a test says otherwise: it may be steered, and has one workspace. */
export const usualHello = {
  type: 'hello',
  protocol: 1,
  client: { installation_name: 'lobby-wall', version: '0.4.0 [51ab9c2]', api_access: 'rw' },
  workspaces: [{ index: 0, size: { width: 1600, height: 900 } }],
};

/** A display that was welcomed. */
export async function connectDisplay(target: Target, token: string, hello: Hello = {}): Promise<DisplayPeer> {
  const peer = await new DisplayPeer(target.url, { 'Private-Token': token }).opened();
  peer.send({ ...usualHello, ...hello });
  peer.welcome = await peer.next('welcome');
  judge('client', { ...usualHello, ...hello });
  return peer;
}

/** A display with one of everything, under the names of the examples, which anybody may steer and which does all it is told. */
export async function connectWall(target: Target, token: string, hello: Hello = {}): Promise<DisplayPeer> {
  const display = await connectDisplay(target, token, {
    client: { ...usualHello.client, control: 'all', capabilities: ['identify', 'message', 'reload', 'configured'] },
    video_outputs: [{ index: 0, label: 'Projector' }],
    video_inputs: [{ id: 'cam-front', name: 'Front camera', source: 'video=cam-front' }],
    ...hello,
  });
  display.obeys = true;
  return display;
}

/** What a display declares that has these canvases open, one in each of its workspaces, and can do this. */
export const showing = (canvases: readonly string[], capabilities: readonly string[] = []): Hello => ({
  client: { ...usualHello.client, capabilities },
  workspaces: canvases.map((canvas_id, index) => ({ ...usualHello.workspaces[0], index, canvas_id, workspace_state: 'open' })),
});
