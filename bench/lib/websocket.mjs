import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const TEXT = 0x1;
const BINARY = 0x2;
const PONG = 0xa;
const NOTHING = Buffer.alloc(0);
const END_OF_HEAD = Buffer.from('\r\n\r\n');
/** All connections of the process read into this buffer, because each read is processed before the next one begins. */
const shared = Buffer.allocUnsafe(256 * 1024);

/**
 * A WebSocket client (RFC 6455) that does as little as possible: it counts the bytes that follow the handshake, including
 * frames, and never looks into them.
 */
export class WebSocketReader {
  /** Bytes after the handshake so far. */
  bytes = 0;
  #socket;
  #isOpen = false;
  #isClosing = false;
  #greetings;
  #news;
  #opcode;

  /**
   * @param greetings bytes of the messages to send when the connection is open; `text`: they are texts, and so are all others
   * @param news called with the reader after each read that counted
   */
  constructor(port, greetings = [], { path = '/', text = false, news = () => {} } = {}) {
    this.#greetings = greetings;
    this.#news = news;
    this.#opcode = text ? TEXT : BINARY;
    const callback = (length, bytes) => {
      this.#read(bytes, length);
      return true;
    };
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback } });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      if (!this.#isClosing) throw new Error('the server closed a WebSocket');
    });
    this.#socket.write(upgrade(path));
  }

  /** One message. */
  send(message) {
    this.#socket.write(frame(this.#opcode, message));
  }

  /** Sends a pong, which servers that ping wait for. */
  pong() {
    this.#socket.write(frame(PONG, NOTHING));
  }

  close() {
    this.#isClosing = true;
    this.#socket.destroy();
  }

  #read(bytes, length) {
    if (this.#isOpen) {
      this.bytes += length;
      this.#news(this);
      return;
    }
    const end = bytes.subarray(0, length).indexOf(END_OF_HEAD);
    if (end < 0 || !bytes.toString('latin1', 0, end).startsWith('HTTP/1.1 101 ')) {
      throw new Error(`no WebSocket: ${bytes.toString('latin1', 0, length)}`);
    }
    this.#isOpen = true;
    this.bytes = length - end - END_OF_HEAD.length;
    for (const greeting of this.#greetings) this.send(greeting);
  }

  get isOpen() {
    return this.#isOpen;
  }
}

const upgrade = (path) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n');

/** A client masks what it sends; a mask of zeros leaves the bytes as they are. */
function frame(opcode, message) {
  const { length } = message;
  if (length > 0xffff) throw new Error('a message of the benchmark is small');
  const head = Buffer.alloc(length < 126 ? 6 : 8);
  head[0] = 0x80 | opcode;
  if (length < 126) head[1] = 0x80 | length;
  else {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(length, 2);
  }
  return Buffer.concat([head, message]);
}
