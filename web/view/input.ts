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
export type Claim = (event: PointerEvent, pointer: ClaimedPointer) => PointerOwner | 'view' | undefined;

/** A pointer that is down. */
export interface ClaimedPointer {
  /** Gives it to another one, at the place where it is now: the view gets it as if it went down there. Nothing once it is up. */
  pass(to: PointerOwner | 'view'): void;
}

export interface Tap {
  /** In pixels of the element. */
  readonly at: XY;
  readonly pointer: PointerKind;
  /** For the second time. */
  readonly twice: boolean;
  /** Keys that were held. `mod`: Ctrl, on a Mac Cmd. */
  readonly shift: boolean;
  readonly mod: boolean;
  readonly alt: boolean;
}

export interface InputContext {
  readonly camera: Camera;
  readonly motion: Motion;
  readonly travel: Pick<Travel, 'zoomBy'>;
  readonly wheel: ReadonlySignal<WheelWish>;
  /** Default: the view's wherever nothing interactive is. The middle button, and the left one with Space, are always the view's. */
  readonly claim?: Claim | undefined;
  /** Somebody pressed and let go in one place of the view. True: that was all, and a second tap of a finger does not zoom. */
  readonly tapped?: ((tap: Tap) => boolean) | undefined;
}

/** Zoom of a double tap. */
const TAP_ZOOM = 2;

