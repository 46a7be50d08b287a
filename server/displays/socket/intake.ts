import type { Work } from '../../../model/hooks.ts';
import { type Scheduler, sleeper } from '../../scheduler.ts';

/** Something that messages wait in. */
export interface MessageQueue {
  /** Takes one message. True: another one waits. */
  readonly takeNext: () => boolean;
}

/**
 * The messages of all connections, in turns: one of each caller, of whose connections each has one in its turn. It is one work on
 * the scheduler, so whatever peers send, requests and streams wait no longer than for other long work.
 */
export class Intake {
  readonly #callers = new Map<string, Set<MessageQueue>>();
  readonly #wake: () => void;

  constructor(scheduler: Pick<Scheduler, 'later'>, failed: (cause: unknown) => void) {
    this.#wake = sleeper(scheduler, () => this.#takeAll(), failed);
  }

  /** In line, if it is not yet. */
  enter(caller: string, waiting: MessageQueue): void {
    this.#callers.set(caller, (this.#callers.get(caller) ?? new Set()).add(waiting));
    this.#wake();
  }

  *#takeAll(): Work {
    while (this.#callers.size > 0) {
      for (const [caller, line] of this.#callers) {
        for (const waiting of line) {
          line.delete(waiting);
          if (waiting.takeNext()) line.add(waiting);
          break;
        }
        if (line.size === 0) this.#callers.delete(caller);
        yield;
      }
    }
  }
}
