import type { IncomingMessage } from 'node:http';
import { Cut } from './cut.ts';

/** How a stream ended: with its terminating chunk, or cut off. */
export type End = 'clean' | 'cut';

/** Longest silence before a line, in milliseconds, even on a busy machine; a missing message fails the test at its line. */
const PATIENCE = 30_000;

/** Reads a stream line by line. No sleeps: it waits for lines. */
export class StreamReader {
  readonly #lines: string[] = [];
  readonly #waiting: (() => void)[] = [];
  #rest = '';
  #messages = 0;
  #heard = 0;
  #end: End | undefined;
  /** Resolves when the response has ended. */
  readonly ended: Promise<End>;

  /** `witness` gets every message when it arrives, read or not. */
  constructor(
    readonly response: IncomingMessage,
    private readonly witness: (text: string, first: boolean) => void,
  ) {
    this.ended = new Promise((resolve) => {
      const end = (how: End) => () => {
        this.#end ??= how;
        this.#wake();
        resolve(this.#end);
      };
      response.setEncoding('utf8').on('data', (text: string) => this.#take(text));
      response.on('end', end('clean')).on('aborted', end('cut')).on('error', end('cut')).on('close', end('cut'));
    });
  }

  /** The next message, parsed; keepalives are skipped. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read messages of every shape
  async next(): Promise<any> {
    for (;;) {
      const line = await this.line();
      if (line !== '') return JSON.parse(line);
    }
  }

  /** The next line as it arrived, empty for a keepalive; throws when the stream ends or stays silent. */
  async line(): Promise<string> {
    this.#heard = performance.now();
    while (this.#lines.length === 0) {
      if (this.#end === 'cut') throw new Cut('the stream was cut');
      if (this.#end) throw new Error('the stream has ended');
      if (performance.now() >= this.#heard + PATIENCE) throw new Error('no line came');
      await this.#woken();
    }
    return this.#lines.shift()!;
  }

  /** Lines that have arrived and were not read. */
  get unread(): readonly string[] {
    return this.#lines;
  }

  close(): void {
    this.response.destroy();
  }

  #take(text: string): void {
    // Only new text is processed, because a list of 100,000 arrives in a thousand parts
    const lines = text.split('\n');
    lines[0] = this.#rest + lines[0];
    this.#rest = lines.pop()!;
    this.#heard = performance.now();
    this.#lines.push(...lines);
    for (const line of lines) this.#show(line);
    this.#wake();
  }

  #show(line: string): void {
    if (line === '') return;
    this.witness(line, this.#messages === 0);
    this.#messages++;
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
