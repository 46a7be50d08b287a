import { signal } from '@preact/signals';
import type { Batch } from '../../web/live/edits/batch.ts';
import { createEdits } from '../../web/live/edits/create-edits.ts';
import type { Edit, NewEdit } from '../../web/live/edits/edit.ts';
import type { EditRefusal, Edits } from '../../web/live/edits/edits.ts';
import type { Element } from '../../web/live/element.ts';
import { createKeeping } from '../../web/live/kept/keeping.ts';
import type { FakeClock } from './clock.ts';
import { LaidBoard } from './laid-board.ts';
import { type ModelDisk, ModelTab } from './model-disk.ts';
import type { ModelCommit, ModelServer } from './model-server.ts';
import type { Random } from './random.ts';

/** A request on its way, and its answer once the server has made one. */
export interface Request {
  readonly batch: Batch;
  readonly resolve: (answer: object) => void;
  readonly reject: (cause: Error) => void;
  answer?: object;
}

export interface PageOptions {
  readonly name: string;
  readonly server: ModelServer;
  readonly clock: FakeClock;
  readonly random: Random;
  /** Messages name no revisions, as on streams over HTTP. */
  readonly isOverHttp: boolean;
  /** A planted fault: the page is live before it has what it missed. */
  readonly isLiveTooSoon: boolean;
  /** What outlives the page. */
  readonly disk: ModelDisk;
}

/** An edit of a page, and at which revision it was made. */
export interface Made {
  readonly edit: Edit;
  readonly revision: number;
}

/** A page that edits a canvas of a model server, whose network the test plays. */
export class ModelPage {
  readonly name: string;
  readonly isOverHttp: boolean;
  board = new LaidBoard();
  edits!: Edits;
  readonly requests: Request[] = [];
  readonly made: Made[] = [];
  readonly refusals: EditRefusal[] = [];
  /** Texts in batches that have left. */
  readonly sent = new Set<string>();
  /** Notes whose text has changed on the screen, with both texts. */
  readonly turns: { readonly id: string; readonly from: string; readonly to: string }[] = [];
  /** Records that were changed before what an earlier page had left was through: changes of both may meet. */
  readonly early = new Set<string>();
  /** The revision of what the stream has brought. */
  revision = 0;
  isLive = true;
  readonly #options: PageOptions;
  readonly #texts = new Map<string, string>();
  #taken = 0;
  #tab!: ModelTab;
  #lives = 0;
  #isDead = false;
  #isEarly = false;

  constructor(options: PageOptions) {
    const { name } = options;
    this.#options = options;
    this.name = name;
    this.isOverHttp = options.isOverHttp;
    this.begin();
  }

  /** Opens the page, or opens it again after a kill. */
  begin(): void {
    const { server, clock, random, disk } = this.#options;
    this.board = new LaidBoard();
    this.board.sayAll([...server.records().values()], server.revision);
    this.#taken = server.commits.length;
    this.revision = server.revision;
    this.isLive = true;
    this.#isDead = false;
    this.#isEarly = this.#lives > 0;
    const life = ++this.#lives;
    const isAlive = (): boolean => life === this.#lives && !this.#isDead;
    this.#tab = new ModelTab(disk, `${this.name}.${life}`);
    const tab = this.#tab;
    this.edits = createEdits({
      board: this.board,
      connection: { serverNow: () => clock.now(), client: undefined as never, isOffline: signal(false) },
      clock,
      random: () => random.next(),
      send: (batch) => new Promise((resolve, reject) => isAlive() && this.#send({ batch, resolve: resolve as never, reject })),
      sender: this.#tab.tab,
      keeping: () => Promise.resolve(createKeeping(tab)),
    });
    this.edits.onRefused((refusal) => void (isAlive() && this.refusals.push(refusal)));
    this.#texts.clear();
    this.#look();
    this.board.onChange(() => isAlive() && this.#look());
  }

  /** Whether the page was killed and not opened again. */
  get isDead(): boolean {
    return this.#isDead;
  }

  /** What waits to be written down reaches the disk. */
  commit(): void {
    this.#tab.commit();
  }

  /** Whether it is not known yet what earlier pages have left. */
  get isAsking(): boolean {
    return this.#tab.isAsking;
  }

  /** Ends the page in the middle of everything. Texts that the disk did not have go with it. Returns its requests, which may arrive still. */
  kill(): Request[] {
    this.#isDead = true;
    this.isLive = false;
    const lost = this.#tab.kill(this.edits.unanswered());
    for (const text of this.#tab.flying()) this.sent.add(text);
    for (const one of [...this.made]) {
      const isLost = one.edit.operations.some((each) => each.op !== 'delete' && lost.has(String(each.body.text)));
      if (isLost) this.made.splice(this.made.indexOf(one), 1);
    }
    this.turns.splice(0);
    return this.requests.splice(0);
  }

  /** Everything that the page shows. */
  shown(): Element[] {
    const items = [this.board.root.peek()!, ...this.board.items()];
    const strokes = items.flatMap((item) => item.strokes.map(({ id }) => this.edits.record(id)!));
    return [...this.board.items().map(({ widget }) => widget), ...strokes];
  }

  add(edit: NewEdit): void {
    if (!this.isAsking && this.edits.pending.peek() === 0) this.#isEarly = false;
    if (this.#isEarly) for (const { id } of edit.operations) this.early.add(id);
    this.made.push({ edit: this.edits.add(edit), revision: this.revision });
  }

  /** Messages that wait. */
  get late(): number {
    return this.isLive ? this.#options.server.commits.length - this.#taken : 0;
  }

  /** Takes a message with this many commits. */
  hear(count: number): void {
    if (count === 0) return;
    const { commits } = this.#options.server;
    const taken = commits.slice(this.#taken, this.#taken + count);
    this.#taken += taken.length;
    this.#say(taken);
  }

  disconnect(): void {
    this.isLive = false;
    this.board.state.value = { is: 'waiting' };
  }

  /** Brings the page what it missed: everything, or what changed. */
  reconnect(isWhole: boolean): void {
    const { server, isLiveTooSoon } = this.#options;
    const missed = server.commits.slice(this.#taken);
    this.#taken = server.commits.length;
    this.isLive = true;
    if (isLiveTooSoon) this.board.state.value = { is: 'live' };
    if (isWhole) this.board.sayAll([...server.records().values()], server.revision);
    else this.#say(missed, server.revision);
    this.revision = server.revision;
    this.board.state.value = { is: 'live' };
  }

  #say(commits: readonly ModelCommit[], revision = commits.at(-1)!.revision): void {
    const elements = new Map(commits.flatMap((commit) => commit.elements.map((element) => [element.id, element])));
    this.revision = revision;
    this.board.say([...elements.values()], this.#options.isOverHttp ? undefined : revision);
  }

  #send(request: Request): void {
    this.requests.push(request);
    for (const operation of request.batch.operations) if (operation.op !== 'delete') this.sent.add(String(operation.body.text));
  }

  #look(): void {
    for (const { id, widget } of this.board.items()) {
      if (widget.widget_type !== 'Note') continue;
      const from = this.#texts.get(id);
      if (from !== undefined && from !== widget.text) this.turns.push({ id, from, to: widget.text });
      this.#texts.set(id, widget.text);
    }
    for (const id of this.#texts.keys()) if (!this.board.item(id)) this.#texts.delete(id);
  }
}