/** Lets pointers and wheels on an element move the view. Returns what ends that. */
export function attachInput(element: HTMLElement, context: InputContext): () => void {
  const ends = [
    watchSize(element, context.camera),
    takePointers(element, context),
    takeWheel(element, context),
    takePinches(element, context),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** What has its own use for pointers. */
const INTERACTIVE =
  'a, button, input, textarea, select, summary, label, iframe, dialog, [popover], video[controls], [contenteditable], [data-own-input]';

export const isInteractive = ({ target }: Event): boolean => target instanceof Element && target.closest(INTERACTIVE) !== null;

/** Without editing: the view's wherever nothing interactive is. */
export const claimView: Claim = (event) => (isInteractive(event) ? undefined : 'view');

/** A screen whose shorter side is smaller is one that a person holds or has on a desk; on a larger one several people touch. */
const WALL = 1050;

export const isHandHeld = (): boolean => Math.min(screen.width, screen.height) < WALL;

export const rulesOfScreen = (): PinchRules => (isHandHeld() ? handRules : wallRules);

/** A pointer that is down, and its last event. */
interface Owned {
  owner: PointerOwner | 'view';
  last: PointerEvent;
}

function takePointers(element: HTMLElement, context: InputContext): () => void {
  const gestures = createGestures(rulesOfScreen);
  const perform = createPerform(context);
  const space = watchSpace(element);
  const pointers = new Map<number, Owned>();
  /** Fingers that have caught a view that slid: where they meant to is not where they came down, so they tap nothing. */
  const catching = new Set<number>();
  const forView = (event: PointerEvent): boolean => event.button === 1 || (event.button === 0 && space.held());
  const view = (kind: PointerStep['kind'], event: PointerEvent): void => {
    for (const gesture of gestures.take(stepOf(kind, event, element)))
      if (gesture.is !== 'tap' || !catching.has(event.pointerId)) perform(gesture, event);
  };
  const give = (kind: PointerStep['kind'], event: PointerEvent): void => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointer.last = event;
    if (kind === 'up' || kind === 'cancel') pointers.delete(event.pointerId);
    if (pointer.owner === 'view') view(kind, event);
    else pointer.owner.take(event);
    if (!pointers.has(event.pointerId)) catching.delete(event.pointerId);
    space.show(gestures.held);
  };
  const pass = (id: number, to: PointerOwner | 'view'): void => {
    const pointer = pointers.get(id);
    if (!pointer || pointer.owner === to) return;
    if (pointer.owner === 'view') view('cancel', pointer.last);
    pointer.owner = to;
    if (to === 'view') view('down', pointer.last);
  };
  const down = (event: PointerEvent): void => {
    const id = event.pointerId;
    const isFirst = event.button === 0 || isTurnedRound(event);
    if (event.defaultPrevented || pointers.has(id) || (!isFirst && event.button !== 1)) return;
    const claim = isFirst ? (context.claim ?? claimView) : undefined;
    const owner = forView(event) ? 'view' : claim?.(event, { pass: (to) => pass(id, to) });
    if (!owner) return;
    pointers.set(id, { owner, last: event });
    capture(element, id);
    const wasSliding = !context.camera.held.peek() && context.motion.stop();
    if (wasSliding && event.pointerType !== 'mouse') catching.add(id);
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

/** Events go on to come here while the pointer is elsewhere. One that is gone already cannot be captured, and need not be. */
function capture(element: HTMLElement, pointer: number): void {
  try {
    element.setPointerCapture(pointer);
  } catch {
    // A pen has left, or a program made the event
  }
}

export function stepOf(kind: PointerStep['kind'], event: PointerEvent, element: HTMLElement): PointerStep {
  return { kind, id: event.pointerId, pointer: kindOf(event), ...placeOn(element, event), time: event.timeStamp };
}

/** What an event of a pointer is. A pointer whose capture is lost is cancelled. */
export function kindOfStep({ type }: PointerEvent): PointerStep['kind'] {
  if (type === 'pointerdown') return 'down';
  if (type === 'pointermove') return 'move';
  return type === 'pointerup' ? 'up' : 'cancel';
}

export const kindOf = ({ pointerType }: { readonly pointerType: string }): PointerKind =>
  pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse';

/** A pen that touches with its other end, which erases. */
export const isTurnedRound = ({ pointerType, buttons }: { readonly pointerType: string; readonly buttons: number }): boolean =>
  pointerType === 'pen' && (buttons & ERASER) !== 0;

/** Among `buttons` (Pointer Events 3, 4.1.1.2). */
const ERASER = 32;

/** Keys that are held during an event. `mod`: Ctrl, on a Mac Cmd. */
export const heldKeys = ({ shiftKey, ctrlKey, metaKey, altKey }: MouseEvent): Pick<Tap, 'shift' | 'mod' | 'alt'> => ({
  shift: shiftKey,
  mod: ctrlKey || metaKey,
  alt: altKey,
});

/** Where an event is, in pixels of an element. */
export function placeOn(element: HTMLElement, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }): XY {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

function createPerform({ camera, motion, travel, tapped }: InputContext): (gesture: Gesture, event: PointerEvent) => void {
  let grip: readonly XY[] = [];
  return (gesture, event) => {
    switch (gesture.is) {
      case 'grip':
        grip = gripped(camera.view.peek(), gesture.points);
        return;
      case 'hold':
        if (camera.held.peek()) return;
        return camera.show(heldView(camera.view.peek(), grip, gesture.points, camera.zooms.peek()));
      case 'fling':
        if (!camera.held.peek()) motion.fling(gesture.velocity);
        return;
      case 'tap':
        if (tapped?.({ ...gesture, ...heldKeys(event) })) return;
        if (isDoubleTap(gesture)) travel.zoomBy(TAP_ZOOM, gesture.at);
    }
  };
}

/** Two taps of a finger or a pen. A mouse clicks twice, which the clicked widget understands. */
export const isDoubleTap = ({ twice, pointer }: Pick<Tap, 'twice' | 'pointer'>): boolean => twice && pointer !== 'mouse';

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

function takeWheel(element: HTMLElement, { camera, motion, wheel }: InputContext): () => void {
  const turned = (event: WheelEvent): void => {
    if (event.defaultPrevented || scrollsItself(event)) return;
    // Else the browser zooms the whole page, or goes back in its history
    event.preventDefault();
    if (camera.held.peek()) return;
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

function takePinches(element: HTMLElement, { camera, motion }: InputContext): () => void {
  const fingers = new Set<number>();
  let before = 1;
  const pinched = (event: Event): void => {
    event.preventDefault();
    if (fingers.size > 0 || camera.held.peek()) return;
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
