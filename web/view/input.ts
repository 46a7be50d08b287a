import type { ReadonlySignal } from '@preact/signals';
import type { XY } from '../../model/looks/shapes.ts';
import type { Camera } from './camera.ts';
import {
  createGestures,
  type Gesture,
  handRules,
  type PinchRules,
  type PointerKind,
  type PointerStep,
  wallRules,
} from './gestures.ts';
import { gripped, heldView } from './grip.ts';
import { listen } from './listen.ts';
import type { Motion } from './motion.ts';
import type { Travel } from './travel.ts';
import { type WheelWish, wheelMove } from './wheel.ts';

/** Whoever took a pointer at its first touch gets all of its events, in the order of their coming. */
export interface PointerOwner {
  take(event: PointerEvent): void;
}

/**
 * Says whose a pointer is that goes down: the view's, an owner's, or (undefined) nobody's, so the element under it gets it as usual. An
 * owner stands for one target and gets the pointers of all people on it; `createGestures` groups them.
 */
export type Claim = (event: PointerEvent) => PointerOwner | 'view' | undefined;

export interface Tap {
  readonly at: XY;
  readonly pointer: PointerKind;
}

export interface InputMeans {
  readonly camera: Camera;
  readonly motion: Motion;
  readonly travel: Pick<Travel, 'zoomBy'>;
  readonly wheel: ReadonlySignal<WheelWish>;
  /** Default: the view's wherever nothing interactive is. The middle button, and the left one with Space, are always the view's. */
  readonly claim?: Claim | undefined;
  /** Somebody pressed and let go in one place of the view, in pixels of the element. */
  readonly tapped?: ((tap: Tap) => void) | undefined;
}

/** Zoom of a double tap. */
const TAP_ZOOM = 2;

