import type { Work } from '../../../model/hooks.ts';
import type { Scheduler } from '../../scheduler.ts';
import { notThere, type ScopeState } from '../memory/scope-state.ts';
import { type Author, DIRECTORY } from '../store.ts';
import type { BatchEntry, Task } from './batch.ts';
import { CommandTransaction } from './transaction.ts';
import { WriteSet } from './write-set.ts';

interface PausedTask {
  readonly task: Task;
  readonly writeSet: WriteSet;
  readonly work: Work<BatchEntry | Unheld>;
  aborted: boolean;
}

/** One look through the line, which ends when its slice does. */
interface Pass {
  readonly line: readonly Task[];
  /** Where in the line it stands. */
  at: number;
  /** Tasks that must wait. */
  readonly blocked: Task[];
}

/** The end of a run that wants to kill scopes which its command does not hold: it must run again when it holds them. */
export interface Unheld {
  readonly kills: readonly ScopeState[];
}

export interface RunnerDeps {
  readonly scheduler: Scheduler;
  readonly cascading: readonly string[];
  /** The state of a canvas that a command kills. */
  readonly state: (id: string) => ScopeState | undefined;
  /** Throws when there is no memory left for a scope that grew. */
  readonly refuseFull: (state: ScopeState) => void;
  /** A run is over: its entry joins the open batch of its scopes. */
  readonly join: (entry: BatchEntry) => void;
  readonly fatal: (cause: unknown) => void;
}

/**
 * Runs commands in their order. A command whose scope is held (by a paused command, a recovery, an unknown
 * outcome) waits in line, and so does every later command that shares a scope with one in line.
 */
export class Runner {
  #line: Task[] = [];
  readonly #paused = new Set<PausedTask>();
  #runs = 0;
  #advancing = false;

  constructor(private readonly deps: RunnerDeps) {}

  submit(task: Task): void {
    if (task.states.some((state) => state.isHeld || state.hasLine)) this.#enter(task);
    else this.#start(task);
  }

  /** Puts tasks that must run again before everything that waits, in their first order. */
  again(tasks: readonly Task[]): void {
    for (const task of tasks) this.#enter(task);
    this.#line.sort((a, b) => a.sequence - b.sequence);
    this.advance();
  }

  /** Starts the tasks that need not wait any more. Called whenever a scope is released. */
  advance(): void {
    const line = this.#line;
    if (line.length === 0) return;
    this.#line = [];
    const pass: Pass = { line, at: 0, blocked: [] };
    const { done } = this.deps.scheduler.begin(this.#startFree(pass));
    // Tasks that came back into line, as a command that kills scopes learns only from its run which ones to wait for. If they
    // were behind commands that ended in this pass, nobody else looks at them.
    const entered = this.#line;
    this.#line = [...pass.blocked, ...line.slice(pass.at), ...entered];
    if (!done || entered.length > 0) this.#advanceLater();
  }

  /** Paused commands that share a scope with these. */
  pausedOn(states: ReadonlySet<ScopeState>): PausedTask[] {
    return [...this.#paused].filter(({ task }) => task.states.some((state) => states.has(state)));
  }

  /** Takes a paused command back; the caller undoes its write set and lets it run again. */
  abort(paused: PausedTask): void {
    paused.aborted = true;
    this.#release(paused);
  }

  /** Runs one task to its end while its scopes are held by a recovery. Undefined: it must wait for more scopes. */
  async alone(task: Task): Promise<BatchEntry | undefined> {
    const ended = await this.deps.scheduler.run(this.#attempt(task, new WriteSet()));
    if ('writeSet' in ended) return ended;
    widen(task, ended);
    return undefined;
  }

  #enter(task: Task): void {
    this.#line.push(task);
    for (const state of task.states) state.enterLine();
  }

  *#startFree(pass: Pass): Work {
    const claimed = new Set<ScopeState>();
    while (pass.at < pass.line.length) {
      const task = pass.line[pass.at++]!;
      if (task.states.some((state) => state.isHeld || claimed.has(state))) {
        for (const state of task.states) claimed.add(state);
        pass.blocked.push(task);
        continue;
      }
      for (const state of task.states) state.leaveLine();
      this.#start(task);
      yield;
    }
  }

  #advanceLater(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    this.deps.scheduler.later(this.#advanceAgain()).catch(this.deps.fatal);
  }

