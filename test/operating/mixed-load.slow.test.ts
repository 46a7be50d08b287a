import { expect, test } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { createScheduler } from '../../server/scheduler.ts';
import { type Answer, type Easel, useEasel } from '../kit/easel.ts';
import { ok, type Shown } from '../kit/full-canvas.ts';
import { makeCanvas, makeFolder, type Place } from '../kit/places.ts';
import { Random } from '../kit/random.ts';
import { runs } from '../kit/runs.ts';
import { StreamCopy } from '../kit/stream-copy.ts';

const CLIENTS = 10;
const REQUESTS = Number(process.env.EASEL_MIXED_REQUESTS ?? runs(400, 1000));
const seed = Number(process.env.EASEL_MIXED_SEED ?? Date.now() % 1e9);
/** Far longer than any of these takes: a request that was not answered by then never will be. */
const PATIENCE = 60_000;

// Time passes, so that the gaps after large messages end; and every slice ends after one step, so that others run in between
let looks = 0;
const easel = useEasel({ each: 'test', clock: systemClock, scheduler: createScheduler(() => (looks += 0.3)) });

test('copies, deletions, saves, restores and edits at the same time are all answered, leave whole canvases, and streams tell each as it is', async () => {
  const load = new MixedLoad(easel, new Random(seed));
  await load.begin();
  const copies = await load.watch();
  await Promise.all(Array.from({ length: CLIENTS }, () => load.run(REQUESTS / CLIENTS)));
  console.log(`mixed load, EASEL_MIXED_SEED=${seed}: ${JSON.stringify(load.statuses)}`);
  expect(Object.keys(load.statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(load.statuses['200']).toBeGreaterThan(REQUESTS / 3);
  await load.answered('afterwards', easel.admin.post('/canvases'));
  for (const { id } of ok(await easel.admin.get('/canvases')) as Place[]) await expectWhole(`/canvases/${id}`);
  await load.last(copies);
  for (const copy of copies) await copy.expectTrue(easel.admin);
}, 300_000);

/** Asserts that nothing on a canvas lies in or leads to something that does not exist, and that tables have all their cells. */
async function expectWhole(canvas: string): Promise<void> {
  const shown: Shown[] = ok(await easel.admin.get(`${canvas}/widgets?annotations=1`));
  const ids = new Set(['', ...shown.map(({ id }) => id)]);
  const missing = shown
    .flatMap(({ parent_id, src, dst }) => [parent_id ?? '', src?.id ?? '', dst?.id ?? ''])
    .filter((id) => !ids.has(id));
  expect([canvas, missing]).toEqual([canvas, []]);
  const count = (type: string): number => shown.filter(({ widget_type }) => widget_type === type).length;
  expect(count('TableCell')).toBe(4 * count('Table'));
}

class MixedLoad {
  readonly statuses: Record<string, number> = {};
  readonly #notes: string[] = [];
  readonly #copies: string[] = [];
  #canvas = '';
  #folders: readonly string[] = [];

  constructor(
    private readonly easel: Easel,
    private readonly random: Random,
  ) {}

  async begin(): Promise<void> {
    const { admin } = this.easel;
    this.#folders = [(await makeFolder(admin, { name: 'f' })).id, (await makeFolder(admin, { name: 'g' })).id];
    this.#canvas = `/canvases/${(await makeCanvas(admin, { name: 'c', folder_id: this.#folders[0] })).id}`;
    // Long enough that copies take several turns, so that others come in between
    for (let at = 0; at < 25; at++) ok(await admin.post(`${this.#canvas}/tables`, { grid_size: { columns: 2, rows: 2 } }));
    // A whole list with this note is long enough for a gap to follow
    ok(await admin.post(`${this.#canvas}/notes`, { text: 'x'.repeat(70_000) }));
  }

  /** Readers of the canvas on which everything happens, after readers of lists that nobody changes, which take time, too. */
  async watch(): Promise<StreamCopy[]> {
    const open = (lists: readonly string[]): Promise<StreamCopy[]> =>
      Promise.all(
        lists.flatMap((list) =>
          [true, true, false].map((isWhole) => StreamCopy.open(this.easel.admin, `${this.#canvas}/${list}`, isWhole)),
        ),
      );
    await open(['images', 'videos', 'pdfs', 'browsers', 'anchors', 'video-inputs', 'rdp-connections', 'ip-videos']);
    return open(['notes', 'tables', 'connectors', 'widgets']);
  }

  /** Makes something on every list, and waits until every reader holds it. */
  async last(copies: readonly StreamCopy[]): Promise<void> {
    const made: Record<string, string> = {};
    for (const list of ['notes', 'tables', 'connectors']) {
      const body = list === 'connectors' ? { src: { id: made.notes }, dst: { id: made.notes } } : {};
      const sent = this.easel.admin.post(`${this.#canvas}/${list}`, body);
      made[list] = ok(await this.answered(`the last of ${list}`, sent)).id;
    }
    await Promise.all(copies.map((copy) => copy.follow(made[copy.path.split('/').at(-1)!] ?? made.connectors!)));
  }

  async run(requests: number): Promise<void> {
    for (let at = 0; at < requests; at++) {
      const [name, send] = this.random.of(Object.entries(this.#requests));
      const { status } = await this.answered(name, send());
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    }
  }

  /** Rejects when no answer comes. */
  answered(name: string, answer: Promise<Answer>): Promise<Answer> {
    let late: NodeJS.Timeout;
    const gaveUp = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new Error(`${name} was not answered; EASEL_MIXED_SEED=${seed}`)), PATIENCE);
    });
    return Promise.race([answer, gaveUp]).finally(() => clearTimeout(late));
  }

  readonly #requests: Readonly<Record<string, () => Promise<Answer>>> = {
    note: () => this.#made(this.#notes, this.easel.admin.post(`${this.#canvas}/notes`)),
    'note on a note': () => this.#made(this.#notes, this.easel.admin.post(`${this.#canvas}/notes`, { parent_id: this.#note })),
    'delete a note': () => this.easel.admin.delete(`${this.#canvas}/notes/${this.#lastNote}`),
    connector: () => this.easel.admin.post(`${this.#canvas}/connectors`, { src: { id: this.#note }, dst: { id: this.#note } }),
    reparent: () => this.easel.admin.patch(`${this.#canvas}/notes/${this.#note}`, { parent_id: this.#note }),
    stroke: () => this.easel.admin.post(`${this.#canvas}/notes/${this.#note}/annotations`, { line_color: '#ff0000ff' }),
    save: () => this.easel.admin.post(`${this.#canvas}/save`),
    restore: () => this.easel.admin.post(`${this.#canvas}/restore`),
    mode: () => this.easel.admin.patch(this.#canvas, { mode: this.random.below(3) ? 'demo' : 'normal' }),
    copy: () => this.#made(this.#copies, this.easel.admin.post(`${this.#canvas}/copy`, this.#to)),
    'copy a folder': () =>
      this.easel.admin.post(`/canvas-folders/${this.#folders[0]}/copy`, { ...this.#to, folder_id: this.#folders[1] }),
    'delete a copy': () => this.easel.admin.delete(`/canvases/${this.#copies.pop() ?? 'none'}`),
    folder: () => this.easel.admin.post('/canvas-folders', { name: `n${this.random.below(5)}` }),
  };

  get #note(): string {
    return this.#notes.length > 0 ? this.random.of(this.#notes) : '';
  }

  /** Usually dropped from the list, so that later requests rarely refer to it. */
  get #lastNote(): string {
    const last = this.#notes.at(-1) ?? 'none';
    if (this.random.below(4)) this.#notes.pop();
    return last;
  }

  get #to(): object {
    return { folder_id: this.random.of(this.#folders), conflicts: this.random.below(2) ? 'replace' : 'skip' };
  }

  /** Things made here are deleted and referred to by later requests. */
  async #made(into: string[], made: Promise<Answer>): Promise<Answer> {
    const answer = await made;
    if (answer.status === 200 && `/canvases/${answer.body.id}` !== this.#canvas) into.push(answer.body.id);
    return answer;
  }
}
