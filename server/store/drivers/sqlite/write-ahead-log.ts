import { closeSync, openSync, readSync } from 'node:fs';

/** Layout of an SQLite write-ahead log: https://www.sqlite.org/fileformat2.html#walformat */
const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;

/**
 * SQLite recovers a log up to its first damaged frame and says nothing of the rest. A crash leaves a torn transaction at the
 * end, which was never acknowledged; whole transactions behind a damaged frame are lost commits. Says so in one line;
 * undefined when nothing is missing. To be asked before the database is opened.
 */
export function damageOf(log: string): string | undefined {
  const file = openIfThere(log);
  if (file === undefined) return undefined;
  try {
    return inspect(file, log);
  } finally {
    closeSync(file);
  }
}

function inspect(file: number, log: string): string | undefined {
  const header = bytesAt(file, 0, HEADER);
  if (!header) return undefined;
  const frames = framesOf(file, header);
  if (!frames) return `the head of ${log} is damaged: nothing that it held can be read`;
  let intact = 0;
  let lost = 0;
  for (const { isIntact, isCommit } of frames) {
    if (!isCommit) continue;
    if (isIntact) intact++;
    else lost++;
  }
  if (lost === 0) return undefined;
  const which =
    lost === 1 ? 'a later one (or one that a loss of power cut off before it was acknowledged)' : `${lost} later ones`;
  return `${log} is damaged: of its commits ${intact} can be read, and ${which} cannot; restore a backup if what they held matters`;
}

interface Frame {
  /** This frame and all before it are as they were written. */
  readonly isIntact: boolean;
  readonly isCommit: boolean;
}

/** Frames of the log's present generation; older ones, which a restarted log leaves behind them, end them. */
function framesOf(file: number, header: Buffer): Iterable<Frame> | undefined {
  const magic = header.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC) return undefined;
  const sum = new Checksum((magic & 1) === 1);
  sum.add(header, 0, 24);
  if (!sum.equals(header, 24)) return undefined;
  return readFrames(file, header, sum);
}

function* readFrames(file: number, header: Buffer, sum: Checksum): Generator<Frame> {
  const size = header.readUInt32BE(8) + FRAME_HEADER;
  let isIntact = true;
  for (let at = HEADER; ; at += size) {
    const frame = bytesAt(file, at, size);
    if (frame?.compare(header, 16, 24, 8, 16) !== 0) return;
    sum.add(frame, 0, 8);
    sum.add(frame, FRAME_HEADER, size);
    isIntact &&= sum.equals(frame, 16);
    yield { isIntact, isCommit: frame.readUInt32BE(4) !== 0 };
  }
}

/** The running sum over header and frames. */
class Checksum {
  #first = 0;
  #second = 0;

  constructor(private readonly isBigEndian: boolean) {}

  add(bytes: Buffer, from: number, to: number): void {
    for (let at = from; at < to; at += 8) {
      this.#first = (this.#first + this.#word(bytes, at) + this.#second) >>> 0;
      this.#second = (this.#second + this.#word(bytes, at + 4) + this.#first) >>> 0;
    }
  }

  equals(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.#first && bytes.readUInt32BE(at + 4) === this.#second;
  }

  #word(bytes: Buffer, at: number): number {
    return this.isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
  }
}

function bytesAt(file: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  return readSync(file, bytes, 0, length, at) === length ? bytes : undefined;
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    // Without a log, and where nothing can be read, the database itself reports the fault
    return undefined;
  }
}
