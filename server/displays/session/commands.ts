import type { Ask, Commander } from '../../../model/displays/commands.ts';
import type { Body } from '../../../model/field.ts';
import { type Refusal, refuse } from '../../../model/refusal.ts';
import type { Clock, Timer } from '../../clock.ts';

/** What a client said to a command. */
export interface AppliedValues {
  /** The values that it applied otherwise than asked, from its `ack`. */
  readonly workspace: Body;
  readonly video_output: Body;
}

/** Writes what a client applied. It is awaited before the next message of the client is read, which may build on it. */
export type Apply = (answer: AppliedValues) => Promise<void>;

/**
 * Commands that wait behind one that is not acknowledged yet; more are refused as busy.
 * @bound Commands that wait behind one that a display has not acknowledged: a further command is refused as busy.
 */
const WAITING_MAX = 32;
/** The server recognises late answers to this many earlier commands. */
const REMEMBERED = 64;

interface PendingCommand {
  readonly ask: Ask;
  readonly by: Commander | null;
  readonly deadline: number;
  readonly timer: Timer;
  readonly resolve: (answer: AppliedValues) => void;
  readonly reject: (cause: unknown) => void;
  readonly apply: Apply | undefined;
  /** While it is on its way; a command that is sent again after a lost connection has another. */
  id: string | undefined;
}

interface Deps {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** The session goes on from another node, under whose names of commands the client may still answer. */
  readonly prefix?: string;
  /** False: there is no connection now, so it is sent with the next one. */
  readonly send: (message: object) => boolean;
}

/**
 * The commands of one client (interface/streaming 4.6). One for each workspace and each output is on its way; the others wait
 * in line, inside their own time-outs. They survive a connection that breaks and is resumed.
 *
 *   waiting ──its turn──▶ sent ──ack──▶ done        sent ──connection lost──▶ waiting, at the head of its line
 *      └──────── time-out, nack, end of the client ──▶ refused
 */
export class Commands {
  readonly #deps: Deps;
  readonly #lines = new Map<string, PendingCommand[]>();
  readonly #sent = new Map<string, PendingCommand>();
  /** What timed out, by the id under which a client may still answer. */
  readonly #late = new Map<string, Ask>();
  #number = 0;
  #isConnected = false;
  #endedBy: Error | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Resolves with the acknowledgement, once it is applied. Rejects as the outcome table says (interface/streaming 3.6), and with
   * what `apply` rejects with. `ms`: what is left of the time-out.
   */
  ask(ask: Ask, by: Commander | null, apply?: Apply, ms = this.#deps.timeoutMs): Promise<AppliedValues> {
    if (this.#endedBy) return Promise.reject(this.#endedBy);
    const name = targetOf(ask);
    const line = this.#lines.get(name) ?? [];
    if (line.length > WAITING_MAX) return Promise.reject(refuse.conflict('Client is busy'));
    this.#lines.set(name, line);
    const { clock } = this.#deps;
    return new Promise((resolve, reject) => {
      const pending: PendingCommand = {
        ask,
        by,
        apply,
        resolve,
        reject,
        id: undefined,
        deadline: clock.steady() + ms,
        timer: clock.after(ms, () => this.#timeOut(pending)),
      };
      line.push(pending);
      this.#sendNext(name);
    });
  }

  /**
   * The client has done it. Resolves once that is applied; with what was asked when the client says so too late: then its values
   * are to be taken as an update.
   */
  async acknowledge(id: string, answer: AppliedValues): Promise<Ask | undefined> {
    const pending = this.#sent.get(id);
    if (pending) {
      const { apply, resolve, reject } = pending;
      this.#settle(pending, () => apply ?? resolve(answer));
      await apply?.(answer).then(() => resolve(answer), reject);
    }
    const late = this.#late.get(id);
    this.#late.delete(id);
    return late;
  }

  refuse(id: string, code: string, msg: string): void {
    const pending = this.#sent.get(id);
    if (pending) this.#settle(pending, () => pending.reject(refusalOf(code, msg)));
  }

  /** The connection is lost: what is not acknowledged is sent again with the next one. */
  disconnected(): void {
    this.#isConnected = false;
    for (const pending of this.#sent.values()) pending.id = undefined;
    this.#sent.clear();
  }

  /** There is a new connection. */
  connected(): void {
    this.#isConnected = true;
    for (const name of this.#lines.keys()) this.#sendNext(name);
  }

  /** The client is gone for good, or another node has it: all commands that wait are rejected with the cause. */
  end(cause: Error): void {
    this.#endedBy = cause;
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#sent.clear();
    for (const { timer, reject } of all) {
      timer.cancel();
      reject(cause);
    }
  }

  #sendNext(name: string): void {
    const pending = this.#lines.get(name)?.[0];
    if (!pending || pending.id !== undefined) return;
    const { clock, send, prefix = 'c' } = this.#deps;
    const id = `${prefix}${++this.#number}`;
    const timeout_ms = Math.max(0, Math.round(pending.deadline - clock.steady()));
    if (!send({ type: 'command', id, ...pending.ask, timeout_ms, by: pending.by })) return;
    pending.id = id;
    this.#sent.set(id, pending);
  }

  #timeOut(pending: PendingCommand): void {
    const { id, ask } = pending;
    if (id !== undefined) {
      this.#deps.send({ type: 'cancel', re: id });
      this.#late.set(id, ask);
      if (this.#late.size > REMEMBERED) this.#late.delete(this.#late.keys().next().value!);
    }
    // Nobody was there who could have answered
    const refusal = this.#isConnected ? refuse.noResponse() : refuse.clientOffline();
    this.#settle(pending, () => pending.reject(refusal));
  }

  #settle(pending: PendingCommand, tell: () => void): void {
    pending.timer.cancel();
    if (pending.id !== undefined) this.#sent.delete(pending.id);
    const name = targetOf(pending.ask);
    const line = this.#lines.get(name)!;
    line.splice(line.indexOf(pending), 1);
    if (line.length === 0) this.#lines.delete(name);
    tell();
    this.#sendNext(name);
  }
}

/** What a command is for: one at a time is on its way to each. */
function targetOf(ask: Ask): string {
  if ('workspace' in ask) return `workspace ${ask.workspace}`;
  if ('output' in ask) return `output ${ask.output}`;
  if ('widget_id' in ask) return `widget ${ask.widget_id}`;
  return 'widget' in ask ? `widget ${ask.widget.id}` : ask.op;
}

const texts: Readonly<Record<string, (msg: string) => Refusal>> = {
  refused: (msg) => refuse.conflict(msg || 'Client refused the request'),
  busy: (msg) => refuse.conflict(msg || 'Client refused the request'),
  invalid: (msg) => refuse.invalid(msg || 'Client refused the request'),
  no_canvas: () => refuse.invalid('No canvas open'),
  not_found: (msg) => refuse.absent(msg || 'Client refused the request'),
  forbidden: () => refuse.denied(),
  unsupported: () => refuse.unsupported('Client does not support this'),
};

/** What REST answers for a `nack` (interface/streaming 3.6). */
function refusalOf(code: string, msg: string): Refusal {
  const made = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return made ? made(msg) : refuse.clientFailed(msg || 'Client refused the request');
}
