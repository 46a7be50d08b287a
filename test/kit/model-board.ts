import { signal } from '@preact/signals';
import type { Box } from '../../model/looks/shapes.ts';
import type { Stored } from '../../model/resource.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import { type AnyWidget, isWidget } from '../../model/widgets/common.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { rootWidget, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import { createRecord, patchRecord, removeRecord } from '../../model/writing.ts';
import type { CommandBoard } from '../../web/edit/commands/command-board.ts';
import type { Item, WidgetOf } from '../../web/live/board.ts';
import type { CreateOperation, Edit, NewEdit, Operation } from '../../web/live/edits/edit.ts';
import type { Element } from '../../web/live/element.ts';
import { BoardLayout } from '../../web/live/layout.ts';
import { finish, MemoryWriter } from './memory-writer.ts';

/** A canvas in memory that carries out operations at once by the server's own commands, and lays its widgets out as the page does. */
export class ModelBoard implements CommandBoard {
  readonly writer = new MemoryWriter();
  readonly root = signal<Item<WidgetOf<'SharedCanvas'>> | undefined>(undefined);
  readonly #layout = new BoardLayout();
  readonly #elements = new Map<string, Element>();
  #key = 0;

  constructor() {
    const root = rootWidget('00000000-0000-4000-8000-000000000000');
    this.writer.insert(SharedCanvas, root);
    this.#elements.set(root.id, this.#read(root.id)!);
    this.#layout.reset([...this.#elements.values()]);
    this.#layout.loaded();
    this.root.value = this.#layout.root as Item<WidgetOf<'SharedCanvas'>>;
  }

  item = (id: string): Item | undefined => this.#layout.item(id);
  items = (): Item[] => this.#layout.items();
  itemsIn = (box: Box): Item[] => this.#layout.itemsIn(box);

  /** The record as elements of a list show it. */
  record = (id: string): Element | undefined => this.#elements.get(id);

  #read(id: string): Element | undefined {
    const found = this.writer.find(id);
    if (!found) return undefined;
    const { kind, record } = found;
    const shown = Object.entries(record).filter(([name]) => (kind as AnyWidget).fields[name]?.word !== 'secret');
    const element = Object.fromEntries(shown) as unknown as Element;
    if (isWidget(kind)) return element;
    const { parent_id } = record as unknown as { readonly parent_id: string };
    return { ...element, widget_type: 'Annotation', parent_id } as Element;
  }

  /** Carries out what a command made, as the server does, and tells what that changed. */
  add(edit: NewEdit | undefined): Edit {
    const { writer } = this;
    const { label, operations } = edit ?? { label: 'move', operations: [] };
    const before = new Map<string, Element | undefined>();
    for (const operation of operations) {
      const from = writer.writes.length;
      this.#perform(operation);
      for (const [, id] of writer.writes.slice(from)) {
        if (!before.has(id)) before.set(id, this.#elements.get(id));
        const now = this.#read(id);
        if (now) this.#elements.set(id, now);
        else this.#elements.delete(id);
      }
    }
    const after = new Map([...before.keys()].map((id) => [id, this.record(id)]));
    this.#show(before, after);
    return { key: ++this.#key, label, operations, before, after };
  }

  count = (): number => this.#layout.count;

  /** Every record, by its id. */
  all(): Map<string, Element> {
    return new Map(this.#elements);
  }

  #perform(operation: Operation): void {
    if (operation.op === 'create') return this.#create(operation);
    const found = this.writer.find(operation.id);
    if (!found) {
      if (operation.op === 'delete') return;
      throw new Error(`${operation.id} is not there`);
    }
    const kind = found.kind as AnyWidget;
    if (operation.op === 'delete') finish(removeRecord(kind, found.record, this.writer));
    else finish(patchRecord(kind, found.record as Stored, { body: operation.body }, this.writer));
  }

  #create({ id, type, body, widget_id }: CreateOperation): void {
    if (type === 'Annotation') {
      const parent_id = widget_id ?? this.root.peek()!.id;
      if (!this.writer.find(parent_id)) throw new Error(`${parent_id} is not there`);
      finish(createRecord(Annotation, body, this.writer, { id, parent_id }));
    } else {
      const kind = widgetKinds.find(({ name }) => name === type)!;
      finish(createRecord(kind, body, this.writer, { id }));
    }
  }

  #show(before: ReadonlyMap<string, Element | undefined>, after: ReadonlyMap<string, Element | undefined>): void {
    const gone = (id: string): Element[] => {
      const element = before.get(id);
      return element ? [{ ...element, state: 'deleted' } as Element] : [];
    };
    this.#layout.apply([...after].flatMap(([id, element]) => element ?? gone(id)));
    this.root.value = this.#layout.root as Item<WidgetOf<'SharedCanvas'>>;
  }
}