  *#advanceAgain(): Work {
    this.#advancing = false;
    this.advance();
  }

  #start(task: Task): void {
    const writeSet = new WriteSet();
    const work = this.#attempt(task, writeSet);
    const step = this.deps.scheduler.begin(work);
    if (step.done) return this.#ended(task, step.value);
    const paused: PausedTask = { task, writeSet, work, aborted: false };
    this.#paused.add(paused);
    for (const state of task.states) state.hold();
    this.deps.scheduler.later(this.#drive(paused)).catch(this.deps.fatal);
  }

  *#drive(paused: PausedTask): Work {
    while (!paused.aborted) {
      const step = paused.work.next();
      if (step.done) return this.#resumed(paused, step.value);
      yield;
    }
  }

  #resumed(paused: PausedTask, ended: BatchEntry | Unheld): void {
    this.#release(paused);
    this.#ended(paused.task, ended);
    this.advance();
  }

  #ended(task: Task, ended: BatchEntry | Unheld): void {
    if ('writeSet' in ended) return this.deps.join(ended);
    widen(task, ended);
    this.submit(task);
  }

  #release(paused: PausedTask): void {
    this.#paused.delete(paused);
    for (const state of paused.task.states) state.release();
  }

  /** One run. A refusal is an outcome like any other: it is released only when all that the run may have seen is durable. */
  *#attempt(task: Task, writeSet: WriteSet): Work<BatchEntry | Unheld> {
    const answer = yield* this.#run(task, writeSet);
    if (typeof answer !== 'function') return answer;
    return { task, writeSet, order: ++this.#runs, answer };
  }

  *#run(task: Task, writeSet: WriteSet): Work<(() => void) | Unheld> {
    try {
      const tx = this.#transaction(task, writeSet);
      const result = task.command.run(tx);
      const value = isWork(result) ? yield* result : result;
      refusePromise(value);
      yield* tx.finish(task.command);
      // While it was paused, another node may have deleted its canvas.
      refuseDead(task.named, writeSet);
      const isHeld = tx.unheld.length === 0;
      if (!isHeld || task.command.trial) yield* writeSet.undo();
      return isHeld ? () => task.resolve(value) : { kills: tx.unheld };
    } catch (cause) {
      yield* writeSet.undo();
      return () => task.reject(cause);
    }
  }

  /** Asks permission; throws the 404 of a canvas that is dead or was not made after all. */
  #transaction(task: Task, writeSet: WriteSet): CommandTransaction {
    const { named, inputs, command } = task;
    refuseAuthorless(inputs);
    command.permit();
    for (const state of named) if (isUnmade(state, command)) throw notThere(state.id);
    refuseDead(named, writeSet);
    for (const state of named) if (state.isLive && command.fresh?.includes(state.id)) writeSet.make(state);
    let held: Set<ScopeState> | undefined;
    return new CommandTransaction(
      inputs,
      {
        named: (id) => namedIn(task, id),
        audited: named.find((state) => !state.isLive),
        any: this.deps.state,
        isNamed: (state) => named.includes(state),
        holds: (state) => (held ??= new Set(task.states)).has(state),
        cascading: this.deps.cascading,
        refuseFull: this.deps.refuseFull,
      },
      writeSet,
    );
  }
}

/** The next run waits for these scopes, too, and for none that only an earlier run wanted. */
function widen(task: Task, { kills }: Unheld): void {
  task.states = [...new Set([...task.named, ...kills])];
}

/**
 * The compiler does not see an author that was lost at run time: `{ ...call }` leaves out what a getter gives. An audit entry without
 * one would end the commit, and with it the commands of everybody else.
 */
function refuseAuthorless({ author }: { readonly author?: Partial<Author> }): void {
  const isWhole = author && author.id !== undefined && typeof author.name === 'string' && typeof author.ip === 'string';
  if (!isWhole) throw new Error('a command has no author: was its call copied?');
}

/** The command that was to make the scope has failed since the present one arrived. */
const isUnmade = (state: ScopeState, { fresh }: Task['command']): boolean =>
  state.isUnmade && state.id !== DIRECTORY && !fresh?.includes(state.id);

function refuseDead(states: readonly ScopeState[], writeSet: WriteSet): void {
  for (const state of states) if (state.isDead && !writeSet.isDead(state)) throw notThere(state.id);
}

function namedIn(task: Task, id: string): ScopeState {
  const state = task.named.find((one) => one.id === id);
  if (!state) throw new Error(`the command did not name the scope ${id}`);
  return state;
}

/** Code after an `await` would write when the command is long over. The compiler refuses most such commands. */
function refusePromise(value: unknown): void {
  if (!(value instanceof Promise)) return;
  value.catch(() => undefined);
  throw new Error('a command gave a Promise: nothing in it may wait');
}

function isWork(result: unknown): result is Work<unknown> {
  return typeof (result as Work | undefined)?.next === 'function';
}
