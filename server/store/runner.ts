import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Entry, Task } from './batch.ts';
import { Draft } from './draft.ts';
import type { Handle } from './handle.ts';
import { CommandTransaction, DIRECTORY } from './transaction.ts';

interface Paused {
  readonly task: Task;
  readonly draft: Draft;
  readonly work: Work<Entry | Unheld>;
  aborted: boolean;
}

/** One look through the line, which ends when its slice does. */
interface Pass {
  readonly line: readonly Task[];
  /** Where in the line it stands. */
  at: number;
  /** Those that must wait. */
  readonly blocked: Task[];
}

/** What a run comes to that wants to kill scopes which its command does not hold: nothing, until it holds them. */
export interface Unheld {
  readonly kills: readonly Handle[];
}

export interface RunnerParts {
  readonly scheduler: Scheduler;
  readonly cascading: readonly string[];
  /** The handle of a canvas that a command kills. */
  readonly handle: (id: string) => Handle | undefined;
  /** A run is over: its entry joins the open batch of its scopes. */
  readonly join: (entry: Entry) => void;
  readonly fatal: (cause: unknown) => void;
}

/**
 * Runs commands in their order. A command whose scope is held (by a paused command, a recovery, an unknown
 * outcome) waits in line, and so does every later command that shares a scope with one in line.
 */
export class Runner {
  #line: Task[] = [];
  readonly #paused = new Set<Paused>();
  #runs = 0;
  #advancing = false;

  constructor(private readonly parts: RunnerParts) {}

  submit(task: Task): void {
    if (task.handles.some((handle) => handle.held > 0 || handle.waiting > 0)) this.#enter(task);
    else this.#start(task);
  }

  /** Puts tasks that must run again before everything that waits, in their first order. */
  again(tasks: readonly Task[]): void {
    for (const task of tasks) this.#enter(task);
    this.#line.sort((a, b) => a.sequence - b.sequence);
    this.advance();
  }

  /** Starts what need not wait any more. Called whenever a scope is released. */
  advance(): void {
    const line = this.#line;
    if (line.length === 0) return;
    this.#line = [];
    const pass: Pass = { line, at: 0, blocked: [] };
    const { done } = this.parts.scheduler.begin(this.#startFree(pass));
    // Those that came back into line: a command that kills scopes finds only by its run which ones to wait for. Nobody
    // else looks at them when they were behind commands that ended in this pass.
    const entered = this.#line;
    this.#line = [...pass.blocked, ...line.slice(pass.at), ...entered];
    if (!done || entered.length > 0) this.#advanceLater();
  }

  /** Paused commands that share a scope with these. */
  pausedOn(handles: ReadonlySet<Handle>): Paused[] {
    return [...this.#paused].filter(({ task }) => task.handles.some((handle) => handles.has(handle)));
  }

  /** Takes a paused command back; the caller undoes its draft and lets it run again. */
  abort(paused: Paused): void {
    paused.aborted = true;
    this.#release(paused);
  }

  /** Runs one task to its end while its scopes are held by a recovery. Undefined: it must wait for more scopes. */
  async alone(task: Task): Promise<Entry | undefined> {
    const ended = await this.parts.scheduler.run(this.#attempt(task, new Draft()));
    if ('draft' in ended) return ended;
    widen(task, ended);
    return undefined;
  }

  #enter(task: Task): void {
    this.#line.push(task);
    for (const handle of task.handles) handle.waiting++;
  }

  *#startFree(pass: Pass): Work {
    const claimed = new Set<Handle>();
    while (pass.at < pass.line.length) {
      const task = pass.line[pass.at++]!;
      if (task.handles.some((handle) => handle.held > 0 || claimed.has(handle))) {
        for (const handle of task.handles) claimed.add(handle);
        pass.blocked.push(task);
        continue;
      }
      for (const handle of task.handles) handle.waiting--;
      this.#start(task);
      yield;
    }
  }

  #advanceLater(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    this.parts.scheduler.later(this.#advanceAgain()).catch(this.parts.fatal);
  }

