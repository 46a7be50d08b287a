import { effect, untracked } from '@preact/signals';
import { type Clock, usualClock } from '../../../client/index.ts';
import type { EditableBoard, LaidOverlay } from '../board.ts';
import type { Connection } from '../connection.ts';
import type { Element } from '../element.ts';
import type { SendBatch } from './batch.ts';
import type { Edit, NewEdit, Operation } from './edit.ts';
import type { EditRefusal, Edits } from './edits.ts';
import { newId } from './new-id.ts';
import { Outbox, type OutboxListener, type OutboxPorts } from './outbox.ts';
import { type AnsweredOperation, Overlay } from './overlay.ts';
import type { ShownRecords } from './shown-records.ts';

interface Options extends Partial<OutboxPorts> {
  readonly board: EditableBoard;
  readonly connection: Pick<Connection, 'serverNow' | 'client' | 'isOffline'>;
}

/** Begins to edit a board. Close it, or the overlay stays; what waits then is still sent. */
export const createEdits = (options: Options): Edits => new BoardEdits(options);

/** How long the stream may be behind an answer, in ms. */
const SETTLED_MS = 2_000;

class BoardEdits implements Edits {
  readonly #overlay: Overlay;
  readonly #laid: LaidOverlay;
  readonly #outbox: Outbox;
  readonly #board: EditableBoard;
  readonly #clock: Pick<Clock, 'steady' | 'after'>;
  readonly #listeners = new Set<(refusal: EditRefusal) => void>();
  readonly #ends: (() => void)[] = [];
  /** In the overlay, and not on the board yet. */
  #late: readonly Element[] = [];

  constructor({ board, connection, clock = usualClock, random = Math.random, send }: Options) {
    this.#board = board;
    this.#clock = clock;
    const laid = board.lay({
      confirm: (elements, revision) => {
        this.show();
        return this.#overlay.confirm(elements, revision);
      },
      reset: (elements, revision) => {
        this.show();
        return this.#overlay.reset(elements, revision);
      },
    });
    this.#laid = laid;
    this.#overlay = new Overlay(recordsOf(board, laid, connection));
    const ports = { send: send ?? senderOf(connection, board.canvas_id), clock, random };
    this.#outbox = new Outbox(ports, this.#overlay, {
      shown: (elements) => this.#show(elements),
      answered: (operations) => this.#settleLater(operations),
      refused: (...refused) => this.#refused(...refused),
    });
    this.#ends.push(
      laid.lift,
      () => this.#outbox.close(),
      effect(() => {
        // Without a network nothing leaves, so that nothing is sent of which nobody knows whether it arrived
        const isLive = board.state.value.is === 'live' && !connection.isOffline.value;
        untracked(() => (isLive ? this.#outbox.live() : this.#outbox.lost()));
      }),
    );
  }

  get saved() {
    return this.#outbox.saved;
  }

  get pending() {
    return this.#outbox.pending;
  }

  add(edit: NewEdit, isShownLater = false): Edit {
    this.show();
    const added = this.#overlay.add(edit);
    this.#late = added.shown;
    if (!isShownLater) this.show();
    this.#outbox.add(added.operations);
    return added.edit;
  }

  show(): void {
    const late = this.#late;
    this.#late = [];
    this.#laid.show(late);
  }

  preview(edit: NewEdit): () => void {
    this.show();
    const { operations, shown } = this.#overlay.add(edit);
    this.#laid.show(shown);
    return () => this.#show(this.#overlay.drop(operations));
  }

  record(id: string): Element | undefined {
    return this.#overlay.shown(id);
  }

  unanswered(): readonly Operation[] {
    return this.#outbox.unanswered();
  }

  onRefused(listen: (refusal: EditRefusal) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  /** What was to be shown later is older. After `close`, nothing is shown. */
  #show(elements: readonly Element[]): void {
    if (elements.length === 0 || this.#ends.length === 0) return;
    this.show();
    this.#laid.show(elements);
  }

  #settleLater(operations: readonly AnsweredOperation[]): void {
    this.#clock.after(SETTLED_MS, () => {
      if (this.#ends.length === 0) return;
      if (this.#board.state.peek().is !== 'live') return this.#settleLater(operations);
      this.#show(this.#overlay.settle(operations));
      this.#outbox.settled();
    });
  }

  #refused(...[operations, why, keys]: Parameters<OutboxListener['refused']>): void {
    const refused = new Map<Edit, string[]>();
    for (const { edits, operation } of operations) {
      for (const edit of edits)
        if (writes(edit, operation.id, keys)) refused.set(edit, [...(refused.get(edit) ?? []), operation.id]);
    }
    for (const [edit, ids] of refused) for (const listen of this.#listeners) listen({ edit, ids, ...why });
  }
}

/** Whether an edit writes one of these keys of a record. */
const writes = ({ operations }: Edit, id: string, keys: readonly string[] | undefined): boolean =>
  keys === undefined || operations.some((one) => one.id === id && one.op === 'update' && keys.some((key) => key in one.body));

/** What the board shows, for predictions. */
function recordsOf(board: EditableBoard, laid: LaidOverlay, connection: Pick<Connection, 'serverNow'>): ShownRecords {
  return {
    canvas_id: board.canvas_id,
    root: () => board.root.peek()?.widget,
    shown: laid.shown,
    widgets: () => board.items().map(({ widget }) => widget),
    childrenOf: laid.childrenOf,
    linesAt: laid.linesAt,
    strokesOn: laid.strokesOn,
    now: () => new Date(connection.serverNow()).toISOString(),
  };
}

/** Sends the batches of this page, which have numbers of their own. */
function senderOf({ client }: Pick<Connection, 'client'>, canvas_id: string): SendBatch {
  const sender = newId();
  return ({ number, operations }) =>
    client.rest.write('POST', `/canvases/${canvas_id}/batch`, { operations }, { 'Easel-Batch': `${sender} ${number}` });
}
