import { signal } from '@preact/signals';
import type { Background } from '../../model/resources/background.ts';
import { rootWidget } from '../../model/widgets/shared-canvas.ts';
import type {
  BoardChange,
  BoardOverlay,
  BoardState,
  EditableBoard,
  Item,
  LaidOverlay,
  ShownCanvas,
  WidgetOf,
} from '../../web/live/board.ts';
import type { Element } from '../../web/live/element.ts';
import { BoardLayout } from '../../web/live/layout.ts';

export const ROOT = '5b0c9f6e-7d1a-4c38-9f27-2f4f6f0c1d11';

/** A board that is edited, whose stream is played by the test. */
export class LaidBoard implements EditableBoard {
  readonly canvas_id = '00000000-0000-4000-8000-000000000000';
  readonly state = signal<BoardState>({ is: 'live' });
  readonly canvas = signal<ShownCanvas | undefined>(undefined);
  readonly background = signal<Background | undefined>(undefined);
  readonly size = signal<{ readonly width: number; readonly height: number } | undefined>(undefined);
  readonly root = signal<Item<WidgetOf<'SharedCanvas'>> | undefined>(undefined);
  readonly count = signal(0);
  readonly #layout = new BoardLayout();
  readonly #listeners = new Set<(change: BoardChange) => void>();
  #overlay: BoardOverlay | undefined;

  constructor(elements: readonly Element[] = []) {
    this.#layout.reset([{ ...rootWidget(ROOT), state: 'normal' } as unknown as Element, ...elements]);
    this.#facts();
  }

  item = (id: string) => this.#layout.item(id);
  itemsIn = (...[box]: Parameters<EditableBoard['itemsIn']>) => this.#layout.itemsIn(box);
  items = () => this.#layout.items();

  onChange(listen: (change: BoardChange) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  preview(background: Background | undefined): void {
    this.background.value = background;
  }

  lay(overlay: BoardOverlay): LaidOverlay {
    this.#overlay = overlay;
    return {
      show: (elements) => {
        if (this.#overlay === overlay) this.#apply(elements);
      },
      shown: (id) => this.#layout.element(id),
      childrenOf: (id) => this.#layout.childrenOf(id),
      ordinalOf: (id) => this.#layout.ordinalOf(id),
      linesAt: (id) => this.#layout.linesAt(id),
      strokesOn: (id) => this.#layout.strokesOn(id),
      lift: () => {
        this.#overlay = undefined;
      },
    };
  }

  /** A message of changes. */
  say(elements: readonly Element[], revision?: number): void {
    this.#apply(this.#overlay?.confirm(elements, revision) ?? elements);
  }

  /** A whole list. */
  sayAll(elements: readonly Element[], revision?: number): void {
    this.#layout.reset(this.#overlay?.reset(elements, revision) ?? elements);
    this.#facts();
  }

  close(): void {
    this.#listeners.clear();
  }

  #apply(elements: readonly Element[]): void {
    if (elements.length === 0) return;
    const change = this.#layout.apply(elements).change(this.#layout.root);
    this.#facts();
    for (const listen of this.#listeners) listen(change);
  }

  #facts(): void {
    this.root.value = this.#layout.root as Item<WidgetOf<'SharedCanvas'>>;
    this.count.value = this.#layout.count;
  }
}