  *#advanceAgain(): Work {
    this.#advancing = false;
    this.advance();
  }

  #start(task: Task): void {
    const draft = new Draft();
    const work = this.#attempt(task, draft);
    const step = this.parts.scheduler.begin(work);
    if (step.done) return this.#ended(task, step.value);
    const paused: Paused = { task, draft, work, aborted: false };
    this.#paused.add(paused);
    for (const handle of task.handles) handle.hold();
    this.parts.scheduler.later(this.#drive(paused)).catch(this.parts.fatal);
  }

  *#drive(paused: Paused): Work {
    while (!paused.aborted) {
      const step = paused.work.next();
      if (step.done) return this.#resumed(paused, step.value);
      yield;
    }
  }

  #resumed(paused: Paused, ended: Entry | Unheld): void {
    this.#release(paused);
    this.#ended(paused.task, ended);
    this.advance();
  }

  #ended(task: Task, ended: Entry | Unheld): void {
    if ('draft' in ended) return this.parts.join(ended);
    widen(task, ended);
    this.submit(task);
  }

  #release(paused: Paused): void {
    this.#paused.delete(paused);
    for (const handle of paused.task.handles) handle.release();
  }

  /** One run. A refusal is an outcome like any other: it waits for what it may have seen. */
  *#attempt(task: Task, draft: Draft): Work<Entry | Unheld> {
    const answer = yield* this.#run(task, draft);
    if (typeof answer !== 'function') return answer;
    return { task, draft, order: ++this.#runs, answer };
  }

  *#run(task: Task, draft: Draft): Work<(() => void) | Unheld> {
    try {
      const tx = this.#transaction(task, draft);
      const result = task.command.run(tx);
      const value = isWork(result) ? yield* result : result;
      yield* tx.finish();
      // While it was paused, another node may have deleted its canvas.
      refuseDead(task.named, draft);
      if (tx.unheld.length === 0) return () => task.resolve(value);
      yield* draft.undo();
      return { kills: tx.unheld };
    } catch (cause) {
      yield* draft.undo();
      return () => task.reject(cause);
    }
  }

  /** Asks permission; throws the 404 of a canvas that is dead or was not made after all. */
  #transaction(task: Task, draft: Draft): CommandTransaction {
    const { named, inputs, command } = task;
    command.permit();
    for (const handle of named) if (isUnmade(handle, command)) throw refuse.notFound('Canvas', handle.id);
    refuseDead(named, draft);
    let held: Set<Handle> | undefined;
    return new CommandTransaction(
      inputs,
      {
        named: (id) => namedIn(task, id),
        first: named[0]!,
        any: this.parts.handle,
        holds: (handle) => (held ??= new Set(task.handles)).has(handle),
        cascading: this.parts.cascading,
      },
      draft,
    );
  }
}

/** The next run waits for these scopes, too, and for none that only an earlier run wanted. */
function widen(task: Task, { kills }: Unheld): void {
  task.handles = [...new Set([...task.named, ...kills])];
}

/** The command that was to make the scope has failed since this one arrived. */
const isUnmade = (handle: Handle, { fresh }: Task['command']): boolean =>
  handle.fresh && handle.records!.isEmpty && handle.id !== DIRECTORY && !fresh?.includes(handle.id);

function refuseDead(handles: readonly Handle[], draft: Draft): void {
  for (const handle of handles) if (handle.dead && !draft.isDead(handle)) throw refuse.notFound('Canvas', handle.id);
}

function namedIn(task: Task, id: string): Handle {
  const handle = task.named.find((one) => one.id === id);
  if (!handle) throw new Error(`the command did not name the scope ${id}`);
  return handle;
}

function isWork(result: unknown): result is Work<unknown> {
  return typeof (result as Work | undefined)?.next === 'function';
}
