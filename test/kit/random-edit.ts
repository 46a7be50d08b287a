import type { EditLabel, NewEdit, Operation } from '../../web/live/edits/edit.ts';
import type { Element } from '../../web/live/element.ts';
import { ROOT } from './laid-board.ts';
import type { Random } from './random.ts';
import { B64, RED } from './strokes.ts';

/** Makes edits of all kinds of what is on a canvas. */
export class RandomEdits {
  #marks = 0;
  /** What was deleted and may come back. */
  readonly #gone: Element[] = [];

  constructor(
    private readonly random: Random,
    /** Every text that is written is another one: `<author>-<number>`. */
    readonly author: string,
  ) {}

  edit(elements: readonly Element[]): NewEdit {
    const count = 1 + (this.random.below(3) === 0 ? this.random.below(4) : 0);
    const operations = Array.from({ length: count }, () => this.#operation(elements));
    return { label: 'text' satisfies EditLabel, operations };
  }

  #operation(elements: readonly Element[]): Operation {
    const notes = elements.filter(({ widget_type }) => widget_type === 'Note');
    const what = this.random.below(20);
    if (notes.length < 2 || what < 4) return this.#create(elements);
    if (what < 10) return { op: 'update', id: this.random.of(notes).id, body: { text: this.#mark() } };
    if (what < 13) return this.#delete(elements);
    return this.#update(elements);
  }

  #create(elements: readonly Element[]): Operation {
    const gone = this.random.below(3) === 0 ? this.#gone.pop() : undefined;
    if (gone) return this.#again(gone);
    const id = this.#id();
    const placed = elements.filter((one) => 'location' in one);
    const what = this.random.below(10);
    if (what === 0 && placed.length > 0) {
      const ends = { src: { id: this.random.of(placed).id }, dst: { id: this.random.of(placed).id } };
      return { op: 'create', id, type: 'Connector', body: ends };
    }
    if (what === 1) return { op: 'create', id, type: 'Table', body: { title: this.#mark(), grid_size: { columns: 2, rows: 1 } } };
    if (what === 2) return { op: 'create', id, type: 'Anchor', body: { anchor_name: this.#mark() } };
    if (what === 3) {
      const on = placed.length > 0 && this.random.below(2) === 0 ? { widget_id: this.random.of(placed).id } : {};
      return { op: 'create', id, type: 'Annotation', body: { line_color: RED, points: B64 }, ...on };
    }
    const parent = placed.length > 0 && this.random.below(3) === 0 ? { parent_id: this.random.of(placed).id } : {};
    return { op: 'create', id, type: 'Note', body: { text: this.#mark(), location: this.#point(), ...parent } };
  }

  #again({ id, widget_type }: Element): Operation {
    if (widget_type === 'Table') return { op: 'create', id, type: 'Table', body: { grid_size: { columns: 2, rows: 1 } } };
    return { op: 'create', id, type: 'Note', body: { text: this.#mark(), location: this.#point() } };
  }

  #delete(elements: readonly Element[]): Operation {
    const gone = this.random.of(elements.filter(({ widget_type }) => widget_type !== 'TableCell'));
    if (gone.widget_type === 'Note' || gone.widget_type === 'Table') this.#gone.push(gone);
    return { op: 'delete', id: gone.id };
  }

  #update(elements: readonly Element[]): Operation {
    const placed = elements.filter((one) => 'location' in one && one.widget_type !== 'TableCell');
    const widget = this.random.of(placed);
    const siblings = placed.filter(({ id }) => id !== widget.id);
    const bodies: (() => object)[] = [
      () => ({ location: this.#point() }),
      () => ({ location: this.#point(), auto_raise: true }),
      () => ({ location: { x: this.random.below(5000) } }),
      () => ({ size: { width: 10 + this.random.below(500), height: 10 + this.random.below(500) } }),
      () => ({ auto_text_color: false, text_color: `#0000${10 + this.random.below(80)}ff` }),
      () => ({ auto_text_color: true }),
      () => ({ background_color: `#ff00${10 + this.random.below(80)}ff` }),
      () => ({ auto_raise: true }),
      () => ({ depth: { [this.random.of(['above', 'below'])]: this.random.of(siblings)?.id ?? ROOT } }),
      () => ({ parent_id: this.random.of([ROOT, this.random.of(siblings)?.id ?? ROOT]) }),
      () => ({ pinned: this.random.below(2) === 0 }),
    ];
    return { op: 'update', id: widget.id, body: this.random.of(bodies)() as never };
  }

  #point = () => ({ x: this.random.below(5000), y: this.random.below(5000) });

  #mark = (): string => `${this.author}-${++this.#marks}`;

  #id = (): string => {
    const digits = (count: number): string => Array.from({ length: count }, () => this.random.below(16).toString(16)).join('');
    return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
  };
}
