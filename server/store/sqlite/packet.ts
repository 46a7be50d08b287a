/**
 * What goes between the main thread and the database workers: numbers and UTF-8 text in one transferred buffer.
 * Objects would be cloned on the main thread (13 ms for 10,000 records).
 */
export class PacketWriter {
  #buffer = Buffer.from(new ArrayBuffer(4096));
  #at = 0;

  number(value: number): this {
    this.#reserve(8);
    this.#at = this.#buffer.writeDoubleLE(value, this.#at);
    return this;
  }

  text(value: string | null): this {
    if (value === null) return this.#length(-1);
    this.#reserve(4 + value.length * 3);
    const bytes = this.#buffer.write(value, this.#at + 4);
    this.#length(bytes);
    this.#at += bytes;
    return this;
  }

  get size(): number {
    return this.#at;
  }

  /** The bytes, to be transferred; the writer must not be used again. */
  finish(): ArrayBuffer {
    return this.#buffer.buffer as ArrayBuffer;
  }

  #length(bytes: number): this {
    this.#reserve(4);
    this.#at = this.#buffer.writeInt32LE(bytes, this.#at);
    return this;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.from(new ArrayBuffer(Math.max(this.#buffer.length * 2, this.#at + bytes)));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}

/** Reads what a PacketWriter wrote, in the same order. */
export class PacketReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(bytes: ArrayBuffer) {
    this.#buffer = Buffer.from(bytes);
  }

  number(): number {
    const value = this.#buffer.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  /** A string of its own: it does not keep the packet in memory. */
  text(): string | null {
    const bytes = this.#buffer.readInt32LE(this.#at);
    this.#at += 4;
    if (bytes < 0) return null;
    const value = this.#buffer.toString('utf8', this.#at, this.#at + bytes);
    this.#at += bytes;
    return value;
  }
}
