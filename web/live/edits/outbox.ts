import type { ReadonlySignal } from '@preact/signals';
import type { RestAnswer, Timer } from '../../../client/index.ts';
import type { WriteOutcome } from '../kept/edit-store.ts';
import type { BatchFlight } from '../kept/keeper.ts';
import { LeftChanges, meet } from '../kept/left-changes.ts';
import { alikeAt, isRepeated, isThere, refusalOf, unknown } from './answers.ts';
import { nextBatch } from './batch.ts';
import type { Operation, SavedState, UpdateOperation } from './edit.ts';
import { createJudge, forget } from './judge.ts';
import type { OutboxListener, OutboxPorts, Refused } from './outbox-ports.ts';
import type { AnsweredOperation, Overlay } from './overlay.ts';
import type { PendingOperation } from './pending-operation.ts';
import { SavedWatch } from './saved-watch.ts';
import { WaitingOperations } from './waiting.ts';

type BatchAnswer = Pick<RestAnswer, 'status' | 'body' | 'revision' | 'retryAfter'>;

interface Sent extends BatchFlight {
  /** A request with it was not answered, so it may be made already. */
  isUncertain?: boolean;
}

/** Without an answer for this long, a request is sent again. */
const PATIENCE_MS = 30_000;
/** The first pause after a request without an answer, and after one that the server had no time for. */
const UNANSWERED_MS = 500;
const BUSY_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Sends operations in their order, one numbered batch at a time, and again as it was until the server has answered: so each is made once.
 * After a lost connection, what was never sent is judged first, because others may have changed the same things.
 */
export class Outbox {
  readonly #watch: SavedWatch;
  readonly #waiting: WaitingOperations;
  /** The batch that is to be answered next, whether its request is under way or not. */
  #sent: Sent | undefined;
  /** Counts requests: an answer to an earlier one is not heard any more. */
  #request = 0;
  #isAsking = false;
  /** Batches of tabs that are no more: they are sent before all others. */
  #inherited: Sent[] = [];
  readonly #left = new LeftChanges();
  /** The last write, while it is under way. */
  #kept: Promise<WriteOutcome> | undefined;
  /** Batches that were made by earlier requests, which the stream may not have shown yet. */
  #unsettled = 0;
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
  #isClosing = false;
  #isClosed = false;

