import { signal } from '@preact/signals';
import type { Clock, RestAnswer, Timer } from '../../../client/index.ts';
import type { Element } from '../element.ts';
import { nextBatch, type SendBatch } from './batch.ts';
import type { Operation, SavedState } from './edit.ts';
import type { EditRefusal } from './edits.ts';
import { createJudge, forget } from './judge.ts';
import type { AnsweredOperation, Overlay } from './overlay.ts';
import type { PendingOperation } from './pending-operation.ts';
import { WaitingOperations } from './waiting.ts';

type BatchAnswer = Pick<RestAnswer, 'status' | 'body' | 'revision' | 'retryAfter'>;

export interface OutboxPorts {
  readonly send: SendBatch;
  readonly clock: Pick<Clock, 'steady' | 'after'>;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

export type Refused = Pick<EditRefusal, 'reason' | 'status' | 'msg'>;

export interface OutboxListener {
  /** These elements are shown differently now. */
  shown(elements: readonly Element[]): void;
  answered(operations: readonly AnsweredOperation[]): void;
  /** These operations are not made. @param keys all that is not made of them; undefined: everything */
  refused(operations: readonly PendingOperation[], why: Refused, keys?: readonly string[]): void;
}

interface Sent {
  readonly number: number;
  readonly operations: readonly PendingOperation[];
  /** A request with it was not answered, so it may be made already. */
  isUncertain?: boolean;
}

/** Without an answer for this long, a request is sent again. */
const PATIENCE_MS = 30_000;
/** The first pause after a request without an answer, and after one that the server had no time for. */
const UNANSWERED_MS = 500;
const BUSY_MS = 1_000;
const LONGEST_MS = 30_000;
/** The state becomes `slow` when an edit has waited this many milliseconds. */
const SLOW_MS = 3_000;

/**
 * Sends operations in their order, one numbered batch at a time, and again as it was until the server has answered: so each is made once.
 * After a lost connection, what was never sent is judged first, because others may have changed the same things.
 */
export class Outbox {
  readonly saved = signal<SavedState>('saved');
  readonly pending = signal(0);
  readonly #waiting: WaitingOperations;
  /** The batch that is to be answered next, whether its request is under way or not. */
  #sent: Sent | undefined;
  /** Counts requests: an answer to an earlier one is not heard any more. */
  #request = 0;
  #isAsking = false;
  #isPausing = false;
  #isSignedOut = false;
  #number = 0;
  /** Requests in a row without an answer, or with one that asks for patience. */
  #tries = 0;
  #timer: Timer | undefined;
  #isLive = true;
  /** The connection was lost, so what waits is to be judged. */
  #isOld = false;
  /** A whole batch was refused: the next batches are one edit each, for this many operations. */
  #alone = 0;
  #trouble: 'busy' | 'stopped' | undefined;
  /** When the operation that waits longest was added, by the steady clock. */
  #since: number | undefined;
  #slow: Timer | undefined;
  #isClosing = false;
  #isClosed = false;

