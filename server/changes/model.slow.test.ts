import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refuse } from '../../model/refusal.ts';
import { History, ModelReader } from '../../test/kit/model-reader.ts';
import { runs } from '../../test/kit/runs.ts';
import { type Bench, type FakeScope, Image, Note, streamBench, turns, type Writes } from '../../test/kit/stream-fakes.ts';
import { recordItem } from './record-item.ts';
import { recordList } from './record-list.ts';
import type { Source } from './source.ts';
import { listSnapshot } from './text.ts';

const RUNS = Number(process.env.EASEL_STREAM_RUNS ?? runs(50, 150));
const scopes = ['c1', 'c2', 'c3'];
const keys = ['a', 'b', 'c', 'd', 'e'];
/** Messages about more objects than this are sent in slices. */
const LONG = 20;
const flooded = Array.from({ length: LONG + 10 }, (_, at) => `f${at}`);
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '3') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(70_000), 'y'.repeat(30_000)) },
);
const command = fc.dictionary(fc.constantFrom(...keys), fc.option(text, { nil: undefined }), { minKeys: 1, maxKeys: 3 });
const picture = fc.dictionary(fc.constantFrom('i', 'j'), fc.option(text, { nil: undefined }), { minKeys: 1 });
const canvas = fc.nat(scopes.length - 1);
const reader = fc.nat(30);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ canvas, commit: fc.array(command, { minLength: 1, maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ canvas, draw: picture }) },
  { weight: 1, arbitrary: fc.record({ canvas, burst: fc.constantFrom(...keys) }) },
  { weight: 1, arbitrary: fc.record({ canvas, flood: fc.option(text, { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.record({ canvas, die: fc.constantFrom(true) }) },
  { weight: 2, arbitrary: fc.record({ stall: reader }) },
  { weight: 2, arbitrary: fc.record({ drain: reader }) },
  { weight: 1, arbitrary: fc.record({ lose: reader }) },
  { weight: 3, arbitrary: fc.record({ pass: fc.constantFrom(5, 60, 16_000) }) },
  { weight: 4, arbitrary: fc.record({ turn: fc.constantFrom(1, 3) }) },
  { weight: 2, arbitrary: fc.record({ lookTakes: fc.constantFrom(0, 1, 3, 6) }) },
  { weight: 1, arbitrary: fc.record({ canvas, open: fc.constantFrom('whole', 'changes', 'item' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type MessageForm = ModelReader['form'];

/** Three canvases with readers of several lists in every form, and what each list went through. */
class Scene {
  readonly bench: Bench = streamBench({ writeTimeoutSeconds: 100_000 }, LONG);
  readonly readers: ModelReader[] = [];
  readonly #canvases = scopes.map((id) => new Canvas(this.bench, id));
  readonly #lost = new Set<string>();

  constructor() {
    // Whole lists of two of the canvases are long enough for a gap after every message
    for (const [at, made] of this.#canvases.entries()) made.scope.commit({ a: 'one', b: 'two', e: 'x'.repeat(at * 70_000) });
    for (const made of this.#canvases) {
      for (const form of ['whole', 'changes', 'item'] as const) this.open(made, form);
      for (const form of ['whole', 'changes'] as const) this.open(made, form, 'widgets');
    }
  }

  async play(action: Step): Promise<void> {
    if ('canvas' in action) this.#change(this.#canvases[action.canvas]!, action);
    if ('stall' in action) this.#reader(action.stall).sink.stalled = true;
    if ('drain' in action) this.#reader(action.drain).sink.drain();
    if ('lose' in action) this.#lose(this.#reader(action.lose));
    if ('pass' in action) this.bench.clock.advance(action.pass);
    if ('turn' in action) await turns(action.turn);
    if ('lookTakes' in action) this.bench.clock.lookTakes(action.lookTakes);
    for (const each of this.readers) each.read();
  }

  async end(): Promise<void> {
    this.bench.clock.lookTakes(0);
    for (const { sink } of this.readers) sink.drain();
    await turns();
    this.bench.clock.advance(60_000);
    await turns();
    for (const each of this.readers) each.expectNow();
    expect(this.bench.faults).toEqual([]);
  }

  open(made: Canvas, form: MessageForm, list: 'Note' | 'widgets' = 'Note'): void {
    const { id, scope } = made;
    if (made.isDead || (form === 'item' && !scope.view.version('a'))) return;
    const group = String(this.readers.length);
    const source = form === 'item' ? recordItem(scope.view, id, 'a') : made.list(list);
    const permit = (): void => {
      if (this.#lost.has(group)) throw refuse.denied();
    };
    const sink = this.bench.watch({ source, changesForm: form === 'changes', group, permit });
    const opened = new ModelReader(form, sink, made.histories[form === 'item' ? 'item' : list]);
    opened.read();
    this.readers.push(opened);
    made.readers.push(opened);
  }

  #change(made: Canvas, action: Extract<Step, { canvas: number }>): void {
    if (made.isDead) return;
    if ('commit' in action) made.scope.commit(...action.commit);
    if ('draw' in action) made.scope.commitAs(Image, action.draw);
    if ('burst' in action)
      for (let n = 0; n < 600; n++) made.scope.commit({ [action.burst]: String(n) }, { extra: n % 2 ? 'x' : undefined });
    if ('flood' in action) made.scope.commit(Object.fromEntries(flooded.map((key) => [key, action.flood?.slice(0, 1)])));
    if ('die' in action) made.die();
    if ('open' in action) this.open(made, action.open);
  }

  #reader(at: number): ModelReader {
    return this.readers[at % this.readers.length]!;
  }

  #lose(lost: ModelReader): void {
    lost.mayEnd = true;
    this.#lost.add(String(this.readers.indexOf(lost)));
    this.bench.directory.commit({ grant: String(this.#lost.size) });
  }
}

class Canvas {
  readonly scope: FakeScope;
  readonly histories = {
    Note: new History(({ kind }) => kind === Note),
    widgets: new History(() => true),
    item: new History(({ key }) => key === 'a'),
  };
  readonly readers: ModelReader[] = [];
  isDead = false;

  constructor(
    bench: Bench,
    readonly id: string,
  ) {
    this.scope = bench.scope(id);
    bench.store.feed.follow((set) => {
      if (set.scope === id) for (const history of Object.values(this.histories)) history.take(set);
    });
  }

  /** What the last canvas shows is put together in steps, as a long list is. */
  list(name: 'Note' | 'widgets'): Source {
    const { view } = this.scope;
    const source = recordList(view, this.id, name);
    return this.id === scopes.at(-1) ? { ...source, snapshot: () => listSnapshot(view.list(name).snapshot()) } : source;
  }

  die(): void {
    this.isDead = true;
    for (const reader of this.readers) reader.mayEnd = true;
    this.scope.die();
  }
}

it(
  'every message follows from the one before, whatever happened, however it is read, and however long each thing takes',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (actions) => {
        const scene = new Scene();
        for (const action of actions) await scene.play(action);
        await scene.end();
      }),
      { numRuns: RUNS },
    );
  },
  2000 * RUNS,
);

it('messages follow commits: who keeps up is sent every change set as a message of its own, in order', async () => {
  const small = fc.dictionary(fc.constantFrom(...keys), fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }), {
    minKeys: 1,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(small, { minLength: 1, maxLength: 5 }), { maxLength: 12 }), async (batches) => {
      const bench = streamBench();
      const sink = bench.watch({ source: recordList(bench.canvas.view, 'c1', 'Note'), changesForm: true });
      const expected: string[] = [];
      bench.store.feed.follow(({ changes }) => {
        const altered = changes.filter(({ before, after }) => before?.shown !== after?.shown);
        if (altered.length > 0) expected.push(altered.map(({ key, after }) => `${key} ${after ? 'normal' : 'deleted'}`).join());
      });
      for (const batch of batches) {
        bench.canvas.commit(...(batch as Writes[]));
        await turns(2);
      }
      const sent = sink.messages
        .slice(1)
        .map((message: { id: string; state: string }[]) => message.map(({ id, state }) => `${id} ${state}`).join());
      expect(sent).toEqual(expected);
    }),
    { numRuns: 80 },
  );
}, 60_000);
