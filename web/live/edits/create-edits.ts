import { computed, effect, signal, untracked } from '@preact/signals';
import { type Clock, usualClock } from '../../../client/index.ts';
import type { EditableBoard, LaidOverlay } from '../board.ts';
import type { Connection } from '../connection.ts';
import type { Element } from '../element.ts';
import type { WriteOutcome } from '../kept/edit-store.ts';
import type { EditKeeping } from '../kept/keeping.ts';
import type { SendBatch } from './batch.ts';
import type { Edit, NewEdit, Operation } from './edit.ts';
import type { EditRefusal, Edits, LostListener } from './edits.ts';
import { newId } from './new-id.ts';
import { Outbox } from './outbox.ts';
import type { OutboxListener, OutboxPorts } from './outbox-ports.ts';
import { type AnsweredOperation, Overlay } from './overlay.ts';
import type { ShownRecords } from './shown-records.ts';

interface Options extends Partial<Omit<OutboxPorts, 'keep'>> {
  readonly board: EditableBoard;
  readonly connection: Pick<Connection, 'serverNow' | 'client' | 'isOffline'>;
  /** Loads what keeps the edits that wait. Default: nothing outlives the page. @param sender of the batches of this page */
  readonly keeping?: (sender: string) => Promise<EditKeeping>;
  /** Whether the person whose changes these are is the one who is signed in: nothing is sent for anybody else. Default: always. */
  readonly isSamePerson?: () => boolean;
}

/** Begins to edit a board. Close it, or the overlay stays; what waits then is still sent. */
export const createEdits = (options: Options): Edits => new BoardEdits(options);

/** A network that is slow, or a browser without the code, keeps nothing from being sent for longer, in ms. */
const PATIENCE_MS = 1_000;
/** How long the stream may be behind an answer, in ms. */
const SETTLED_MS = 2_000;

class BoardEdits implements Edits {
  readonly #overlay: Overlay;
  readonly #laid: LaidOverlay;
  readonly #outbox: Outbox;
  readonly #board: EditableBoard;
  readonly #clock: Pick<Clock, 'steady' | 'after'>;
  readonly #listeners = new Set<(refusal: EditRefusal) => void>();
  readonly #lost = new Set<LostListener>();
  readonly #ends: (() => void)[] = [];
  /** In the overlay, and not on the board yet. */
  #late: readonly Element[] = [];
  /** Undefined: not loaded yet. */
  readonly #keeping = signal<EditKeeping | undefined>(undefined);
  /** Until what keeps is there. */
  #opening: Promise<WriteOutcome> | undefined;
  readonly #resumed = new Set<(count: number) => void>();
  readonly isLasting = computed(() => this.#keeping.value?.isLasting.value ?? this.#opening !== undefined);
  readonly isKept = computed(() => this.#keeping.value?.isKept.value ?? false);

  constructor(options: Options) {
    const { board, connection, clock = usualClock, random = Math.random } = options;
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
    const { send = senderOf(options), sender = newId() } = options;
    const keep: OutboxPorts['keep'] = (flights, waiting) => {
      const keeping = this.#keeping.peek();
      return keeping ? keeping.keep(flights, waiting) : this.#opening;
    };
    this.#outbox = new Outbox({ send, sender, keep, clock, random }, this.#overlay, {
      shown: (elements) => this.#show(elements),
      answered: (operations) => this.#settleLater(operations),
      refused: (...refused) => this.#refused(...refused),
      resumed: (count) => {
        for (const listen of this.#resumed) listen(count);
      },
      ended: () => {
        laid.lift();
        this.#keeping.peek()?.close();
      },
    });
    this.#ends.push(
      () => this.#outbox.close(),
      effect(() => {
        // Without a network nothing leaves, so that nothing is sent of which nobody knows whether it arrived
        const isLive = board.state.value.is === 'live' && !connection.isOffline.value;
        untracked(() => (isLive ? this.#outbox.live() : this.#outbox.lost()));
      }),
    );
    if (options.keeping) this.#beginKeeping(options.keeping(sender));
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

  onLost(listen: LostListener): () => void {
    this.#lost.add(listen);
    return () => this.#lost.delete(listen);
  }

  onResumed(listen: (count: number) => void): () => void {
    this.#resumed.add(listen);
    return () => this.#resumed.delete(listen);
  }

  forbid(): void {
    this.#outbox.forbid();
  }

  close(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  /** From now on what waits is kept, and what tabs that are no more have left is taken over. */
  #beginKeeping(loading: Promise<EditKeeping>): void {
    const begin = async (): Promise<WriteOutcome> => {
      const keeping = await loading.catch(() => undefined);
      this.#opening = undefined;
      if (!keeping) return 'refused';
      this.#keeping.value = keeping;
      if (this.#ends.length === 0 && this.pending.peek() === 0) keeping.close();
      else void this.#adopt(keeping);
      return (await this.#outbox.keepNow()) ?? 'kept';
    };
    const late = new Promise<WriteOutcome>((resolve) => this.#clock.after(PATIENCE_MS, () => resolve('refused')));
    this.#opening = Promise.race([begin(), late]);
  }

  async #adopt(keeping: EditKeeping): Promise<void> {
    const left = await keeping.adopt();
    if (left && this.#ends.length > 0) this.#outbox.adopt(left.flights, left.waiting);
  }

  /** What was to be shown later is older. */
  #show(elements: readonly Element[]): void {
    if (elements.length === 0) return;
    this.show();
    this.#laid.show(elements);
  }

  #settleLater(operations: readonly AnsweredOperation[]): void {
    this.#clock.after(SETTLED_MS, () => {
      if (this.#ends.length === 0) return;
      if (this.#board.state.peek().is !== 'live') return this.#settleLater(operations);
      this.#show(this.#overlay.settle(operations));
      this.#outbox.settled(operations);
    });
  }

  #refused(...[operations, why, part]: Parameters<OutboxListener['refused']>): void {
    const keys = part && Object.keys(part);
    const refused = new Map<Edit, string[]>();
    for (const { edits, operation } of operations) {
      for (const edit of edits)
        if (writes(edit, operation.id, keys)) refused.set(edit, [...(refused.get(edit) ?? []), operation.id]);
    }
    for (const [edit, ids] of refused) for (const listen of this.#listeners) listen({ edit, ids, ...why });
    for (const listen of this.#lost) listen(operations, why, part);
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
    ordinalOf: laid.ordinalOf,
    linesAt: laid.linesAt,
    strokesOn: laid.strokesOn,
    now: () => new Date(connection.serverNow()).toISOString(),
  };
}

function senderOf({ board, connection, isSamePerson = () => true }: Options): SendBatch {
  const path = `/canvases/${board.canvas_id}/batch`;
  return async ({ sender, number, operations }) => {
    if (!isSamePerson()) return { status: 401, body: undefined, revision: undefined, retryAfter: undefined };
    return connection.client.rest.write('POST', path, { operations }, { 'Easel-Batch': `${sender} ${number}` });
  };
}
