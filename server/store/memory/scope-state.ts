import { type Refusal, refuse } from '../../../model/refusal.ts';
import { DIRECTORY, durabilityOf, type Head, isCanvas } from '../store.ts';
import { NO_HEAD, type Records } from './records.ts';
import { Durable } from './view.ts';

/**
 * `unmade`: a command under way may make it. `making`: a command has made it and is not durable yet. `dying`: a command that
 * is not durable yet kills it, or another node has killed it; commands are refused. `stillborn`: both. `gone`: durably dead,
 * and subscribers have been told.
 *
 *             make               settle             kill
 *     unmade ─────▶ making ───────────────▶ living ─────▶ dying ──┐
 *            ◀─────  │  ▲                          ◀─────   ▲     │ end (of any)
 *            unmake  │  │ spare                    spare    │     ▼
 *               kill ▼  │               settle              │    gone
 *                  stillborn ───────────────────────────────┘
 */
type Life = 'unmade' | 'making' | 'stillborn' | 'living' | 'dying' | 'gone';

/** A transition from a state that is not in its row changes nothing. */
const lives = {
  make: { unmade: 'making' },
  unmake: { making: 'unmade' },
  /** The first revision of the scope is durable. */
  settle: { unmade: 'living', making: 'living', stillborn: 'dying' },
  kill: { making: 'stillborn', living: 'dying' },
  spare: { stillborn: 'making', dying: 'living' },
  end: { unmade: 'gone', making: 'gone', stillborn: 'gone', living: 'gone', dying: 'gone' },
} as const satisfies Record<string, Partial<Record<Life, Life>>>;

/**
 * A scope as the node knows it, loaded or not: revision and head of every canvas are in memory, its records only
 * while it is used, and always when they are nowhere else.
 *
 * Several commands may be at work in it, so each use is counted. It is calm while nothing is pending and nobody holds it.
 *
 *     begin ▶ pending ▶ finish      batches that touch it: open, in flight, or being recovered
 *     hold ▶ held ▶ release         paused commands, recoveries, unknown outcomes: other commands wait in line
 *     enterLine ▶ in line ▶ leaveLine
 *     expect ▶ expected ▶ unexpect  commands under way that may make it
 *     pin ▶ pinned ▶ its release    open streams and requests under way
 */
export class ScopeState {
  readonly isLive: boolean;
  records: Records | undefined;
  /** The durable view, present while loaded. */
  view: Durable | undefined;
  /** The head that commands see; the durable one is `durableHead`. */
  head: Head;
  /** The larger, the later it was used. */
  lastUsed = 0;
  loading: Promise<void> | undefined;
  #durableHead: Head;
  #life: Life = 'living';
  #isCurrent = false;
  #pending = 0;
  #held = 0;
  #inLine = 0;
  #expected = 0;
  #pins = 0;
  #edits = 0;
  #calmed: (() => void)[] = [];

  constructor(
    readonly id: string,
    /** The database has it. Else it is ephemeral and of this process alone. */
    readonly isStored: boolean,
    public revision = 0,
    head: Head = NO_HEAD,
  ) {
    this.isLive = durabilityOf(id) === 'ephemeral';
    this.head = head;
    this.#durableHead = head;
  }

  /** A scope that is not there yet. */
  static unmade(id: string, isStored: boolean, records: Records): ScopeState {
    const state = new ScopeState(id, isStored);
    state.#life = 'unmade';
    state.take(records);
    return state;
  }

  get durableHead(): Head {
    return this.#durableHead;
  }

  /** No command has made it, or all that did were taken back. */
  get isUnmade(): boolean {
    return this.#life === 'unmade';
  }

  /** No reader has seen it yet. */
  get isFresh(): boolean {
    return this.#life === 'unmade' || this.#life === 'making' || this.#life === 'stillborn';
  }

  /** The scope dies, or is dead: commands are refused. */
  get isDead(): boolean {
    return this.#life === 'stillborn' || this.#life === 'dying' || this.#life === 'gone';
  }

  get isGone(): boolean {
    return this.#life === 'gone';
  }

  /** Returns true when the state has changed; so do `kill` and `end`. */
  make(): boolean {
    return this.#pass('make');
  }

  unmake(): void {
    this.#pass('unmake');
  }

  kill(): boolean {
    return this.#pass('kill');
  }

  spare(): void {
    this.#pass('spare');
  }

