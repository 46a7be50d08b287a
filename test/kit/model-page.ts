import { signal } from '@preact/signals';
import type { Batch } from '../../web/live/edits/batch.ts';
import { createEdits } from '../../web/live/edits/create-edits.ts';
import type { Edit, NewEdit } from '../../web/live/edits/edit.ts';
import type { EditRefusal, Edits } from '../../web/live/edits/edits.ts';
import type { Element } from '../../web/live/element.ts';
import type { FakeClock } from './clock.ts';
import { LaidBoard } from './laid-board.ts';
import type { ModelCommit, ModelServer } from './model-server.ts';
import type { Random } from './random.ts';

/** A request on its way, and its answer once the server has made one. */
interface Request {
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
}

/** A page that edits a canvas of a model server, whose network the test plays. */
export class ModelPage {
  readonly name: string;
  readonly isOverHttp: boolean;
  readonly board: LaidBoard;
  readonly edits: Edits;
  readonly requests: Request[] = [];
  readonly made: { readonly edit: Edit; readonly revision: number }[] = [];
  readonly refusals: EditRefusal[] = [];
  /** Texts in batches that have left. */
  readonly sent = new Set<string>();
  /** Notes whose text has changed on the screen, with both texts. */
  readonly turns: { readonly id: string; readonly from: string; readonly to: string }[] = [];
  /** The revision of what the stream has brought. */
  revision = 0;
  isLive = true;
  readonly #options: PageOptions;
  readonly #texts = new Map<string, string>();
  #taken = 0;

  constructor(options: PageOptions) {
    const { name, server, clock, random } = options;
    this.#options = options;
    this.name = name;
    this.isOverHttp = options.isOverHttp;
    this.board = new LaidBoard();
    const elements = [...server.records().values()];
    this.board.sayAll(elements, server.revision);
    this.#taken = server.commits.length;
    this.revision = server.revision;
    this.edits = createEdits({
      board: this.board,
      connection: { serverNow: () => clock.now(), client: undefined as never, isOffline: signal(false) },
      clock,
      random: () => random.next(),
      send: (batch) => new Promise((resolve, reject) => this.#send({ batch, resolve: resolve as never, reject })),
    });
    this.edits.onRefused((refusal) => void this.refusals.push(refusal));
    this.#look();
    this.board.onChange(() => this.#look());
  }

  /** Everything that the page shows. */
  shown(): Element[] {
    const items = [this.board.root.peek()!, ...this.board.items()];
    const strokes = items.flatMap((item) => item.strokes.map(({ id }) => this.edits.record(id)!));
    return [...this.board.items().map(({ widget }) => widget), ...strokes];
  }

  add(edit: NewEdit): void {
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
