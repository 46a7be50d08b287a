import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Edit } from '../live/edits/edit.ts';
import type { EditRefusal, Edits } from '../live/edits/edits.ts';
import type { Element } from '../live/element.ts';
import type { CommandBoard } from './commands/command-board.ts';
import type { History, StepOutcome } from './history.ts';
import type { Rescue } from './rescue/rescue.ts';
import { invert } from './undo/invert.ts';
import { type RecordedStep, recorded, recordedEdit } from './undo/recorded-step.ts';
import { type CanvasPlace, merged, stepOf, withoutIds } from './undo/step.ts';

export interface HistoryContext {
  readonly edits: Pick<Edits, 'add' | 'record' | 'onRefused'>;
  readonly board: Pick<CommandBoard, 'item' | 'items' | 'root'>;
  /** Keeps what is deleted for longer than the stack. */
  readonly rescue?: Pick<Rescue, 'deleted'>;
}

/** Older steps go when there are more of them or they take more. */
const MOST_STEPS = 200;
const MOST_BYTES = 8_000_000;

export const createHistory = (context: HistoryContext): History => new EditHistory(context);

class EditHistory implements History {
  readonly #context: HistoryContext;
  readonly #undo = signal<readonly RecordedStep[]>([]);
  readonly #redo = signal<readonly RecordedStep[]>([]);
  #run: string | undefined;

  readonly canUndo: ReadonlySignal<boolean> = computed(() => this.#undo.value.length > 0);
  readonly canRedo: ReadonlySignal<boolean> = computed(() => this.#redo.value.length > 0);
  readonly next = computed(() => ({ undo: this.#undo.value.at(-1)?.label, redo: this.#redo.value.at(-1)?.label }));

  constructor(context: HistoryContext) {
    this.#context = context;
    context.edits.onRefused((refusal) => this.#forget(refusal));
  }

  record(edit: Edit, run?: string): void {
    const step = this.#recorded(edit);
    if (run === undefined) this.#bin(edit, step);
    const last = this.#undo.peek().at(-1);
    const both = run !== undefined && run === this.#run && last ? merged(last.step(), step.step()) : undefined;
    this.#run = run;
    const before = both ? this.#undo.peek().slice(0, -1) : this.#undo.peek();
    batch(() => {
      this.#redo.value = [];
      this.#undo.value = bounded([...before, both ? recorded(both) : step]);
    });
  }

  undo(): StepOutcome | undefined {
    return this.#take(this.#undo, this.#redo);
  }

  redo(): StepOutcome | undefined {
    return this.#take(this.#redo, this.#undo);
  }

  /** Takes back the last step of one stack, and puts what that did on the other. */
  #take(from: Signal<readonly RecordedStep[]>, to: Signal<readonly RecordedStep[]>): StepOutcome | undefined {
    const step = from.peek().at(-1);
    if (!step) return undefined;
    this.#run = undefined;
    const { edit, left } = invert(step.step(), { board: this.#context.board, record: (id) => this.#context.edits.record(id) });
    const made = edit.operations.length > 0 ? this.#context.edits.add(edit) : undefined;
    const done = made && this.#recorded(made);
    batch(() => {
      from.value = from.peek().filter((one) => one !== step);
      if (done) to.value = bounded([...to.peek(), done]);
    });
    if (made) this.#bin(made, done!);
    return { label: step.label, isDone: done !== undefined, left };
  }

  #bin({ operations }: Edit, step: RecordedStep): void {
    if (operations.some(({ op }) => op === 'delete')) this.#context.rescue?.deleted(step.step());
  }

  #recorded(edit: Edit): RecordedStep {
    return recordedEdit(edit, () => stepOf(edit, (record) => this.#placeOf(record)));
  }

  /** Asked for right after a deletion, when what the widget lay on is still there. */
  #placeOf(record: Element): CanvasPlace | undefined {
    if (!('location' in record)) return undefined;
    const parent = this.#context.board.item(record.parent_id);
    if (!parent) return undefined;
    const { box, zoom } = parent;
    const { location, scale } = record;
    return { x: box.x + location.x * zoom, y: box.y + location.y * zoom, zoom: zoom * scale };
  }

  /** What the server has refused is not there to be taken back. */
  #forget({ edit, ids }: EditRefusal): void {
    for (const steps of [this.#undo, this.#redo]) {
      const kept = steps.peek().map((step) => (step.keys.has(edit.key) ? recorded(withoutIds(step.step(), ids)) : step));
      steps.value = kept.filter((step) => !step.isEmpty);
    }
  }
}

/** The latest steps within the bounds. A step without anything is none. */
function bounded(steps: readonly RecordedStep[]): readonly RecordedStep[] {
  const kept = steps.filter((step) => !step.isEmpty).slice(-MOST_STEPS);
  let bytes = kept.reduce((sum, step) => sum + step.bytes, 0);
  while (kept.length > 1 && bytes > MOST_BYTES) bytes -= kept.shift()!.bytes;
  return kept;
}
