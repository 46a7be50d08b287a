import { refuse } from '../../model/refusal.ts';
import type { Work } from '../../model/hooks.ts';
import type { Entry, Task } from './batch.ts';
import { Draft } from './draft.ts';
import type { Handle } from './handle.ts';
import { CommandTransaction } from './transaction.ts';

/** Longest part of a turn that one command may take, in milliseconds. */
const SLICE = 8;

interface Paused {
  readonly task: Task;
  readonly draft: Draft;
  aborted: boolean;
}

export interface RunnerParts {
  readonly cascading: readonly string[];
  readonly handle: (id: string) => Handle | undefined;
  /** A run is over: its entry joins the open batch of its scopes. */
  readonly join: (entry: Entry) => void;
}

/**
 * Runs commands in their order. A command whose scope is held (by a paused command, a recovery, an unknown
 * outcome) waits in line, and so does every later command that shares a scope with one in line.
 */
export class Runner {
  #line: Task[] = [];
  readonly #paused = new Set<Paused>();

  constructor(private readonly parts: RunnerParts) {}

  get idle(): boolean {
    return this.#line.length === 0 && this.#paused.size === 0;
  }

  submit(task: Task): void {
    if (this.#line.length > 0 || task.handles.some((handle) => handle.held > 0)) {
      this.#line.push(task);
      this.advance();
    } else this.#start(task);
  }

  /** Puts tasks that must run again before everything that waits, in their first order. */
  again(tasks: readonly Task[]): void {
    this.#line = [...tasks, ...this.#line].sort((a, b) => a.sequence - b.sequence);
    this.advance();
  }

  /** Starts what need not wait any more. Called whenever a scope is released. */
  advance(): void {
    const waiting = this.#line;
    const claimed = new Set<Handle>();
    this.#line = [];
    const blocked: Task[] = [];
    for (const task of waiting) {
      if (task.handles.some((handle) => handle.held > 0 || claimed.has(handle))) {
        for (const handle of task.handles) claimed.add(handle);
        blocked.push(task);
      } else this.#start(task);
    }
    this.#line = [...blocked, ...this.#line];
  }

  /** Takes back the paused commands of these scopes; they must run again. */
  abort(handles: ReadonlySet<Handle>): Task[] {
    const hit = [...this.#paused].filter(({ task }) => task.handles.some((handle) => handles.has(handle)));
    for (const paused of hit) {
      paused.aborted = true;
      paused.draft.undo();
      this.#paused.delete(paused);
      for (const handle of paused.task.handles) handle.held--;
    }
    return hit.map((paused) => paused.task);
  }

  /** Runs one task to its end while its scopes are held by a recovery. */
  async alone(task: Task): Promise<Entry> {
    const draft = new Draft();
    try {
      const { tx, result } = this.#run(task, draft);
      let value = result;
      if (isWork(result)) {
        for (let step = runSlice(result); ; step = runSlice(result)) {
          if (step.done) {
            value = step.value;
            break;
          }
          await new Promise((resume) => setImmediate(resume));
        }
      }
      tx.auditChanges();
      return { task, draft, answer: () => task.resolve(value) };
    } catch (cause) {
      draft.undo();
      return { task, draft: new Draft(), answer: () => task.reject(cause) };
    }
  }

  #start(task: Task): void {
    const draft = new Draft();
    try {
      const { tx, result } = this.#run(task, draft);
      if (isWork(result)) this.#drive(tx, task, draft, result);
      else this.#finish(tx, task, draft, result);
    } catch (cause) {
      this.#refused(task, draft, cause);
    }
  }

  #run(task: Task, draft: Draft): { tx: CommandTransaction; result: unknown } {
    task.command.permit();
    for (const handle of task.handles) if (handle.dead) throw refuse.notFound('Canvas', handle.id);
    const { handle, cascading } = this.parts;
    const scopes = { named: (id: string) => named(task, id), first: task.handles[0]!, any: handle, cascading };
    const tx = new CommandTransaction(task.inputs, scopes, draft);
    return { tx, result: task.command.run(tx) };
  }

  #drive(tx: CommandTransaction, task: Task, draft: Draft, work: Work<unknown>): void {
    const step = runSlice(work);
    if (step.done) return this.#finish(tx, task, draft, step.value);
    const paused: Paused = { task, draft, aborted: false };
    this.#paused.add(paused);
    for (const handle of task.handles) handle.held++;
    setImmediate(() => this.#resume(paused, tx, work));
  }

  #resume(paused: Paused, tx: CommandTransaction, work: Work<unknown>): void {
    if (paused.aborted) return;
    try {
      const step = runSlice(work);
      if (!step.done) {
        setImmediate(() => this.#resume(paused, tx, work));
        return;
      }
      this.#release(paused);
      this.#finish(tx, paused.task, paused.draft, step.value);
    } catch (cause) {
      this.#release(paused);
      this.#refused(paused.task, paused.draft, cause);
    }
    this.advance();
  }

  #release(paused: Paused): void {
    this.#paused.delete(paused);
    for (const handle of paused.task.handles) handle.held--;
  }

  #finish(tx: CommandTransaction, task: Task, draft: Draft, result: unknown): void {
    tx.auditChanges();
    this.parts.join({ task, draft, answer: () => task.resolve(result) });
  }

  /** A refusal is an outcome like any other: it waits for what it may have seen. */
  #refused(task: Task, draft: Draft, cause: unknown): void {
    draft.undo();
    this.parts.join({ task, draft: new Draft(), answer: () => task.reject(cause) });
  }
}

function named(task: Task, id: string): Handle {
  const handle = task.handles.find((one) => one.id === id);
  if (!handle) throw new Error(`the command did not name the scope ${id}`);
  return handle;
}

/** Runs work until it ends or has used its share of the turn. */
function runSlice(work: Work<unknown>): IteratorResult<void, unknown> {
  // The length of a slice is no time of the product: the clock of the process is right even when tests stop theirs.
  const end = performance.now() + SLICE;
  for (;;) {
    const step = work.next();
    if (step.done || performance.now() > end) return step;
  }
}

function isWork(result: unknown): result is Work<unknown> {
  return typeof (result as Work | undefined)?.next === 'function';
}
