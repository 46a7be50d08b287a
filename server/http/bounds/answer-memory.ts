import { refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';

/** Whoever asks for a long answer. */
export interface AnswerRequest {
  /** The caller whose part of the memory it takes. */
  readonly caller: string;
  /** What is asked for. Answers of the same name share most of their bytes. */
  readonly name: string;
  /** Roughly how many bytes the answer has. */
  readonly bytes: number;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal | undefined;
}

/** Room for one long answer. */
export interface AnswerRoom {
  /** The answer is made: from now on it holds these bytes. Called at most once. */
  hold(pieces: readonly Buffer[]): void;
  /** The answer is sent, or given up. A second call does nothing. */
  release(): void;
}

interface WaitingRequest {
  readonly asking: AnswerRequest;
  readonly grant: () => void;
}

/**
 * How long an answer waits for room.
 * @bound Time for which a long answer waits for memory: 503.
 */
const PATIENCE_MS = 60_000;
/** The share of one caller, so that others always find room. */
const CALLER_PART = 1 / 2;

/**
 * The memory of all long answers that are being made or sent. Bytes that several of them share count once, therefore any number
 * of readers of an unchanged list take no more than one. Beyond the bound, an answer waits before it is made.
 */
export class AnswerMemory {
  readonly #all: ByteCounter;
  readonly #ofCallers = new Map<string, ByteCounter>();
  readonly #waiting = new Set<WaitingRequest>();

  constructor(
    readonly most: number,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    this.#all = new ByteCounter(most);
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#all.bytes;
  }

  /** Undefined: `wait` for it. */
  take(asking: AnswerRequest): AnswerRoom | undefined {
    const isNext = this.#waiting.size === 0 || this.#all.isOpen(asking.name);
    return isNext && this.#fits(asking) ? this.#take(asking) : undefined;
  }

  /** Resolves once there is room, in the order of the calls. Rejects with 503 after a minute. */
  wait(asking: AnswerRequest): Promise<AnswerRoom> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        timer.cancel();
        asking.signal?.removeEventListener('abort', end);
        this.#waiting.delete(waiting);
      };
      const timer = this.clock.after(PATIENCE_MS, () => {
        end();
        reject(refuse.unavailable());
      });
      const grant = (): void => {
        end();
        resolve(this.#take(asking));
      };
      const waiting: WaitingRequest = { asking, grant };
      asking.signal?.addEventListener('abort', end);
      this.#waiting.add(waiting);
    });
  }

  #fits(asking: AnswerRequest): boolean {
    return this.#all.fits(asking) && this.#fitsCaller(asking);
  }

  #fitsCaller(asking: AnswerRequest): boolean {
    return this.#ofCallers.get(asking.caller)?.fits(asking) ?? true;
  }

  #take({ caller, name, bytes }: AnswerRequest): AnswerRoom {
    const own = this.#ofCallers.get(caller) ?? new ByteCounter(this.most * CALLER_PART);
    this.#ofCallers.set(caller, own);
    const both = [this.#all, own].map((held) => held.open(name, bytes));
    return {
      hold(pieces) {
        for (const each of both) each.hold(pieces);
      },
      release: () => {
        for (const each of both) each.release();
        if (own.isEmpty && this.#ofCallers.get(caller) === own) this.#ofCallers.delete(caller);
        this.#grantNext();
      },
    };
  }

  /** Callers who have their part already let others pass. */
  #grantNext(): void {
    for (const { asking, grant } of this.#waiting) {
      if (!this.#all.fits(asking)) return;
      if (this.#fitsCaller(asking)) grant();
    }
  }
}

/** What is opened under one name and not released yet. */
interface Open {
  count: number;
  /** How many of `count` are not made yet. Together they take the memory of one. */
  making: number;
  readonly bytes: number;
}

/** Bytes that are held, each counted once. */
class ByteCounter {
  bytes = 0;
  readonly #counts = new Map<Buffer, number>();
  readonly #open = new Map<string, Open>();

  constructor(private readonly most: number) {}

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  isOpen(name: string): boolean {
    return this.#open.has(name);
  }

  /** A single answer may be longer than the bound, and then be there plain and compressed. */
  fits({ name, bytes }: Pick<AnswerRequest, 'name' | 'bytes'>): boolean {
    if (this.#open.has(name)) return this.bytes <= Math.max(this.most, 2 * bytes);
    return this.bytes === 0 || this.bytes + bytes <= this.most;
  }

  open(name: string, bytes: number): AnswerRoom {
    const open = this.#open.get(name) ?? { count: 0, making: 0, bytes };
    this.#open.set(name, open);
    open.count++;
    if (open.making++ === 0) this.bytes += open.bytes;
    let held: readonly Buffer[] | undefined;
    let isReleased = false;
    const made = (): void => {
      if (held === undefined && --open.making === 0) this.bytes -= open.bytes;
    };
    return {
      hold: (pieces) => {
        if (isReleased) return;
        made();
        held = pieces;
        for (const piece of pieces) this.#add(piece);
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        made();
        for (const piece of held ?? []) this.#remove(piece);
        if (--open.count === 0) this.#open.delete(name);
      },
    };
  }

  #add(piece: Buffer): void {
    const count = this.#counts.get(piece) ?? 0;
    this.#counts.set(piece, count + 1);
    if (count === 0) this.bytes += piece.length;
  }

  #remove(piece: Buffer): void {
    const count = this.#counts.get(piece)! - 1;
    if (count > 0) return void this.#counts.set(piece, count);
    this.#counts.delete(piece);
    this.bytes -= piece.length;
  }
}
