import { setTimeout as wait } from 'node:timers/promises';
import { subscription } from './broadcast.mjs';
import { Connection, StreamReader } from './connection.mjs';
import { Histogram } from './histogram.mjs';
import { numbered, requestBytes } from './requests.mjs';
import { quantile } from './statistics.mjs';
import { WebSocketReader } from './websocket.mjs';

/** Enough connections for writing that, at all rates that are tried, no change waits for a free one. */
const WRITERS = 64;
/** A change that has not reached every reader after this many milliseconds never will. */
const SETTLED = 1500;

/** How readers follow a list, and how writers change it. */
const ways = {
  streams: {
    reader: ({ port, stream }, news) => new StreamReader(port, requestBytes(stream), news),
    writer: (port) => new Connection(port),
  },
  sockets: {
    reader: ({ port, stream }, news) =>
      new WebSocketReader(port, subscription(stream), { path: '/api/v1/clients/connect', text: true, news }),
    writer: (port) => new Connection(port),
  },
  /** A server that passes on what it is sent. */
  ws: {
    reader: ({ port }, news) => new WebSocketReader(port, [], { news }),
    writer: (port) => new Speaker(port),
  },
};

/** Writes over a WebSocket, to which nobody answers. */
class Speaker {
  #socket;

  constructor(port) {
    this.#socket = new WebSocketReader(port);
  }

  send(bytes, done) {
    this.#socket.send(bytes);
    setImmediate(done);
  }

  request(bytes) {
    return new Promise((resolve) => this.send(bytes, resolve));
  }

  close() {
    this.#socket.close();
  }
}

/** Streams on one list, and writers that change the list at a steady rate. */
export class FanOut {
  #readers = [];
  /** Bytes that each reader had when counting began. */
  #bases = new Map();
  #writers = [];
  #patches = [];
  #port = 0;
  #messageBytes = 0;
  #number = 0;
  #way;
  #run;

  /** Opens the streams, a few at a time; resolves when each has its first message and a change has reached all. */
  async open({ port, stream, patches, count, over = 'streams', message }) {
    this.#way = ways[over];
    const isThere = (reader) => (over === 'ws' ? reader.isOpen : reader.bytes > 0);
    for (let at = 0; at < count; at++) {
      this.#readers.push(this.#way.reader({ port, stream }, (reader) => this.#news(reader)));
      if (at % 50 === 49) await this.#until(() => this.#readers.every(isThere), 30_000);
    }
    await this.#quiet();
    this.#port = port;
    this.#patches = patches.slice(0, WRITERS).map((patch) => (message ? Buffer.from(message) : requestBytes(patch)));
    await this.#learnLength();
  }

  /**
   * Sends changes for some seconds, without waiting for earlier answers. Latencies, in milliseconds, count from the
   * moment the PATCH is sent, so they include its commit: `last` to the last of all readers, `each` to any reader.
   */
  async publish({ rate, seconds }) {
    const total = Math.round(rate * seconds);
    this.#run = { sentAt: new Float64Array(total), lastAt: new Float64Array(total), each: new Histogram(), total, missing: 0 };
    this.#rebase();
    this.#run.missing = this.#readers.length;
    this.#connect();
    const loop = performance.eventLoopUtilization();
    await this.#send(rate);
    await this.#until(() => this.#run.missing === 0, SETTLED);
    const busy = performance.eventLoopUtilization(loop).utilization;
    this.#disconnect();
    return this.#result(busy);
  }

  /** Waits until no more messages arrive, after a rate that was too high. */
  async #quiet() {
    for (let before = -1, now = 0; before !== now; ) {
      before = now;
      await wait(250);
      now = this.#readers.reduce((sum, reader) => sum + reader.bytes, 0);
    }
  }

  close() {
    for (const reader of this.#readers) reader.close();
    this.#readers = [];
  }

  /** Makes one change with each writer. All messages must have the same length, because from now on only bytes are counted. */
  async #learnLength() {
    this.#connect();
    const lengths = new Set();
    for (const { connection, bytes } of this.#writers) {
      this.#rebase();
      await connection.request(numbered(bytes, this.#number++));
      await this.#until(() => this.#readers.every((reader) => reader.bytes > this.#bases.get(reader)), SETTLED);
      for (const reader of this.#readers) lengths.add(reader.bytes - this.#bases.get(reader));
    }
    this.#disconnect();
    if (lengths.size !== 1) throw new Error(`changes reached the readers as ${[...lengths]} bytes`);
    [this.#messageBytes] = lengths;
  }

  /** Each measurement makes new connections, because servers close connections that were idle for some seconds. */
  #connect() {
    this.#writers = this.#patches.map((bytes) => ({ connection: this.#way.writer(this.#port), bytes, waiting: false }));
  }

  #disconnect() {
    for (const { connection } of this.#writers) connection.close();
    this.#writers = [];
  }

  #rebase() {
    this.#bases = new Map(this.#readers.map((reader) => [reader, reader.bytes]));
    for (const reader of this.#readers) reader.seen = 0;
  }

  async #send(rate) {
    const run = this.#run;
    const start = performance.now();
    for (let sent = 0; sent < run.total; ) {
      const due = Math.min(run.total, Math.floor(((performance.now() - start) * rate) / 1000) + 1);
      for (; sent < due; sent++) this.#change(sent);
      await wait(1);
    }
  }

  #change(at) {
    const run = this.#run;
    run.sentAt[at] = performance.now();
    const writer = this.#writers.find((one) => !one.waiting);
    if (!writer) {
      run.overrun = true;
      return;
    }
    // In turn, so that all notes change equally often
    this.#writers.push(...this.#writers.splice(this.#writers.indexOf(writer), 1));
    writer.waiting = true;
    writer.connection.send(numbered(writer.bytes, this.#number++), (error) => {
      writer.waiting = false;
      if (error) run.failure ??= error;
    });
  }

  #news(reader) {
    const run = this.#run;
    if (!run) return;
    const now = performance.now();
    const seen = Math.min(run.total, Math.floor((reader.bytes - this.#bases.get(reader)) / this.#messageBytes));
    for (let at = reader.seen; at < seen; at++) {
      run.each.add(now - run.sentAt[at]);
      run.lastAt[at] = now;
    }
    if (seen === run.total && reader.seen < seen) run.missing--;
    reader.seen = seen;
  }

  async #result(busy) {
    const { sentAt, lastAt, each, missing, total, failure, overrun } = this.#run;
    if (failure) throw failure;
    this.#run = undefined;
    if (missing > 0 || overrun) await this.#quiet();
    const last = Array.from(sentAt, (sent, at) => lastAt[at] - sent);
    const complete = missing === 0 && !overrun;
    return {
      complete,
      changes: total,
      last: { p50: quantile(last, 0.5), p99: complete ? quantile(last, 0.99) : Number.POSITIVE_INFINITY },
      each: { p50: each.quantile(0.5), p99: each.quantile(0.99) },
      busy,
    };
  }

  async #until(holds, patience) {
    const end = performance.now() + patience;
    while (!holds() && performance.now() < end) await wait(5);
  }
}
