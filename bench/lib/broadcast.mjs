import { setTimeout as wait } from 'node:timers/promises';
import * as encoding from 'lib0/encoding';
import { Doc } from 'yjs';
import { Connection, StreamReader } from './connection.mjs';
import { numbered, requestBytes } from './requests.mjs';
import { WebSocketReader } from './websocket.mjs';

/** A message that has not arrived after this long never will, in milliseconds. */
const PATIENCE = 20_000;
/** Longer than a message may wait on a busy machine, in milliseconds. */
const QUIET = 400;

/**
 * Readers that all get each change, and a writer that makes changes at a steady rate, over one of three
 * protocols. It times nothing: what counts is what the server spends meanwhile.
 */
export class Broadcast {
  #readers = [];
  #writer;
  #number = 0;

  /** Resolves when all readers are connected and a change has reached each of them. */
  async open({ protocol, count, ...options }) {
    const { reader, writer } = await protocols[protocol](options);
    for (let at = 0; at < count; at++) {
      this.#readers.push(reader());
      if (at % 50 === 49) await this.#until(() => this.#readers.every(isThere));
    }
    await this.#until(() => this.#readers.every(isThere));
    this.#writer = writer();
    await this.#quiet();
    await this.publish({ rate: 20, seconds: 0.25 });
  }

  /** Sends changes for some seconds; resolves when all their messages have arrived. @returns the number of changes */
  async publish({ rate, seconds }) {
    const before = new Map(this.#readers.map((reader) => [reader, reader.bytes]));
    const total = Math.round(rate * seconds);
    const start = performance.now();
    for (let sent = 0; sent < total; ) {
      const due = Math.min(total, Math.floor(((performance.now() - start) * rate) / 1000) + 1);
      for (; sent < due; sent++) this.#writer.change(this.#number++);
      await wait(1);
    }
    await this.#writer.settled?.();
    await this.#until(() => this.#readers.every((reader) => reader.bytes > before.get(reader)));
    await this.#quiet();
    return { changes: total };
  }

  /** Called between two measurements, so that no server takes a reader for gone. */
  async stayAlive() {
    for (const reader of this.#readers) reader.pong?.();
    await this.#quiet();
  }

  close() {
    for (const reader of this.#readers) reader.close();
    this.#writer?.close();
    this.#readers = [];
  }

  /** Waits until no more messages arrive. */
  async #quiet() {
    for (let before = -1, now = 0; before !== now; ) {
      before = now;
      await wait(QUIET);
      now = this.#readers.reduce((sum, reader) => sum + reader.bytes, 0);
    }
  }

  async #until(holds) {
    const end = performance.now() + PATIENCE;
    while (!holds()) {
      if (performance.now() > end) throw new Error('a change does not reach all readers');
      await wait(5);
    }
  }
}

/** A stream has a first message, a WebSocket is open. */
const isThere = (reader) => (reader instanceof StreamReader ? reader.bytes > 0 : reader.isOpen);

const protocols = {
  easel: ({ port, stream, patches }) => ({
    reader: () => new StreamReader(port, requestBytes(stream), () => {}),
    writer: () => new Patches(port, patches),
  }),
  'easel over sockets': ({ port, stream, patches }) => ({
    reader: () => new WebSocketReader(port, subscription(stream), { path: '/api/v1/clients/connect', text: true }),
    writer: () => new Patches(port, patches),
  }),
  ws: ({ port, text }) => ({
    reader: () => new WebSocketReader(port),
    writer: () => new Messages(new WebSocketReader(port), (number) => Buffer.from(`[${numberedText(text, number)}]\n`)),
  }),
  hocuspocus: ({ port, text }) => ({
    reader: () => new WebSocketReader(port, greetings()),
    writer: () => new Messages(new WebSocketReader(port, greetings()), yjsUpdates(text)),
  }),
};

/** PATCHes over some connections; on a busy machine, some wait for a free one. */
class Patches {
  #connections;
  #free;
  #waiting = [];

  constructor(port, patches) {
    this.#connections = patches.map((patch) => ({ connection: new Connection(port), bytes: requestBytes(patch) }));
    this.#free = [...this.#connections];
  }

  change(number) {
    this.#waiting.push(number);
    this.#send();
  }

  async settled() {
    while (this.#free.length < this.#connections.length) await wait(5);
  }

  close() {
    for (const { connection } of this.#connections) connection.close();
  }

  #send() {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      const one = this.#free.shift();
      one.connection.send(numbered(one.bytes, this.#waiting.shift()), (error) => {
        if (error) throw error;
        this.#free.push(one);
        this.#send();
      });
    }
  }
}

class Messages {
  #socket;
  #message;

  constructor(socket, message) {
    this.#socket = socket;
    this.#message = message;
  }

  change(number) {
    this.#socket.send(this.#message(number));
  }

  close() {
    this.#socket.close();
  }
}

/** Another text of the same length. */
const numberedText = (text, number) => String(number).padStart(8, '0') + text.slice(8);

/** Says who it is, and asks for the stream. */
export const subscription = ({ token, path }) =>
  [
    { type: 'hello', protocol: 1, token, kind: 'viewer', client: {} },
    { type: 'subscribe', id: 's', path: path.replace('subscribe&', '') },
  ].map((message) => Buffer.from(JSON.stringify(message)));

const DOCUMENT = 'canvas';
/** Message types of Hocuspocus, and of the sync protocol of Yjs inside the first. */
const SYNC = 0;
const AUTH = 2;
const TOKEN = 0;
const SYNC_STEP_1 = 0;
const UPDATE = 2;

const hocuspocusMessage = (type, write) => {
  const encoder = encoding.createEncoder();
  encoding.writeVarString(encoder, DOCUMENT);
  encoding.writeVarUint(encoder, type);
  write(encoder);
  return Buffer.from(encoding.toUint8Array(encoder));
};

/** Signs in, and asks for the state of the document as a client that has none of it. */
const greetings = () => [
  hocuspocusMessage(AUTH, (encoder) => {
    encoding.writeVarUint(encoder, TOKEN);
    encoding.writeVarString(encoder, '');
  }),
  hocuspocusMessage(SYNC, (encoder) => {
    encoding.writeVarUint(encoder, SYNC_STEP_1);
    encoding.writeVarUint8Array(encoder, new Uint8Array([0]));
  }),
];

/** Sets the text of one note of a map to a new value. */
function yjsUpdates(text) {
  const document = new Doc();
  const notes = document.getMap('notes');
  let update;
  document.on('update', (bytes) => {
    update = bytes;
  });
  return (number) => {
    notes.set(`note-${number % 64}`, numberedText(text, number));
    return hocuspocusMessage(SYNC, (encoder) => {
      encoding.writeVarUint(encoder, UPDATE);
      encoding.writeVarUint8Array(encoder, update);
    });
  };
}
