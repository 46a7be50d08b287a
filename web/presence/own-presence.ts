import { effect, type ReadonlySignal } from '@preact/signals';
import type { EaselClient, OwnPresence } from '../../client/index.ts';
import type { XY } from '../../model/looks/shapes.ts';
import type { Camera } from '../view/camera.ts';

export interface OwnPresenceContext {
  readonly canvas_id: string;
  /** Paces what is shown. */
  readonly presence: Pick<EaselClient['presence'], 'show' | 'hide'>;
  readonly camera: Pick<Camera, 'seen' | 'extent' | 'toCanvas' | 'view'>;
  /** Whether the cursors are kept to oneself. */
  readonly shy: ReadonlySignal<boolean>;
}

type Hands = NonNullable<OwnPresence['hands']>;

/** What others are told about the own view and pointers. All lengths are pixels of the screen part. */
export interface OwnPresenceTeller {
  /** A pointer is here. Fingers are there while they touch. */
  point(id: string, at: XY, down: boolean): void;
  /** A pointer is not on the canvas any more; without an id: all of them. */
  leave(id?: string): void;
  /** Sets the hands of this page, each with what it holds or writes, until the next call. */
  hold(hands: Hands): void;
  /** Whether the page can be seen. Nothing is told of a hidden one. */
  see(visible: boolean): void;
  close(): void;
}

/** The server takes no more cursors. */
const MOST = 32;

export function tellOwnPresence({ canvas_id, presence, camera, shy }: OwnPresenceContext): OwnPresenceTeller {
  const pointers = new Map<string, { readonly at: XY; readonly down: boolean }>();
  let visible = true;
  let hands: Hands = [];
  const cursors = (): OwnPresence['cursors'] =>
    shy.value
      ? []
      : [...pointers]
          .slice(0, MOST)
          .map(([id, { at, down }]) => ({ id, ...rounded(camera.toCanvas(at)), down, color: '', label: '' }));
  const tell = (): void => {
    const { width, height } = camera.extent.peek();
    if (!visible || width <= 1 || height <= 1) return;
    presence.show({ canvas_id, viewport: camera.seen.peek(), cursors: cursors(), hands });
  };
  // The view is told when it moves, and the cursors with it, because they stay in place on the screen
  const end = effect(() => {
    camera.seen.value;
    shy.value;
    tell();
  });
  return {
    point(id, at, down) {
      pointers.set(id, { at, down });
      tell();
    },
    leave(id) {
      if (id === undefined) pointers.clear();
      else if (!pointers.delete(id)) return;
      tell();
    },
    hold(now) {
      if (now.length + hands.length === 0) return;
      hands = now;
      tell();
    },
    see(now) {
      if (now === visible) return;
      visible = now;
      if (visible) return tell();
      pointers.clear();
      presence.hide(canvas_id);
    },
    close() {
      end();
      presence.hide(canvas_id);
    },
  };
}

/** Messages stay short; a tenth of a pixel nobody sees. */
const rounded = ({ x, y }: XY): XY => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
