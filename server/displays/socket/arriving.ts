/** Opcodes from here on are those of control frames, which may come between the frames of a message. */
const CONTROL = 0x8;
/** What a chunk costs besides its bytes: a message that comes byte by byte takes a hundred times its length. */
const CHUNK_BYTES = 256;

/**
 * Follows the frames of a WebSocket (RFC 6455, 5.2) as their bytes come, and keeps none of them: what the library holds of a message that
 * is not whole yet, and how long that message will be at least. What is wrong with a frame is left to the library.
 */
export class FrameTracker {
  /** Memory of the message that is not whole yet; 0: there is none. */
  held = 0;
  /** Bytes that the frames of this message have announced so far, without their heads. */
  announced = 0;
  /** Messages that were whole. */
  whole = 0;
  #head: number[] = [];
  /** Bytes of the present frame that have not come yet, behind its head. */
  #left = 0;
  /** Bytes of the present frame that have come. */
  #came = 0;

  add(chunk: Uint8Array): void {
    this.held += CHUNK_BYTES;
    for (let at = 0; at < chunk.length; ) {
      const bytes = this.#left > 0 ? Math.min(this.#left, chunk.length - at) : 1;
      if (this.#left > 0) this.#left -= bytes;
      else this.#takeHead(chunk[at]!);
      at += bytes;
      this.#came += bytes;
      this.held += bytes;
      if (this.#left === 0 && this.#head.length === headLength(this.#head)) this.#endFrame();
    }
    if (this.#came === 0 && this.announced === 0) this.held = 0;
  }

  #takeHead(byte: number): void {
    this.#head.push(byte);
    if (this.#head.length !== headLength(this.#head)) return;
    this.#left = payloadLength(this.#head);
    if (!isControl(this.#head)) this.announced += this.#left;
  }

  #endFrame(): void {
    const isLast = (this.#head[0]! & 0x80) !== 0;
    if (isControl(this.#head)) this.held = Math.max(0, this.held - this.#came);
    else if (isLast) {
      this.whole += 1;
      this.held = this.announced = 0;
    }
    this.#came = 0;
    this.#head = [];
  }
}

const isControl = ([first = 0]: readonly number[]): boolean => (first & 0x0f) >= CONTROL;

/** The length of the head, as far as the first two bytes tell. */
function headLength([, second]: readonly number[]): number {
  if (second === undefined) return 2;
  const length = second & 0x7f;
  const extended = length === 127 ? 8 : length === 126 ? 2 : 0;
  return 2 + extended + ((second & 0x80) === 0 ? 0 : 4);
}

function payloadLength([, second = 0, ...more]: readonly number[]): number {
  const length = second & 0x7f;
  if (length < 126) return length;
  return more.slice(0, length === 126 ? 2 : 8).reduce((sum, byte) => sum * 256 + byte, 0);
}