  constructor(
    private readonly ports: OutboxPorts,
    private readonly overlay: Overlay,
    private readonly listener: OutboxListener,
  ) {
    this.#watch = new SavedWatch(ports.clock, () => this.#tell());
    this.#waiting = new WaitingOperations({
      join: (first, second) => overlay.join(first, second),
      drop: (operations) => {
        this.#left.over(operations, true);
        listener.shown(overlay.drop(operations));
      },
    });
  }

  get saved(): ReadonlySignal<SavedState> {
    return this.#watch.saved;
  }

  get pending(): ReadonlySignal<number> {
    return this.#watch.pending;
  }

  add(operations: readonly PendingOperation[]): void {
    meet(this.#all(), operations);
    for (const operation of operations) this.#waiting.add(operation);
    this.#isSignedOut = false;
    this.#next();
  }

  /** Goes on with what tabs that are no more have left: batches without an answer as they were, and what never left as after a lost connection. */
  adopt(flights: readonly BatchFlight[], waiting: readonly PendingOperation[]): void {
    const all = [...flights.flatMap(({ operations }) => operations), ...waiting];
    this.overlay.restore(all);
    this.#left.take(all);
    const own = [...this.#waiting];
    this.#inherited.push(...flights.map((flight) => ({ ...flight, isUncertain: true })));
    this.#waiting.addFirst(waiting);
    meet(this.#all(), own);
    this.#isOld = true;
    this.#next();
  }

  /** Writes what waits, if that has not been done. */
  keepNow(): Promise<WriteOutcome> | undefined {
    return this.ports.keep(this.#flights, this.#waiting);
  }

  /** What the server has not answered, in its order. */
  unanswered(): Operation[] {
    return this.#all().map(({ operation }) => operation);
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
  settled(operations: readonly AnsweredOperation[]): void {
    if (operations.length === 0) this.#unsettled--;
    this.#next();
  }

  /** Refuses what has not been sent: the server would. */
  forbid(): void {
    const waiting = [...this.#waiting];
    if (waiting.length === 0) return;
    this.#roll(waiting, { reason: 'refused', status: 403, msg: '' });
    this.#tell();
  }

  /**
   * Nothing is added any more. What waits is still sent, and `pending` falls to 0 with the last answer. Without a connection, or a person who is
   * signed in, that would never be, and what is to be judged needs the stream: then it ends, and what waits is left.
   */
  close(): void {
    this.#isClosing = true;
    if (!this.#isLive || this.#isSignedOut || this.pending.peek() === 0) this.#end();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#watch.end();
    this.listener.ended(this.#flights, [...this.#waiting]);
  }

  get #flights(): Sent[] {
    return this.#sent ? [this.#sent, ...this.#inherited] : this.#inherited;
  }

  #all(): PendingOperation[] {
    return [...this.#flights.flatMap(({ operations }) => operations), ...this.#waiting];
  }

  #keep(): Promise<WriteOutcome> | undefined {
    const kept = this.ports.keep(this.#flights, this.#waiting);
    if (!kept) return this.#kept;
    this.#kept = kept;
    void kept.then((outcome) => {
      if (this.#kept === kept) this.#kept = undefined;
      if (outcome === 'taken') this.#giveUp();
    });
    return kept;
  }

  /** While this page was frozen, another tab has taken over all that waited here. */
  #giveUp(): void {
    if (this.#isClosed) return;
    const all = this.#all();
    this.#sent = undefined;
    this.#inherited = [];
    this.#isAsking = false;
    this.#waiting.remove(all);
    this.#left.over(all, false);
    this.listener.shown(this.overlay.drop(all));
    this.#next();
  }

  #next(): void {
    if (this.#isClosed || this.#isAsking || this.#isPausing || this.#isSignedOut || !this.#isLive) return this.#tell();
    this.#sent ??= this.#inherited.shift();
    if (!this.#sent && this.#isOld) {
      if (this.#isClosing) return this.#end();
      if (this.overlay.isUncertain || this.#unsettled > 0) return this.#tell();
      this.#judge();
    }
    this.#sent ??= this.#batch();
    if (this.#sent) void this.#send(this.#sent, this.#keep());
    this.#tell();
  }

  #batch(): Sent | undefined {
    const operations = nextBatch(this.#waiting, this.#alone > 0);
    if (operations.length === 0) return undefined;
    this.#waiting.remove(operations);
    this.#alone = Math.max(0, this.#alone - operations.length);
    return { sender: this.ports.sender, number: ++this.#number, operations };
  }

  /** @param kept the number of the batch is written before it leaves, so that whoever comes after this tab knows it */
  async #send(sent: Sent, kept: Promise<WriteOutcome> | undefined): Promise<void> {
    this.#timer?.cancel();
    this.#isAsking = true;
    const request = ++this.#request;
    const isHeard = (): boolean => request === this.#request && this.#isAsking && !this.#isClosed;
    this.#timer = this.ports.clock.after(PATIENCE_MS, () => isHeard() && this.#pause(UNANSWERED_MS));
    if (kept) await kept;
    if (!isHeard()) return;
    const { sender, number } = sent;
    const operations = sent.operations.map(({ operation }) => operation);
    const answer = await this.ports.send({ sender, number, operations }).catch(() => undefined);
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
    if (status < 300) return isRepeated(body) && sent.operations[0]!.isHidden ? this.#wasMade(sent) : this.#made(sent, answer);
    const { at, msg } = refusalOf(body);
    if (at !== undefined && isThere(sent.operations[at], status, msg)) return this.#found(sent, at);
    if (at !== undefined && sent.operations[at])
      return this.#refuse(sent, alikeAt(sent.operations, at, status, this.overlay), { status, msg });
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

  /** The tab that is no more has made it, and others may have changed it since: the stream shows it, or will in some seconds. */
  #wasMade({ operations }: Sent): void {
    this.#left.over(operations, true);
    this.listener.shown(this.overlay.drop(operations));
    this.#unsettled++;
    this.listener.answered([]);
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
    this.#left.over(
      answered.map(({ operation }) => operation),
      true,
    );
    this.listener.shown(this.overlay.answered(answered, revision));
    this.listener.answered(answered);
  }

  #refuse(sent: Sent, refused: readonly PendingOperation[], why: Omit<Refused, 'reason'>): void {
    this.#roll(refused, { reason: 'refused', ...why });
    this.#goOn(sent, refused);
  }

  #roll(refused: readonly PendingOperation[], why: Refused): void {
    for (const one of refused) forget(one, this.#waiting);
    this.#left.over(refused, false);
    this.listener.shown(this.overlay.drop(refused));
    this.listener.refused(refused, why);
  }

  /** What is left of a batch goes at once, under another number. */
  #goOn({ sender, number, operations }: Sent, over: readonly PendingOperation[]): void {
    const left = operations.filter((one) => !over.includes(one));
    if (left.length > 0) this.#sent = { sender, number: number + 1, operations: left };
    if (left.length > 0 && sender === this.ports.sender) this.#number = number + 1;
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
        this.#left.over([one], true);
        this.listener.shown(this.overlay.drop([one]));
      } else this.#roll([one], { reason: 'gone', status: 404, msg: '' });
    }
    this.listener.shown(this.overlay.reveal([...this.#waiting].filter(({ isHidden }) => isHidden)));
  }

  /** Somebody else has changed what an update writes, and keeps that. @param body what is left of it */
  #leave(one: PendingOperation, body: object, theirs: readonly string[]): void {
    if (Object.keys(body).length === 0) {
      this.#waiting.remove([one]);
      return this.#roll([one], { reason: 'changed', status: 409, msg: '' });
    }
    const whole = Object.entries((one.operation as UpdateOperation).body);
    this.listener.shown(this.overlay.reduce(one, body as never));
    const part = Object.fromEntries(whole.filter(([key]) => theirs.includes(key)));
    this.listener.refused([one], { reason: 'changed', status: 409, msg: '' }, part);
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
    this.#watch.answered();
  }

  #tell(): void {
    if (this.#isClosed) return;
    void this.#keep();
    const pending = this.#flights.reduce((sum, { operations }) => sum + operations.length, this.#waiting.size);
    this.#watch.tell(pending, this.#isLive, this.#trouble);
    const resumed = this.#left.finished();
    if (resumed > 0) this.listener.resumed(resumed);
    if (this.#isClosing && pending === 0) this.#end();
  }
}
