import { effect, signal } from '@preact/signals';
import { usualClock } from '../../../client/index.ts';
import type { XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import { hitTest, holds } from '../../selection/hit-test.ts';
import type { PointerKind } from '../../view/gestures.ts';
import {
  type ClaimedPointer,
  isHandHeld,
  isInteractive,
  isTurnedRound,
  kindOf,
  type PointerOwner,
  placeOn,
  type Tap,
} from '../../view/input.ts';
import { listen } from '../../view/listen.ts';
import type { Editing } from '../editing.ts';
import { openItem } from '../open-item.ts';
import type { BeginGesture } from '../pointer-gesture.ts';
import type { Seat } from '../seat.ts';
import { tools } from '../tools/index.ts';
import type { DropRules } from './drops.ts';
import { createHandles } from './handles.ts';
import type { Hands, Pointed } from './hands.ts';
import type { HandsContext } from './hands-context.ts';
import { Hold } from './hold.ts';
import { createListeners } from './listeners.ts';
import { LongFinger } from './long-finger.ts';
import { createLongPress, type LongPresses } from './long-press.ts';
import { LongTool } from './long-tool.ts';
import { beginMarquee } from './marquee-gesture.ts';
import { OnePointer } from './one-pointer.ts';
import { createRunning } from './running.ts';
import { selectClaim } from './select-claim.ts';
import { createTaps } from './taps.ts';

export const createHands = (editing: Editing): Hands => new CanvasHands(editing);

/** How near to a connector one must point, in pixels of the screen. */
const SLACK: Readonly<Record<PointerKind, number>> = { mouse: 8, pen: 8, touch: 16 };
/** Milliseconds and pixels within which a second finger makes a pinch of what one finger has begun. */
const PINCH_TIME = 150;
const PINCH_APART = 12;

/** Widgets that are held among which one is looked for that another finger touches. */
const MOST_LOOKED_AT = 200;

/** A finger that does something with a tool. */
interface ToolFinger {
  readonly press: OnePointer;
  readonly pointer: ClaimedPointer;
}

class CanvasHands implements Hands {
  readonly #editing: Editing;
  readonly #running = createRunning();
  readonly #menu = createListeners<Pointed>();
  readonly #open = createListeners<Pointed>();
  readonly #grips = new Map<Element, BeginGesture>();
  readonly #fingers = new Set<ToolFinger>();
  readonly #holds = new Set<Hold>();
  readonly #longs: LongPresses;
  readonly #context: HandsContext;
  readonly #contextBySeat = new WeakMap<Seat, HandsContext>();
  readonly #ends: (() => void)[];
  #runs = 0;

  readonly count = this.#running.count;
  readonly onMenu = this.#menu.add;
  readonly onOpen = this.#open.add;
  readonly selectsSeveral = signal(false);
  drops: DropRules | undefined;

  constructor(editing: Editing) {
    this.#editing = editing;
    this.#context = this.#contextOf(editing.seat);
    this.#longs = createLongPress({ stage: editing.stage, clock: usualClock, placeOf: this.#context.placeOf });
    this.#ends = [
      () => this.cancel(),
      this.#longs.close,
      this.#listen(),
      showCursor(editing),
      this.addHandles(editing.seat),
      this.onOpen((pointed) => open(this.#contextOf(pointed.by).editing, pointed)),
    ];
  }

  claim = (event: PointerEvent, pointer: ClaimedPointer): PointerOwner | 'view' | undefined => {
    if (isInteractive(event) || this.#editing.ink.ignoresTouch(event)) return undefined;
    const grip = this.#gripOf(event);
    if (grip) return OnePointer.begin(event, grip, this.#context);
    const by = this.#editing.seating.seatOf(this.#context.placeOf(event), kindOf(event), event);
    const context = this.#contextOf(by);
    this.#editing.text.close(by);
    if (this.#isPinch(event)) return 'view';
    const owner = this.#claimByTool(event, pointer, context);
    if (owner === 'view') this.#watchLong(event, pointer, context);
    return owner;
  };

  tapped = (tap: Tap): boolean => {
    const by = this.#editing.seating.seatOf(tap.at, tap.pointer);
    return isSelecting(by) && this.#contextOf(by).tapped(tap);
  };

  addHandles(by: Seat): () => void {
    return createHandles(this.#contextOf(by), this.grip);
  }

  press = ({ key, isComposing }: KeyboardEvent): boolean => key === 'Escape' && !isComposing && this.cancel();

  boxOf = (id: string) => this.#editing.held.boxOf(id) ?? this.#editing.together.boxOf(id);

  grip = (element: Element, begin: BeginGesture): (() => void) => {
    this.#grips.set(element, begin);
    return () => this.#grips.delete(element);
  };

  cancel(): boolean {
    return this.#running.cancelAll();
  }

  close = (): void => {
    for (const end of this.#ends) end();
  };

  #contextOf(by: Seat): HandsContext {
    const known = this.#contextBySeat.get(by);
    if (known) return known;
    const editing = this.#editing.bySeat.get(by) ?? this.#editing;
    const { stage, camera, outline } = editing;
    const { toCanvas } = camera;
    const itemAt = (at: XY, pointer: PointerKind) => this.#itemAt(at, pointer);
    const context: HandsContext = {
      editing,
      running: this.#running,
      placeOf: (event) => placeOn(stage, event),
      toCanvas,
      itemAt,
      tapped: createTaps({
        selection: outline.selection,
        itemAt,
        toCanvas,
        several: this.selectsSeveral,
        open: (pointed) => this.#open.call({ ...pointed, by }),
        now: usualClock.steady,
      }),
      askMenu: (at, pointer) => this.#askMenu(at, pointer, by),
      newRun: () => `hand ${++this.#runs}`,
      drops: () => this.drops,
    };
    this.#contextBySeat.set(by, context);
    return context;
  }

  #claimByTool(event: PointerEvent, pointer: ClaimedPointer, context: HandsContext): PointerOwner | 'view' {
    const { editing } = context;
    const id = isTurnedRound(event) ? 'eraser' : editing.seat.tool.peek();
    if (id === 'select') return this.#claimSelecting(event, context);
    const { begin } = tools.find((one) => one.id === id) ?? {};
    const press = begin && OnePointer.begin(event, (step) => begin(step, editing), context);
    if (!press) return 'view';
    if (event.pointerType === 'touch') this.#fingers.add({ press, pointer });
    const isOnEmpty = event.pointerType !== 'mouse' && this.#itemAt(press.from, kindOf(event)) === undefined;
    return isOnEmpty ? new LongTool(press, () => editing.seating.open(press.from, event)) : press;
  }

  #claimSelecting(event: PointerEvent, context: HandsContext): PointerOwner | 'view' {
    const { camera, outline, together } = context.editing;
    const at = context.placeOf(event);
    const pointer = kindOf(event);
    const item = this.#itemAt(at, pointer);
    const held = this.#heldBy(item, pointer);
    if (held) return held;
    const claim = selectClaim({
      item,
      isHeldByOthers: item !== undefined && together.isHeld(item.id),
      isSelected: item !== undefined && outline.selection.ids.peek().has(item.id),
      pointer,
      isHandHeld: isHandHeld(),
      point: camera.toCanvas(at),
      seen: camera.seen.peek(),
      slack: SLACK[pointer] / camera.view.peek().zoom,
    });
    if (claim === 'hold') return this.#hold(item!, context);
    return (claim === 'marquee' && this.#marquee(event, context)) || 'view';
  }

  /** The hold that a pointer joins. A second finger of the one who holds the screen may be beside the widget. */
  #heldBy(item: Item | undefined, pointer: PointerKind): Hold | undefined {
    for (const hold of this.#holds) if ((item && hold.has(item.id)) || (pointer === 'touch' && isHandHeld())) return hold;
    return undefined;
  }

  #hold(item: Item, context: HandsContext): Hold {
    const hold: Hold = new Hold(item, context, () => this.#holds.delete(hold));
    this.#holds.add(hold);
    return hold;
  }

  #marquee(event: PointerEvent, context: HandsContext, isDrawn = false): OnePointer | undefined {
    return OnePointer.begin(event, (step) => beginMarquee(step, context, isDrawn), context);
  }

  /** On a screen that a person holds, two fingers that go down together pinch: what the first one began with a tool is dropped. */
  #isPinch({ pointerType, timeStamp }: PointerEvent): boolean {
    if (pointerType !== 'touch' || !isHandHeld()) return false;
    for (const finger of this.#fingers) {
      const { press, pointer } = finger;
      const isNew = !press.isOver && timeStamp - press.begun <= PINCH_TIME && press.farthest <= PINCH_APART;
      if (press.isOver || isNew) this.#fingers.delete(finger);
      if (!isNew) continue;
      press.cancel();
      pointer.pass('view');
      return true;
    }
    return false;
  }

  #watchLong(down: PointerEvent, pointer: ClaimedPointer, context: HandsContext): void {
    const { placeOf, askMenu } = context;
    this.#longs.watch(down, () => {
      pointer.pass(new LongFinger(down, { placeOf, askMenu, begin: (event) => this.#beginLong(event, context) }));
    });
  }

  /** A finger that has rested moves a widget that it rested on, whether or not it is selected. */
  #beginLong(down: PointerEvent, context: HandsContext): PointerOwner | undefined {
    if (!isSelecting(context.editing.seat)) return undefined;
    const { camera, together } = context.editing;
    const at = context.placeOf(down);
    const item = this.#itemAt(at, 'touch');
    const seen = camera.seen.peek();
    const place = { point: camera.toCanvas(at), seen, slack: SLACK.touch / camera.view.peek().zoom };
    const isHeldByOthers = item !== undefined && together.isHeld(item.id);
    const claim = selectClaim({ item, isHeldByOthers, isSelected: false, pointer: 'touch', isHandHeld: false, ...place });
    if (claim !== 'hold') return this.#marquee(down, context, true);
    const hold = this.#hold(item!, context);
    hold.take(down);
    return hold;
  }

  #askMenu(at: XY, pointer: PointerKind, by: Seat): void {
    const { camera, outline, seating } = this.#contextOf(by).editing;
    const { selection } = outline;
    const item = this.#itemAt(at, pointer);
    if (!item && pointer !== 'mouse' && seating.open(at)) return;
    if (!item) selection.clear();
    else if (!selection.ids.peek().has(item.id)) selection.select(item.id);
    this.#menu.call({ at, point: camera.toCanvas(at), item, pointer, by });
  }

  /** The menu key of a keyboard. */
  #askMenuOfSelected(): void {
    const { camera, board, outline } = this.#editing;
    const { width, height } = camera.extent.peek();
    const item = board.item([...outline.selection.ids.peek()][0] ?? '');
    const middle = item && camera.toScreen({ x: item.box.x + item.box.width / 2, y: item.box.y + item.box.height / 2 });
    const near = (length: number, most: number): number => Math.max(0, Math.min(most, length));
    const at = { x: near(middle?.x ?? width / 2, width), y: near(middle?.y ?? height / 2, height) };
    this.#menu.call({ at, point: camera.toCanvas(at), item, pointer: 'mouse', by: this.#editing.seat });
  }

  #itemAt(at: XY, pointer: PointerKind): Item | undefined {
    const { board, camera } = this.#editing;
    const point = camera.toCanvas(at);
    return this.#heldAt(point) ?? hitTest(board, point, SLACK[pointer] / camera.view.peek().zoom);
  }

  /** What is moved now lies above everything else. */
  #heldAt(point: XY): Item | undefined {
    const { board, held } = this.#editing;
    for (const { ids } of held.groups.peek()) {
      if (ids.size > MOST_LOOKED_AT) continue;
      for (const id of ids) {
        const box = held.boxOf(id);
        if (box && holds(box, point)) return board.item(id);
      }
    }
    return undefined;
  }

  #gripOf({ target }: PointerEvent): BeginGesture | undefined {
    for (const [element, begin] of this.#grips) if (target instanceof Node && element.contains(target)) return begin;
    return undefined;
  }

  #listen(): () => void {
    const { stage } = this.#editing;
    const contextmenu = (event: MouseEvent): void => {
      const { pointerType = 'mouse' } = event as PointerEvent;
      // Chromium calls the menu key a mouse, in the middle of what has the focus, without its right button
      const isKey = pointerType === '' || (pointerType === 'mouse' && event.button !== 2 && !event.ctrlKey);
      if (isKey ? !isOfCanvas(event) : isInteractive(event) || !stage.contains(event.target as Node)) return;
      event.preventDefault();
      // A finger that stays is a long press, which is noticed where nobody sends this event, too
      if (pointerType === 'touch') return;
      // The left button with Ctrl, on a Mac, has begun something else
      if (event.button === 0 && event.ctrlKey) this.cancel();
      if (isKey) this.#askMenuOfSelected();
      else this.#askMenu(placeOn(stage, event), kindOf({ pointerType }), this.#editing.seat);
    };
    const escaped = (event: KeyboardEvent): void => {
      if (!this.press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const { ownerDocument } = stage;
    ownerDocument.addEventListener('keydown', escaped, true);
    return listen(ownerDocument, { contextmenu }, () => ownerDocument.removeEventListener('keydown', escaped, true));
  }
}

/** The menu key, with the focus on the canvas, on a button of its toolbars, or nowhere: then it points to the corner of the page. */
function isOfCanvas({ target }: Event): boolean {
  const { activeElement, body } = document;
  const button = target instanceof Element && target.closest('[role=toolbar] button');
  return activeElement === body || button !== null || activeElement?.matches('.stage') === true;
}

const isSelecting = ({ tool }: Seat): boolean => tool.peek() === 'select';

/** A double click opens what it hits, and writes a text where nothing is. */
function open(editing: Editing, { item, at, point }: Pointed): void {
  if (item) openItem(editing, item, { at, point });
  else tools.find(({ id }) => id === 'text')?.placeAt?.(point, editing);
}

/** The cursor of the chosen tool, wherever nothing else has its own. */
function showCursor({ stage, seat }: Editing): () => void {
  const end = effect(() => {
    const { cursor } = tools.find(({ id }) => id === seat.tool.value) ?? { cursor: 'default' };
    stage.style.setProperty('--tool-cursor', cursor);
  });
  return () => {
    end();
    stage.style.removeProperty('--tool-cursor');
  };
}
