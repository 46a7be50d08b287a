import type { XY } from '../../model/looks/shapes.ts';
import { middle } from './grip.ts';

export type PointerKind = 'mouse' | 'touch' | 'pen';

/** One event of one pointer, in pixels of the element and milliseconds. */
export interface PointerStep extends XY {
  readonly kind: 'down' | 'move' | 'up' | 'cancel';
  readonly id: number;
  readonly pointer: PointerKind;
  readonly time: number;
}

/**
 * What pointers mean. `grip`: from now on these points hold what lies under them. `hold`: they have moved, and it with them. `fling`: let
 * go in motion, in pixels for a millisecond. `tap`: went down and up in one place; `twice`: for the second time.
 */
export type Gesture =
  | { readonly is: 'grip' | 'hold'; readonly points: readonly XY[] }
  | { readonly is: 'fling'; readonly velocity: XY }
  | { readonly is: 'tap'; readonly at: XY; readonly pointer: PointerKind; readonly twice: boolean };

export interface PinchRules {
  /** Two fingers farther apart than this, in pixels, are of two people. */
  readonly reach: number;
  /** A second finger that comes later than this, in milliseconds, is another person's. Infinity on a screen for one person. */
  readonly together: number;
}

/** Rules for a wall: fingers of several people are told apart by place and time. */
export const wallRules: PinchRules = { reach: 600, together: 150 };
/** Rules for a screen that one person holds: a second finger pinches whenever it comes. */
export const handRules: PinchRules = { reach: 600, together: Number.POSITIVE_INFINITY };

/**
 * Understands the pointers on one target. Fingers form groups, by place and never globally: one finger, or two that pinch. The first
 * group steers. Those that come later wait, because one target cannot follow two people, and take over in the order in which they came.
 */
export interface Gestures {
  take(step: PointerStep): Gesture[];
  /** Whether somebody moves the target now. */
  readonly held: boolean;
}

interface Finger extends XY {
  readonly id: number;
  readonly pointer: PointerKind;
  readonly start: XY;
}

interface Group {
  readonly fingers: Map<number, Finger>;
  readonly begun: number;
  /** The finger has left the place where it went down; until then it may be a tap. */
  moving: boolean;
  /** Where the middle was in the last moments. */
  track: (XY & { readonly time: number })[];
}

/** Pixels that hands tremble. */
export const TREMBLE: Readonly<Record<PointerKind, number>> = { mouse: 3, pen: 5, touch: 8 };

export function createGestures(rules: () => PinchRules): Gestures {
  let groups: Group[] = [];
  const taps = createTaps();
  const groupOf = (id: number): Group | undefined => groups.find(({ fingers }) => fingers.has(id));
  const gripOf = (group: Group): Gesture[] =>
    group.moving && group === groups[0] ? [{ is: 'grip', points: placesOf(group) }] : [];

  const down = (step: PointerStep): Gesture[] => {
    const joined = partnerOf(step, groups, rules());
    const group = joined ?? { fingers: new Map(), begun: step.time, moving: false, track: [] };
    group.fingers.set(step.id, { ...step, start: { x: step.x, y: step.y } });
    if (!joined) groups.push(group);
    else group.moving = true;
    group.track = [];
    return gripOf(group);
  };
  const move = (group: Group, step: PointerStep): Gesture[] => {
    const before = placesOf(group);
    const finger = { ...group.fingers.get(step.id)!, x: step.x, y: step.y };
    group.fingers.set(step.id, finger);
    const wasMoving = group.moving;
    group.moving ||= Math.hypot(finger.x - finger.start.x, finger.y - finger.start.y) > TREMBLE[finger.pointer];
    if (!group.moving || group !== groups[0]) return [];
    track(group, step.time);
    const hold: Gesture = { is: 'hold', points: placesOf(group) };
    // A quick hand is far away at its first move, and holds what it touched
    return wasMoving ? [hold] : [{ is: 'grip', points: before }, hold];
  };
  const leave = (group: Group, step: PointerStep): Gesture[] => {
    const steered = group === groups[0];
    const finger = group.fingers.get(step.id)!;
    group.fingers.delete(step.id);
    if (group.fingers.size > 0) {
      group.track = [];
      return gripOf(group);
    }
    groups = groups.filter((one) => one !== group);
    const next = steered && groups[0] ? gripOf(groups[0]) : [];
    if (step.kind === 'cancel') return next;
    if (!group.moving) return [...taps(finger, group.begun, step.time, groups.length === 0), ...next];
    return steered && groups.length === 0 ? flung(group, step.time) : next;
  };
  return {
    get held() {
      return groups[0]?.moving ?? false;
    },
    take(step) {
      const group = groupOf(step.id);
      if (step.kind === 'down') return group ? [] : down(step);
      if (!group) return [];
      return step.kind === 'move' ? move(group, step) : leave(group, step);
    },
  };
}

const placesOf = ({ fingers }: Group): XY[] => [...fingers.values()].map(({ x, y }) => ({ x, y }));

/** The nearest single finger with which another one pinches. */
function partnerOf(
  { pointer, x, y, time }: PointerStep,
  groups: readonly Group[],
  { reach, together }: PinchRules,
): Group | undefined {
  if (pointer !== 'touch') return undefined;
  let nearest: { readonly group: Group; readonly far: number } | undefined;
  for (const group of groups) {
    const [finger, second] = group.fingers.values();
    if (!finger || second || finger.pointer !== 'touch' || time - group.begun > together) continue;
    const far = Math.hypot(finger.x - x, finger.y - y);
    if (far <= Math.min(reach, nearest?.far ?? reach)) nearest = { group, far };
  }
  return nearest?.group;
}

/** Milliseconds of the track that count for a flick. */
const TRACK = 100;

function track(group: Group, time: number): void {
  group.track = [...group.track.filter((place) => time - place.time <= TRACK), { ...middle(placesOf(group)), time }];
}

/** Milliseconds after which a finger that rests before it lets go does not fling. */
const RESTING = 50;
/** Milliseconds below which a track is too short to tell a speed. */
const SHORTEST = 12;

function flung({ track }: Group, time: number): Gesture[] {
  const first = track[0];
  const last = track.at(-1);
  if (!first || !last || time - last.time > RESTING || last.time - first.time < SHORTEST) return [];
  const passed = last.time - first.time;
  return [{ is: 'fling', velocity: { x: (last.x - first.x) / passed, y: (last.y - first.y) / passed } }];
}

/** Milliseconds after which a finger that stays is a long press, which is not a tap. */
export const LONG = 500;
/** Milliseconds and pixels between two taps that belong together. */
const TWICE = 300;
const TWICE_APART = 40;

/** `alone`: a second tap among the fingers of others is an accident. */
function createTaps(): (finger: Finger, begun: number, time: number, alone: boolean) => Gesture[] {
  let before: (XY & { readonly time: number }) | undefined;
  return ({ pointer, x, y }, begun, time, alone) => {
    if (pointer !== 'mouse' && time - begun > LONG) return [];
    const near = before && begun - before.time <= TWICE && Math.hypot(before.x - x, before.y - y) <= TWICE_APART;
    const twice = alone && near === true;
    before = twice ? undefined : { x, y, time };
    return [{ is: 'tap', at: { x, y }, pointer, twice }];
  };
}