/** Lets pointers and wheels on an element move the view. Returns what ends that. */
export function attachInput(element: HTMLElement, means: InputMeans): () => void {
  const ends = [
    watchSize(element, means.camera),
    takePointers(element, means),
    takeWheel(element, means),
    takePinches(element, means),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** What has its own use for pointers. */
const INTERACTIVE =
  'a, button, input, textarea, select, summary, label, iframe, dialog, [popover], video[controls], [contenteditable], [data-own-input]';

const isInteractive = ({ target }: Event): boolean => target instanceof Element && target.closest(INTERACTIVE) !== null;

const claimView: Claim = (event) => (isInteractive(event) ? undefined : 'view');

/** A screen whose shorter side is smaller is one that a person holds or has on a desk; on a larger one several people touch. */
const WALL = 1050;

const rulesOfScreen = (): PinchRules => (Math.min(screen.width, screen.height) < WALL ? handRules : wallRules);

function takePointers(element: HTMLElement, means: InputMeans): () => void {
  const gestures = createGestures(rulesOfScreen);
  const perform = createPerform(means);
  const space = watchSpace(element);
  const owners = new Map<number, PointerOwner | 'view'>();
  const forView = (event: PointerEvent): boolean => event.button === 1 || (event.button === 0 && space.held());
  const give = (kind: PointerStep['kind'], event: PointerEvent): void => {
    const owner = owners.get(event.pointerId);
    if (kind === 'up' || kind === 'cancel') owners.delete(event.pointerId);
    if (owner === 'view') for (const gesture of gestures.take(stepOf(kind, event, element))) perform(gesture);
    else owner?.take(event);
    space.show(gestures.held);
  };
  const down = (event: PointerEvent): void => {
    if (event.defaultPrevented || owners.has(event.pointerId) || event.button > 1) return;
    const owner = forView(event) ? 'view' : event.button === 0 ? (means.claim ?? claimView)(event) : undefined;
    if (!owner) return;
    owners.set(event.pointerId, owner);
    element.setPointerCapture(event.pointerId);
    means.motion.stop();
    give('down', event);
  };
  element.style.touchAction = 'none';
  return listen(
    element,
    {
      pointerdown: down,
      pointermove: (event) => give('move', event),
      pointerup: (event) => give('up', event),
      pointercancel: (event) => give('cancel', event),
      lostpointercapture: (event) => give('cancel', event),
      // Else the middle button scrolls, and the left one selects text
      mousedown: (event) => !isInteractive(event) && (event.button === 1 || space.held()) && event.preventDefault(),
    },
    space.end,
  );
}

function stepOf(kind: PointerStep['kind'], event: PointerEvent, element: HTMLElement): PointerStep {
  const pointer = event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse';
  return { kind, id: event.pointerId, pointer, ...placeOn(element, event), time: event.timeStamp };
}

function placeOn(element: HTMLElement, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }): XY {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function createPerform({ camera, motion, travel, tapped }: InputMeans): (gesture: Gesture) => void {
  let grip: readonly XY[] = [];
  return (gesture) => {
    switch (gesture.is) {
      case 'grip':
        grip = gripped(camera.view.peek(), gesture.points);
        return;
      case 'hold':
        return camera.show(heldView(camera.view.peek(), grip, gesture.points, camera.zooms.peek()));
      case 'fling':
        return motion.fling(gesture.velocity);
      case 'tap':
        if (gesture.twice && gesture.pointer !== 'mouse') travel.zoomBy(TAP_ZOOM, gesture.at);
        else tapped?.(gesture);
    }
  };
}

/** While Space is held the left button moves the view, whatever lies under it, and the cursor says so. */
function watchSpace(element: HTMLElement) {
  let held = false;
  let moving = false;
  const show = (): void => {
    element.style.cursor = moving ? 'grabbing' : held ? 'grab' : '';
  };
  const set = (value: boolean): void => {
    held = value;
    show();
  };
  const end = listen(document, {
    keydown: (event) => {
      if (event.key !== ' ' || isInteractive(event) || event.defaultPrevented) return;
      event.preventDefault();
      set(true);
    },
    keyup: (event) => event.key === ' ' && set(false),
    visibilitychange: () => set(false),
  });
  return {
    held: () => held,
    show(value: boolean) {
      moving = value;
      show();
    },
    end,
  };
}

/** Lists and fields above the canvas scroll; nobody means the canvas there. */
const scrollsItself = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('dialog, [popover], textarea, select, [data-own-wheel]') !== null;

function takeWheel(element: HTMLElement, { camera, motion, wheel }: InputMeans): () => void {
  const turned = (event: WheelEvent): void => {
    if (event.defaultPrevented || scrollsItself(event)) return;
    // Else the browser zooms the whole page, or goes back in its history
    event.preventDefault();
    motion.stop();
    const move = wheelMove(event, wheel.peek(), camera.extent.peek());
    if (move.is === 'pan') camera.pan(move.across, move.down);
    else camera.zoomAt(placeOn(element, event), move.factor);
  };
  return listen(element, { wheel: turned });
}

/** What Safari sends for a pinch on a trackpad, and also for fingers on the screen, of which pointers have told already. */
interface PinchEvent extends UIEvent {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

function takePinches(element: HTMLElement, { camera, motion }: InputMeans): () => void {
  const fingers = new Set<number>();
  let before = 1;
  const pinched = (event: Event): void => {
    event.preventDefault();
    if (fingers.size > 0) return;
    const pinch = event as PinchEvent;
    if (event.type === 'gesturestart') motion.stop();
    else camera.zoomAt(placeOn(element, pinch), pinch.scale / before);
    before = pinch.scale;
  };
  const left = ({ pointerId }: PointerEvent): unknown => fingers.delete(pointerId);
  return listen(element, {
    pointerdown: ({ pointerId, pointerType }) => pointerType === 'touch' && fingers.add(pointerId),
    pointerup: left,
    pointercancel: left,
    gesturestart: pinched,
    gesturechange: pinched,
    gestureend: pinched,
  });
}

function watchSize(element: HTMLElement, camera: Camera): () => void {
  const measure = (): void => {
    const { clientWidth, clientHeight } = element;
    const { width, height } = camera.extent.peek();
    if (clientWidth > 0 && (clientWidth !== width || clientHeight !== height))
      camera.resize({ width: clientWidth, height: clientHeight });
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