  constructor(
    private readonly ports: OutboxPorts,
    private readonly overlay: Overlay,
    private readonly listener: OutboxListener,
  ) {
    this.#waiting = new WaitingOperations({
      join: (first, second) => overlay.join(first, second),
      drop: (operations) => listener.shown(overlay.drop(operations)),
    });
  }

  add(operations: readonly PendingOperation[]): void {
    for (const operation of operations) this.#waiting.add(operation);
    this.#isSignedOut = false;
    this.#next();
  }

  /** What the server has not answered, in its order. */
  unanswered(): Operation[] {
    return [...(this.#sent?.operations ?? []), ...this.#waiting].map(({ operation }) => operation);
  }

  /** The connection is lost. */
  lost(): void {
    this.#isLive = false;
    this.#isOld = true;
    this.#tell();
  }

  /** What is confirmed is what the server has. */
  live(): void {
    if (this.#isLive) return;
    this.#isLive = true;
    this.#tries = 0;
    this.#isSignedOut = false;
    // A request of before may never be answered
    if (this.#sent && this.#isAsking) this.#sent.isUncertain = true;
    this.#isAsking = false;
    if (this.#trouble !== 'busy') this.#isPausing = false;
    this.#next();
  }

  /** What was answered some seconds ago is confirmed. */
  settled(): void {
    this.#next();
  }

  /**
   * Nothing is added any more. What waits is still sent, and `pending` falls to 0 with the last answer. Without a connection, or a person who is
   * signed in, that would never be, so all of it is given up at once.
   */
  close(): void {
    this.#isClosing = true;
    if (!this.#isLive || this.#isSignedOut || this.pending.peek() === 0) this.#end();
  }

  #end(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#slow?.cancel();
    this.pending.value = 0;
  }

  #next(): void {
    if (this.#isClosed || this.#isAsking || this.#isPausing || this.#isSignedOut || !this.#isLive) return this.#tell();
    if (!this.#sent && this.#isOld) {
      if (this.overlay.isUncertain) return this.#tell();
      this.#judge();
    }
    this.#sent ??= this.#batch();
    if (this.#sent) void this.#send(this.#sent);
    this.#tell();
  }

  #batch(): Sent | undefined {
    const operations = nextBatch(this.#waiting, this.#alone > 0);
    if (operations.length === 0) return undefined;
    this.#waiting.remove(operations);
    this.#alone = Math.max(0, this.#alone - operations.length);
    return { number: ++this.#number, operations };
  }

  async #send(sent: Sent): Promise<void> {
    this.#timer?.cancel();
    this.#isAsking = true;
    const request = ++this.#request;
    const isHeard = (): boolean => request === this.#request && this.#isAsking && !this.#isClosed;
    this.#timer = this.ports.clock.after(PATIENCE_MS, () => isHeard() && this.#pause(UNANSWERED_MS));
    const operations = sent.operations.map(({ operation }) => operation);
    const answer = await this.ports.send({ number: sent.number, operations }).catch(() => undefined);
    const isAnswered = answer !== undefined && !unknown.has(answer.status);
    if (!isAnswered || !isHeard()) sent.isUncertain = true;
    if (!isHeard()) return;
    if (!isAnswered) return this.#pause(UNANSWERED_MS);
    this.#take(sent, answer);
  }

  /** Sends the same batch later. @param first the pause after the first time, in ms */
  #pause(first: number, exact?: number): void {
    this.#isAsking = false;
    this.#isPausing = true;
    this.#timer?.cancel();
    const pause = exact ?? Math.min(LONGEST_MS, first * 2 ** this.#tries) * (0.5 + this.ports.random() / 2);
    this.#tries++;
    this.#timer = this.ports.clock.after(pause, () => {
      this.#isPausing = false;
      this.#next();
    });
    this.#tell();
  }

  #take(sent: Sent, answer: BatchAnswer): void {
    const { status, body, retryAfter } = answer;
    if (status === 429 || status === 503) {
      this.#trouble = 'busy';
      return this.#pause(BUSY_MS, retryAfter === undefined ? undefined : retryAfter * 1000);
    }
    if (status === 401) return this.#stop();
    this.#answered();
    if (status < 300) return this.#made(sent, answer);
    const { at, msg } = refusalOf(body);
    if (at !== undefined && isThere(sent.operations[at], status, msg)) return this.#found(sent, at);
    if (at !== undefined && sent.operations[at]) return this.#refuse(sent, this.#alike(sent, at, status), { status, msg });
    this.#trouble = status === 403 ? 'stopped' : undefined;
    if (
      !sent.isUncertain &&
      status !== 403 &&
      sent.operations.some(({ edits }) => edits.at(-1) !== sent.operations[0]!.edits.at(-1))
    )
      return this.#divide(sent);
    this.#refuse(sent, sent.operations, { status, msg });
  }

  #made({ operations }: Sent, { body, revision }: BatchAnswer): void {
    const { results } = (body ?? {}) as { readonly results?: readonly (object | null)[] | null };
    this.#show(
      operations.map((operation, at) => ({ operation, result: results?.[at] })),
      revision,
    );
    this.#trouble = undefined;
    this.#next();
  }

  /** An earlier request has made it. */
  #found(sent: Sent, at: number): void {
    const operation = sent.operations[at]!;
    this.#show([{ operation, result: undefined }]);
    this.#goOn(sent, [operation]);
  }

  #show(answered: readonly AnsweredOperation[], revision = Number.POSITIVE_INFINITY): void {
    this.listener.shown(this.overlay.answered(answered, revision));
    this.listener.answered(answered);
  }

  /** The operation at a place of the batch, and those that the server would refuse for the same reason: their records are gone. */
  #alike({ operations }: Sent, at: number, status: number): PendingOperation[] {
    const isGone = ({ operation: { op, id } }: PendingOperation): boolean =>
      op === 'update' && this.overlay.answeredRecord(id) === undefined && !operations.some((one) => makes(one, id));
    return operations.filter((one, place) => place === at || (status === 404 && place > at && isGone(one)));
  }

  #refuse(sent: Sent, refused: readonly PendingOperation[], why: Omit<Refused, 'reason'>): void {
    this.#roll(refused, { reason: 'refused', ...why });
    this.#goOn(sent, refused);
  }

  #roll(refused: readonly PendingOperation[], why: Refused): void {
    for (const one of refused) forget(one, this.#waiting);
    this.listener.shown(this.overlay.drop(refused));
    this.listener.refused(refused, why);
  }

  /** What is left of a batch goes at once, under another number. */
  #goOn({ operations }: Sent, over: readonly PendingOperation[]): void {
    const left = operations.filter((one) => !over.includes(one));
    if (left.length > 0) this.#sent = { number: ++this.#number, operations: left };
    this.#next();
  }

  /** To find out which edit is refused. */
  #divide({ operations }: Sent): void {
    this.#waiting.addFirst(operations);
    this.#alone = operations.length;
    this.#next();
  }

  #judge(): void {
    this.#isOld = false;
    const judge = createJudge((id) => this.overlay.answeredRecord(id));
    for (const one of [...this.#waiting]) {
      const verdict = judge(one);
      if (verdict.is === 'send') {
        if (verdict.theirs.length > 0) this.#leave(one, verdict.body!, verdict.theirs);
        continue;
      }
      this.#waiting.remove([one]);
      if (verdict.is === 'done') {
        if (one.operation.op === 'create') forget(one, this.#waiting);
        this.listener.shown(this.overlay.drop([one]));
      } else this.#roll([one], { reason: 'gone', status: 404, msg: '' });
    }
  }

  /** Somebody else has changed what an update writes, and keeps that. @param body what is left of it */
  #leave(one: PendingOperation, body: object, theirs: readonly string[]): void {
    if (Object.keys(body).length === 0) {
      this.#waiting.remove([one]);
      return this.#roll([one], { reason: 'changed', status: 409, msg: '' });
    }
    this.listener.shown(this.overlay.reduce(one, body as never));
    this.listener.refused([one], { reason: 'changed', status: 409, msg: '' }, theirs);
  }

  /** Nobody is signed in. What waits is sent once somebody is. */
  #stop(): void {
    this.#isAsking = false;
    this.#timer?.cancel();
    this.#isSignedOut = true;
    this.#trouble = 'stopped';
    this.#tell();
    if (this.#isClosing) this.#end();
  }

  #answered(): void {
    this.#timer?.cancel();
    this.#isAsking = false;
    this.#sent = undefined;
    this.#tries = 0;
    this.#since = undefined;
  }

  #tell(): void {
    if (this.#isClosed) return;
    this.pending.value = this.#waiting.size + (this.#sent?.operations.length ?? 0);
    const now = this.ports.clock.steady();
    if (this.pending.peek() === 0) this.#since = undefined;
    else this.#since ??= now;
    this.saved.value = this.#state(now);
    this.#slow?.cancel();
    const left = this.#since === undefined ? 0 : this.#since + SLOW_MS - now;
    if (left > 0) this.#slow = this.ports.clock.after(left, () => this.#tell());
    if (this.#isClosing && this.pending.peek() === 0) this.#end();
  }

  #state(now: number): SavedState {
    if (this.#since === undefined) return this.#trouble === 'stopped' ? 'stopped' : 'saved';
    if (!this.#isLive) return 'offline';
    return this.#trouble ?? (now - this.#since >= SLOW_MS ? 'slow' : 'saving');
  }
}

/** Whether the server has done what it was asked to, nobody knows. */
const unknown = new Set([408, 500, 502, 504]);

const makes = ({ operation }: PendingOperation, id: string): boolean => operation.op === 'create' && operation.id === id;

/** Which operation a refusal is about, counted from 0, and its text; undefined: it is about the whole batch. */
function refusalOf(body: unknown): { readonly at: number | undefined; readonly msg: string } {
  const text = typeof body === 'object' ? String((body as { readonly msg?: unknown } | null)?.msg ?? '') : '';
  const [, at, msg] = /^operation (\d+): (.*)$/s.exec(text) ?? [];
  return at === undefined ? { at: undefined, msg: text } : { at: Number(at), msg: msg! };
}

/** Whether a create is refused because its record is there (interface/conventions 1.15). */
const isThere = (pending: PendingOperation | undefined, status: number, msg: string): boolean =>
  status === 409 && pending?.operation.op === 'create' && msg.endsWith(` ${pending.operation.id} exists`);