  end(): boolean {
    return this.#pass('end');
  }

  /** The scope must stay in memory. */
  get busy(): boolean {
    const isAwaited = this.#inLine > 0 || this.#pins > 0 || this.loading !== undefined;
    return !this.isStored || this.id === DIRECTORY || !this.isCalm || this.isFresh || isAwaited;
  }

  get hasPending(): boolean {
    return this.#pending > 0;
  }

  get isHeld(): boolean {
    return this.#held > 0;
  }

  /** Later commands wait behind those in line. */
  get hasLine(): boolean {
    return this.#inLine > 0;
  }

  /** The newest state of the scope is its durable one. */
  get isCalm(): boolean {
    return this.#pending === 0 && this.#held === 0;
  }

  /** Resolves when it is calm, or in the turn after. It may no longer be calm when the caller goes on. */
  async calm(): Promise<void> {
    if (!this.isCalm) await new Promise<void>((resume) => this.#calmed.push(resume));
  }

  begin(): void {
    this.#pending++;
  }

  finish(): void {
    this.#pending--;
    this.#tellCalm();
  }

  hold(): void {
    this.#held++;
  }

  release(): void {
    this.#held--;
    this.#tellCalm();
  }

  enterLine(): void {
    this.#inLine++;
  }

  leaveLine(): void {
    this.#inLine--;
  }

  expect(): void {
    this.#expected++;
  }

  /** True: no command has made it, and none is left that may. */
  unexpect(): boolean {
    this.#expected--;
    return this.isFresh && this.#expected === 0;
  }

  /** A command has changed content, and is not durable yet. */
  beginEdit(): void {
    this.#edits++;
  }

  /** Such a command is durable now, or was taken back. */
  endEdit(): void {
    this.#edits--;
  }

  /** Content was changed behind this revision, or the scope has not reached it. */
  isEditedSince(revision: number): boolean {
    const edited = this.#durableHead.content_revision ?? this.revision;
    return this.#edits > 0 || edited > revision || revision > this.revision;
  }

  /** Keeps it in memory until the function that it returns is called; later calls of that do nothing. */
  pin(): () => void {
    this.#pins++;
    let isPinned = true;
    return () => {
      if (isPinned) this.#pins--;
      isPinned = false;
    };
  }

  /** With several processes: has a read of this turn passed the barrier? What is not stored is written here only. */
  get isCurrent(): boolean {
    return !this.isStored || this.#isCurrent;
  }

  /** For the rest of this turn the view is current; a read in a later turn must ask again. */
  passBarrier(): void {
    this.#isCurrent = true;
    process.nextTick(() => {
      this.#isCurrent = false;
    });
  }

  /** A scope of this name was closed at this revision: the next begins where it ended, so that no revision comes twice. */
  beginAfter(revision: number): void {
    if (this.isFresh) this.revision = revision;
  }

  /** The scope was closed: its row is that of a later scope of the same name, or of none. */
  isClosedBy(head: Head): boolean {
    return !this.isFresh && (head.closed === true || (this.revision > 0 && (head.born ?? 0) > this.revision));
  }

  /** Takes loaded records in; from here on `view` is current. */
  take(records: Records): void {
    this.records = records;
    this.view = new Durable(this.id, records, this.durableHead, this.revision);
  }

  drop(): void {
    this.records?.discard();
    this.records = undefined;
    this.view = undefined;
  }

  /** Moves the durable revision and head; the view follows. */
  settle(revision: number, head: Head): void {
    this.#pass('settle');
    this.revision = revision;
    this.#durableHead = head;
    if (this.view) {
      this.view.head = head;
      this.view.revision = revision;
    }
  }

  #pass(transition: keyof typeof lives): boolean {
    const next = (lives[transition] as Partial<Record<Life, Life>>)[this.#life];
    if (next) this.#life = next;
    return next !== undefined;
  }

  #tellCalm(): void {
    if (!this.isCalm || this.#calmed.length === 0) return;
    for (const resume of this.#calmed.splice(0)) resume();
  }
}

/** The refusal of a command or a read whose scope is not there. */
export const notThere = (scope: string): Refusal => refuse.scopeGone(wordFor(scope), scope);

/** What a message calls it. */
export const wordFor = (scope: string): 'Canvas' | 'Scope' => (isCanvas(scope) ? 'Canvas' : 'Scope');
