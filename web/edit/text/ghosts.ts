import { type Timer, usualClock } from '../../../client/index.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import { isMac } from '../../view/use-navigation.ts';
import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';
import type { FlowStep } from './flow.ts';

/** Where the next notes would lie, shown for a moment with the keys that make them. */
export interface Ghosts {
  /** After a pause. @param places of what is shown then; undefined: nothing */
  soon(places: () => GhostPlaces | undefined): void;
  end(): void;
}

export interface GhostPlaces {
  readonly colour: string;
  /** In pixels of the canvas. */
  readonly places: readonly { readonly step: FlowStep; readonly box: Box }[];
}

/** Milliseconds without a key, and how long they are seen. */
const PAUSE = 1_200;
const SEEN = 1_500;

export function createGhosts({ layers, camera, frames }: Editing): Ghosts {
  const { ownerDocument } = layers.editors;
  let shown: { readonly element: HTMLElement; readonly box: Box }[] = [];
  let timer: Timer | undefined;
  let stopFollowing = (): void => undefined;
  const put = (): void => {
    const { zoom } = camera.view.peek();
    for (const { element, box } of shown) {
      const { x, y } = camera.toScreen(box);
      element.style.translate = `${x}px ${y}px`;
      element.style.width = `${box.width * zoom}px`;
      element.style.height = `${box.height * zoom}px`;
    }
  };
  const end = (): void => {
    timer?.cancel();
    timer = undefined;
    stopFollowing();
    for (const { element } of shown) element.remove();
    shown = [];
  };
  const make = (colour: string, step: FlowStep): HTMLElement => {
    const words = editTexts.peek().text;
    const element = ownerDocument.createElement('div');
    element.className = 'text-ghost';
    element.ariaHidden = 'true';
    element.style.setProperty('--ghost', colour);
    const key = ownerDocument.createElement('kbd');
    key.textContent = step === 'next' ? words.next : words.below(isMac() ? '⌘' : 'Ctrl');
    element.append(key);
    layers.editors.prepend(element);
    return element;
  };
  return {
    soon(placesOf) {
      end();
      timer = usualClock.after(PAUSE, () => {
        const found = placesOf();
        if (!found) return;
        shown = found.places.map(({ step, box }) => ({ element: make(found.colour, step), box }));
        put();
        stopFollowing = frames.add(put);
        timer = usualClock.after(SEEN, end);
      });
    },
    end,
  };
}
