import type { Box } from '../../../model/looks/shapes.ts';
import type { Camera } from '../../view/camera.ts';

/** A shadow is measured in 190ths of the shorter side of what casts it. */
const UNITS = 190;

/** Boxes on the screen, one for each thing that is held: shadows below them, or veils over what stays behind. */
export class HeldMarks {
  readonly #className: string;
  readonly #host: HTMLElement;
  readonly #all: HTMLElement[] = [];

  constructor(host: HTMLElement, className: string) {
    this.#className = className;
    this.#host = host;
  }

  /** @param boxes in pixels of the canvas */
  place(boxes: readonly Box[], { toScreen, view }: Pick<Camera, 'toScreen' | 'view'>): void {
    while (this.#all.length > boxes.length) this.#all.pop()!.remove();
    for (const [at, box] of boxes.entries()) {
      const { style } = this.#all[at] ?? this.#add();
      const { zoom } = view.peek();
      const { x, y } = toScreen(box);
      style.transform = `translate(${x}px, ${y}px)`;
      style.width = `${box.width * zoom}px`;
      style.height = `${box.height * zoom}px`;
      style.setProperty('--u', `${(Math.min(box.width, box.height) * zoom) / UNITS}px`);
    }
  }

  drop(): void {
    for (const mark of this.#all) mark.remove();
    this.#all.length = 0;
  }

  #add(): HTMLElement {
    const mark = document.createElement('div');
    mark.className = this.#className;
    this.#host.prepend(mark);
    this.#all.push(mark);
    return mark;
  }
}
