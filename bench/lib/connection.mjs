import { connect } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200 ');
const HEX = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value++) {
  HEX[value.toString(16).charCodeAt(0)] = value;
  HEX[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** All connections of the process read into this buffer, because each read is processed before the next one begins. */
const shared = Buffer.allocUnsafe(256 * 1024);

/**
 * A keep-alive HTTP/1.1 client that does as little as possible, so that it is faster than any server: it finds the end of
 * the head and counts the bytes of the body. It sends one request at a time.
 */
export class Connection {
  #socket;
  #done;
  #carried;
  #left = 0;
  #wholeHead = false;

  constructor(port) {
    const callback = (length, bytes) => {
      this.#read(bytes, length);
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback } });
    this.#socket.on('error', (cause) => this.#fail(cause));
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  /** Calls `done(error)` once, when the last byte of the answer has arrived; an answer other than 200 is an error. */
  send(bytes, done) {
    this.#done = done;
    this.#socket.write(bytes);
  }

  /** The same as `send`, as a promise. */
  request(bytes) {
    return new Promise((resolve, reject) => this.send(bytes, (error) => (error ? reject(error) : resolve())));
  }

  close() {
    this.#done = undefined;
    this.#socket.destroy();
  }

  #read(bytes, length) {
    if (this.#wholeHead) return this.#count(length);
    const carried = this.#carried;
    const piece = carried ? Buffer.concat([carried, bytes.subarray(0, length)]) : bytes.subarray(0, length);
    const end = piece.indexOf(END_OF_HEAD);
    if (end < 0) {
      this.#carried = carried ? piece : Buffer.from(piece);
      return;
    }
    this.#carried = undefined;
    this.#wholeHead = true;
    if (piece.compare(OK, 0, OK.length, 0, OK.length) !== 0) return this.#fail(new Error(`refused: ${piece}`));
    this.#left = contentLength(piece.latin1Slice(0, end));
    this.#count(piece.length - end - 4);
  }

  #count(length) {
    this.#left -= length;
    if (this.#left > 0) return;
    this.#wholeHead = false;
    const done = this.#done;
    this.#done = undefined;
    done?.();
  }

  #fail(error) {
    const done = this.#done;
    this.#done = undefined;
    done?.(error);
  }
}

function contentLength(head) {
  const at = head.search(/\r\ncontent-length: */i);
  return at < 0 ? 0 : Number.parseInt(head.slice(head.indexOf(':', at) + 1), 10);
}

/** States of a stream reader: what it waits for. */
const HEAD = 0;
const SIZE = 1;
const DATA = 2;

/**
 * Reads a stream without looking at its messages: it counts the bytes in the chunks. That is enough where all
 * messages have the same length, and cheap enough for a thousand streams with hundreds of messages a second.
 */
export class StreamReader {
  /** Bytes of messages so far. */
  bytes = 0;
  ended = false;
  #socket;
  #state = HEAD;
  #left = 0;
  #matched = 0;

  /** Calls `news(reader)` after each read that brought bytes of messages. */
  constructor(port, request, news) {
    const callback = (length, bytes) => {
      const before = this.bytes;
      this.#read(bytes, length);
      if (this.bytes > before) news(this);
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback } });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.ended = true;
    });
    this.#socket.write(request);
  }

  /** Stops reading, so that the buffers of the socket fill up. */
  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  close() {
    this.#socket.destroy();
  }

  #read(bytes, length) {
    for (let at = this.#state === HEAD ? this.#skipHead(bytes, length) : 0; at < length; ) {
      if (this.#state === SIZE) at = this.#readSize(bytes, at, length);
      else {
        const taken = Math.min(this.#left, length - at);
        // The line end after the data of a chunk does not count
        this.bytes += Math.max(this.#left - 2, 0) - Math.max(this.#left - taken - 2, 0);
        this.#left -= taken;
        at += taken;
        if (this.#left === 0) this.#state = SIZE;
      }
    }
  }

  #readSize(bytes, from, length) {
    for (let at = from; at < length; at++) {
      const digit = HEX[bytes[at]];
      if (digit !== 255) this.#left = this.#left * 16 + digit;
      else if (bytes[at] === 10) {
        this.#left += 2;
        this.#state = DATA;
        return at + 1;
      }
    }
    return length;
  }

  #skipHead(bytes, length) {
    if (this.#matched === 0 && bytes.compare(OK, 0, OK.length, 0, OK.length) !== 0) {
      throw new Error(`no stream: ${bytes.toString('latin1', 0, length)}`);
    }
    for (let at = 0; at < length; at++) {
      this.#matched = bytes[at] === END_OF_HEAD[this.#matched] ? this.#matched + 1 : bytes[at] === 13 ? 1 : 0;
      if (this.#matched === 4) {
        this.#state = SIZE;
        return at + 1;
      }
    }
    return length;
  }
}
