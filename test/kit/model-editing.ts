import { fakeClock } from './clock.ts';
import { ModelDisk } from './model-disk.ts';
import { type Made, ModelPage, type Request } from './model-page.ts';
import { ModelServer } from './model-server.ts';
import { Random } from './random.ts';
import { RandomEdits } from './random-edit.ts';

/** What may be wrong on purpose, to see that it is found. */
export interface Faults {
  readonly forgetsNumbers?: boolean;
  readonly isLiveTooSoon?: boolean;
  /** Whoever opens a page again does not know which batches have left. */
  readonly forgetsFlights?: boolean;
}

interface PlayOptions {
  /** Pages are killed in the middle, and opened again. */
  readonly kills?: boolean;
}

/**
 * Several pages and a program change one canvas, over a network that loses, delays and refuses. Rejects when a page shows an older text
 * again, when a change is made twice or lost, when one is said to meet another's and does not, or the other way round, and when at last
 * a page does not show what the server has.
 */
export async function playEditing(seed: number, faults: Faults = {}, { kills = false }: PlayOptions = {}): Promise<void> {
  const play = new Play(new Random(seed), faults, kills);
  for (let step = 0; step < 50; step++) await play.step();
  await play.end();
}

class Play {
  readonly #clock = fakeClock();
  readonly #server = new ModelServer();
  readonly #pages: ModelPage[];
  readonly #edits: Map<ModelPage, RandomEdits>;
  readonly #program: RandomEdits;
  /** When a text was committed: the revision, and the place in its batch. */
  readonly #committed = new Map<string, number>();
  /** Texts that must not be written any more: while their page was away, somebody else has written another one. */
  readonly #lost = new Map<string, string>();

  /** Requests of pages that were killed: they may arrive still. */
  #stray: { readonly page: ModelPage; readonly request: Request }[] = [];

  constructor(
    private readonly random: Random,
    faults: Faults,
    private readonly kills: boolean,
  ) {
    this.#server.forgetsNumbers = faults.forgetsNumbers ?? false;
    this.#program = new RandomEdits(random, 'program');
    for (let at = 0; at < 4; at++) this.#write();
    const isLiveTooSoon = faults.isLiveTooSoon ?? false;
    const parts = { server: this.#server, clock: this.#clock, random, isLiveTooSoon };
    this.#pages = Array.from({ length: 2 + random.below(3) }, (_, at) => {
      const isOverHttp = random.below(6) === 0;
      const disk = new ModelDisk(this.#clock);
      disk.forgetsFlights = faults.forgetsFlights ?? false;
      return new ModelPage({ name: `page${at}`, isOverHttp, disk, ...parts });
    });
    this.#edits = new Map(this.#pages.map((page) => [page, new RandomEdits(random, page.name)]));
  }

  async step(): Promise<void> {
    const page = this.random.of(this.#pages);
    if (page.isDead) this.#open(page);
    else if (this.kills && this.random.below(12) === 0) this.#kill(page);
    else this.#act(page);
    await this.#settle();
  }

  #act(page: ModelPage): void {
    const what = this.random.below(20);
    if (what < 6) page.add(this.#edits.get(page)!.edit(page.shown()));
    else if (what === 6) this.#write();
    else if (what === 7) this.#server.background();
    else if (what < 10) page.hear(Math.min(page.late, 1 + this.random.below(3)));
    else if (what < 15) this.#request(page);
    else if (what === 15 && page.isLive) page.disconnect();
    else if (what < 18 && !page.isLive) this.#reconnect(page);
    else this.#wait(this.random.of([10, 500, 3_000, 40_000]));
    if (this.#stray.length > 0 && this.random.below(3) === 0) this.#arrive(this.#stray.shift()!);
  }

  /** Some of its requests arrive all the same. */
  #kill(page: ModelPage): void {
    for (const request of page.kill()) {
      if (!request.answer && this.random.below(3) > 0) this.#stray.push({ page, request });
    }
  }

  #arrive({ page, request: { batch } }: { readonly page: ModelPage; readonly request: Request }): void {
    this.#execute(page.name, batch.operations, [batch.sender, batch.number]);
  }

