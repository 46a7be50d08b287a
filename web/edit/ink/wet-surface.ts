import './ink.css';
import type { Box } from '../../../model/looks/shapes.ts';
import { outward } from '../../paint/boxes.ts';

/** Two canvases that are seen as one: what stays, and tails, which are drawn anew with each event. */
export class WetSurface {
  readonly ink: CanvasRenderingContext2D;
  readonly tails: CanvasRenderingContext2D;
  readonly #element: HTMLDivElement;

  /** @param opacity of all that is painted here together, so that a line does not double where it crosses itself */
  constructor(layer: HTMLElement, opacity: number) {
    this.#element = layer.ownerDocument.createElement('div');
    this.#element.className = 'wet-surface';
    this.#element.style.opacity = String(opacity);
    // A canvas that is drawn past the compositor is not faded with its neighbour in every browser
    this.ink = this.#canvas({ desynchronized: opacity === 1 });
    this.tails = this.#canvas({});
    layer.append(this.#element);
  }

  /** In pixels of the device. Clears all. */
  resize(width: number, height: number): void {
    for (const { canvas } of [this.ink, this.tails]) {
      canvas.width = width;
      canvas.height = height;
    }
  }

  get width(): number {
    return this.ink.canvas.width;
  }

  get height(): number {
    return this.ink.canvas.height;
  }

  remove(): void {
    // Gives the memory back at once
    this.resize(0, 0);
    this.#element.remove();
  }

  #canvas(settings: CanvasRenderingContext2DSettings): CanvasRenderingContext2D {
    const canvas = this.#element.ownerDocument.createElement('canvas');
    this.#element.append(canvas);
    return canvas.getContext('2d', settings)!;
  }
}

/** In pixels of the device. */
export function clear(context: CanvasRenderingContext2D, box: Box): void {
  const { x, y, width, height } = outward(box);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(x, y, width, height);
}