  /** Whatever has left a page before a kill has arrived before anybody can open another one. */
  #open(page: ModelPage): void {
    const own = this.#stray.filter((one) => one.page === page);
    for (const one of own) this.#arrive(one);
    this.#stray = this.#stray.filter((one) => one.page !== page);
    this.#findLost(page);
    page.begin();
  }

  /** The network is well again, and everything ends. */
  async end(): Promise<void> {
    for (const page of this.#pages) if (page.isDead) this.#open(page);
    for (let round = 0; round < 60 && !this.#isQuiet(); round++) {
      for (const page of this.#pages) if (!page.isLive) this.#reconnect(page);
      for (const page of this.#pages) for (const request of page.requests.splice(0)) this.#answer(page, request);
      await this.#settle();
      this.#wait(5_000);
      await this.#settle();
    }
    for (const page of this.#pages) {
      page.hear(page.late);
      this.#compare(page);
      this.#checkMade(page);
      page.edits.close();
    }
  }

  /** A program writes over REST. */
  #write(): void {
    const elements = [...this.#server.records().values()].filter(({ widget_type }) => widget_type !== 'SharedCanvas');
    const { operations } = this.#program.edit(elements);
    this.#execute('program', operations);
  }

  #execute(author: string, operations: Parameters<ModelServer['batch']>[1], sender?: readonly [string, number]) {
    this.#server.now = new Date(this.#clock.now()).toISOString();
    const before = new Map(operations.map(({ id }) => [id, this.#lastText(id)?.text]));
    const answer = this.#server.batch(author, operations, sender);
    const isMade = answer.status === 200 && !(answer.body as { repeated?: true }).repeated;
    if (!isMade) return answer;
    for (const [at, operation] of operations.entries()) {
      if (operation.op === 'delete' || typeof operation.body.text !== 'string') continue;
      const { text } = operation.body;
      if (operation.op === 'update' && this.#committed.has(text)) throw new Error(`${text} was written twice`);
      const lost = this.#lost.get(text);
      const isAnew = operations.slice(0, at).some((one) => one.op === 'create' && one.id === operation.id);
      if (lost !== undefined && !isAnew && lost === before.get(operation.id))
        throw new Error(`${text} was written over ${lost}, which its page had not judged`);
      this.#committed.set(text, answer.revision! + at / 10_000);
    }
    return answer;
  }

  #request(page: ModelPage): void {
    const [request] = page.requests;
    if (!request) return;
    const what = this.random.below(20);
    if (request.answer) {
      page.requests.shift();
      if (what < 4) request.reject(new Error('the answer is lost'));
      else request.resolve(request.answer);
    } else if (what < 3) {
      page.requests.shift()!.reject(new Error('the request is lost'));
    } else if (what < 6) {
      const status = this.random.of([429, 503, 403, 500, 413]);
      page.requests.shift()!.resolve({ status, body: { msg: 'not now' }, retryAfter: this.random.of([undefined, 1]) });
    } else {
      const sender = [request.batch.sender, request.batch.number] as const;
      request.answer = this.#execute(page.name, request.batch.operations, sender);
    }
  }

  #answer(page: ModelPage, request: ModelPage['requests'][number]): void {
    const sender = [request.batch.sender, request.batch.number] as const;
    request.resolve(request.answer ?? this.#execute(page.name, request.batch.operations, sender));
  }

  #reconnect(page: ModelPage): void {
    this.#findLost(page);
    page.reconnect(this.random.below(2) === 0);
  }

  #findLost(page: ModelPage): void {
    for (const { edit, revision } of page.made) {
      for (const { op, id, text } of textsOf(edit)) {
        if (op !== 'update') continue;
        if (this.#committed.has(text) || page.sent.has(text) || isRefused(page, edit, id)) continue;
        const last = this.#lastText(id);
        if (last && last.author !== page.name && last.revision > revision) this.#lost.set(text, last.text);
      }
    }
  }

  /** The last update of the text of a note. */
  #lastText(id: string): { readonly author: string; readonly revision: number; readonly text: string } | undefined {
    for (const { author, revision, operations, elements } of this.#server.commits.toReversed()) {
      const wrote = operations.findLast((one) => one.op !== 'delete' && one.id === id && 'text' in one.body);
      if (elements.some((one) => one.id === id && one.state === 'deleted')) return undefined;
      if (wrote && wrote.op !== 'delete') return { author, revision, text: String(wrote.body.text) };
    }
    return undefined;
  }

  /** Time passes, and no message takes longer than some hundred milliseconds. */
  #wait(ms: number): void {
    if (ms > 500) for (const page of this.#pages) page.hear(page.late);
    this.#clock.advance(ms);
  }

  async #settle(): Promise<void> {
    // A browser takes some milliseconds to write
    if (!this.kills || this.random.below(4) > 0) for (const page of this.#pages) page.commit();
    await new Promise(setImmediate);
    for (const page of this.#pages) this.#checkTurns(page);
  }

  /** A text gives way only to a newer one, or when it was refused. Streams over HTTP do not say what they are older than. */
  #checkTurns(page: ModelPage): void {
    for (const { id, from, to } of page.turns.splice(0)) {
      if (page.isOverHttp) continue;
      const was = this.#committed.get(from);
      if (this.#isRefusedText(page, id, from) || (was === undefined && !isUpdated(page, from))) continue;
      const is = this.#committed.get(to);
      const isOwn = is === undefined && to.startsWith(`${page.name}-`);
      if (isOwn ? was === undefined && numberOf(from) > numberOf(to) : was === undefined || is! < was)
        throw new Error(`${page.name} shows ${to} after ${from}`);
    }
  }

  #isRefusedText(page: ModelPage, id: string, text: string): boolean {
    return page.refusals.some(({ edit, ids }) => ids.includes(id) && textsOf(edit).some((one) => one.text === text));
  }

  #isQuiet(): boolean {
    return this.#pages.every(
      (page) => page.isLive && !page.isAsking && page.late === 0 && page.requests.length === 0 && page.edits.pending.peek() === 0,
    );
  }

  #compare(page: ModelPage): void {
    if (page.edits.pending.peek() > 0) throw new Error(`${page.name} waits for ever`);
    const there = this.#server.records();
    for (const [id, record] of there) {
      const shown = JSON.stringify(sorted(page.edits.record(id)));
      if (shown !== JSON.stringify(sorted(record)))
        throw new Error(`${page.name} shows ${shown} for ${JSON.stringify(sorted(record))}`);
    }
    const strange = page.shown().find(({ id }) => !there.has(id));
    if (strange) throw new Error(`${page.name} shows ${strange.widget_type} ${strange.id}, which is not there`);
  }

  /** Each change was made, or refused in words, or another own one came in its place. */
  #checkMade(page: ModelPage): void {
    const later = page.made.flatMap(({ edit }) => edit.operations.map((operation) => ({ edit, operation })));
    for (const [at, { edit, operation }] of later.entries()) {
      if (operation.op !== 'update' || typeof operation.body.text !== 'string') continue;
      const { id, body } = operation;
      if (this.#committed.has(String(body.text)) || isRefused(page, edit, id)) continue;
      const isReplaced = later
        .slice(at + 1)
        .some(
          ({ operation: { op, ...next } }) => next.id === id && (op !== 'update' || 'text' in (next as { body: object }).body),
        );
      if (!isReplaced && this.#server.records().has(id)) throw new Error(`${String(body.text)} of ${page.name} is lost`);
    }
    for (const { edit, ids, reason } of page.refusals) {
      if (reason !== 'changed') continue;
      for (const id of ids) {
        const own = edit.operations.filter((one) => one.id === id);
        // A restored update may be several in one, of which another field has met a change
        const isText = own.every((one) => one.op === 'update' && Object.keys(one.body).every((key) => key === 'text'));
        if (isText && !this.#isWrittenByOthers(page, id) && !this.#isMadeAllTheSame(page, id) && !page.early.has(id))
          throw new Error(`${id} is said to meet a change, and nobody else has changed it`);
      }
    }
  }

  /** Whether the server has made a text and refused it when it was sent again: 403 after an answer that was lost. */
  #isMadeAllTheSame(page: ModelPage, id: string): boolean {
    return page.made.some(
      ({ edit }) => isRefused(page, edit, id) && textsOf(edit).some((one) => one.id === id && this.#committed.has(one.text)),
    );
  }

  /** Whether somebody else has written the text of a note since the page wrote it first. */
  #isWrittenByOthers(page: ModelPage, id: string): boolean {
    const first = page.made.find(({ edit }) => textsOf(edit).some((one) => one.id === id));
    return this.#server.commits.some(
      ({ author, revision, operations }) =>
        author !== page.name && revision > first!.revision && textsOf({ operations }).some((one) => one.id === id),
    );
  }
}

const numberOf = (text: string): number => Number(text.split('-')[1]);

const textsOf = ({ operations }: { readonly operations: Made['edit']['operations'] }) =>
  operations.flatMap((one) =>
    one.op !== 'delete' && typeof one.body.text === 'string' ? [{ op: one.op, id: one.id, text: one.body.text }] : [],
  );

const isRefused = (page: ModelPage, edit: Made['edit'], id: string): boolean =>
  page.refusals.some(
    (refusal) => refusal.ids.includes(id) && (refusal.edit === edit || isSameText(textsOf(refusal.edit), textsOf(edit), id)),
  );

/** After a kill, what is left of an edit is another object. */
const isSameText = (one: ReturnType<typeof textsOf>, other: ReturnType<typeof textsOf>, id: string): boolean =>
  one.some((each) => each.id === id && other.some((text) => text.id === id && text.text === each.text));

/** Whether a text is that of an update: what is made again is there after all where its deletion was refused. */
const isUpdated = (page: ModelPage, text: string): boolean =>
  page.made.some(({ edit }) => textsOf(edit).some((one) => one.op === 'update' && one.text === text));

/** With keys in one order. */
const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
};
