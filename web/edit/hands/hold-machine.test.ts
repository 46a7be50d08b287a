import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handRules, type PinchRules, type PointerKind, type PointerStep, wallRules } from '../../view/gestures.ts';
import type { Shift } from '../shift.ts';
import { createHoldMachine } from './hold-machine.ts';
import { OnePointer } from './one-pointer.ts';
import { createRunning } from './running.ts';

/** A widget that pointers hold; `did` lists what came of it. The view shows the canvas as it is. */
function begin(rules: PinchRules = handRules) {
  const did: string[] = [];
  let last: Shift | undefined;
  const machine = createHoldMachine(() => rules, {
    toCanvas: (at) => at,
    begin: () => did.push('begin'),
    moved: (shift) => {
      last = shift;
    },
    done: () => did.push('done'),
    undone: () => did.push('undone'),
    tapped: () => did.push('tapped'),
    asked: () => did.push('asked'),
  });
  const step =
    (kind: PointerStep['kind']) =>
    (id: number, x: number, y: number, time: number, pointer: PointerKind = 'touch'): void =>
      machine.take({ kind, id, pointer, x, y, time });
  return { machine, did, shift: () => last, down: step('down'), move: step('move'), up: step('up'), cancel: step('cancel') };
}

describe('a hold', () => {
  it('moves with one pointer, and is done when that goes up', () => {
    const { did, shift, down, move, up, machine } = begin();
    down(1, 100, 100, 0, 'mouse');
    move(1, 102, 100, 10, 'mouse');
    expect(did).toEqual([]);
    move(1, 110, 100, 20, 'mouse');
    move(1, 130, 90, 30, 'mouse');
    // What a hand trembles before it moves is not lost
    expect(shift()).toEqual({ scale: 1, x: 28, y: -10 });
    up(1, 130, 90, 40, 'mouse');
    expect(did).toEqual(['begin', 'done']);
    expect(machine.isIdle).toBe(true);
  });

  it('is a tap where nothing moves, and asks for a menu after a long press of a finger', () => {
    const { did, down, up } = begin();
    down(1, 100, 100, 0);
    up(1, 101, 100, 100);
    down(1, 100, 100, 1000);
    up(1, 101, 100, 1600);
    down(2, 100, 100, 3000, 'mouse');
    up(2, 100, 100, 3600, 'mouse');
    expect(did).toEqual(['tapped', 'asked', 'tapped']);
  });

  it('scales about the middle of two fingers, keeps the angle, and goes on with the one that stays', () => {
    const { did, shift, down, move, up } = begin();
    down(1, 100, 100, 0);
    down(2, 200, 100, 50);
    move(2, 300, 100, 60);
    expect(shift()).toEqual({ scale: 2, x: -100, y: -100 });
    // Turned by a quarter, with the same distance
    move(2, 100, 300, 70);
    expect(shift()!.scale).toBe(2);
    up(1, 100, 100, 80);
    move(2, 110, 300, 90);
    expect(shift()!.scale).toBe(2);
    up(2, 110, 300, 100);
    expect(did).toEqual(['begin', 'done']);
  });

  it('takes everything back when the last pointer is cancelled or Escape is pressed, after which its pointers do nothing', () => {
    const { did, down, move, up, cancel, machine } = begin();
    down(1, 100, 100, 0);
    move(1, 150, 100, 10);
    cancel(1, 150, 100, 20);
    down(1, 100, 100, 1000);
    move(1, 150, 100, 1010);
    machine.cancel();
    move(1, 190, 100, 1020);
    up(1, 190, 100, 1030);
    expect(did).toEqual(['begin', 'undone', 'begin', 'undone']);
  });
});

const KINDS = ['down', 'move', 'up', 'cancel'] as const;
const TARGETS = 3;

const someStep = fc.record({
  kind: fc.constantFrom(...KINDS),
  id: fc.integer({ min: 1, max: 16 }),
  x: fc.integer({ min: 0, max: 1000 }),
  y: fc.integer({ min: 0, max: 1000 }),
  pause: fc.integer({ min: 0, max: 700 }),
  target: fc.integer({ min: 0, max: TARGETS }),
  isEscape: fc.integer({ min: 0, max: 40 }).map((chance) => chance === 0),
});

it('whatever sixteen pointers do, all gestures end, and each makes its edit once or takes it back', () => {
  fc.assert(
    fc.property(fc.array(someStep, { maxLength: 120 }), fc.constantFrom(handRules, wallRules), (steps, rules) => {
      const holds = Array.from({ length: TARGETS }, () => begin(rules));
      const running = createRunning();
      const strokes: string[][] = [];
      const owners = new Map<number, (step: PointerStep) => void>();
      const stroke = (event: PointerEvent): OnePointer => {
        const did: string[] = [];
        strokes.push(did);
        const gesture = { move: () => undefined, up: () => did.push('up'), cancel: () => did.push('cancel') };
        const placeOf = ({ clientX, clientY }: PointerEvent) => ({ x: clientX, y: clientY });
        return OnePointer.begin(event, () => gesture, { running, placeOf, toCanvas: (at) => at })!;
      };
      const take = (step: PointerStep, target: number): void => {
        if (step.kind === 'down' && !owners.has(step.id)) {
          const one = target === TARGETS ? stroke(eventOf(step)) : undefined;
          owners.set(step.id, one ? (next) => one.take(eventOf(next)) : (next) => holds[target]!.machine.take(next));
        } else if (step.kind === 'down') return;
        owners.get(step.id)?.(step);
        if (step.kind === 'up' || step.kind === 'cancel') owners.delete(step.id);
      };
      let time = 0;
      for (const { kind, id, x, y, pause, target, isEscape } of steps) {
        time += pause;
        if (isEscape) {
          running.cancelAll();
          for (const { machine } of holds) machine.cancel();
        }
        take({ kind, id, x, y, time, pointer: id > 12 ? 'mouse' : 'touch' }, target);
      }
      for (const id of [...owners.keys()]) take({ kind: 'up', id, x: 0, y: 0, time, pointer: 'touch' }, 0);
      for (const { did, machine } of holds) {
        expect(machine.isIdle).toBe(true);
        expect(did.filter((word) => word !== 'tapped' && word !== 'asked').join(' ')).toMatch(/^(begin (un)?done ?)*$/);
      }
      expect(running.count.peek()).toBe(0);
      for (const did of strokes) expect(did).toHaveLength(1);
    }),
    { numRuns: 1000 },
  );
});

const TYPES = { down: 'pointerdown', move: 'pointermove', up: 'pointerup', cancel: 'pointercancel' } as const;

const eventOf = ({ kind, id, x, y, time, pointer }: PointerStep) =>
  ({ type: TYPES[kind], pointerId: id, clientX: x, clientY: y, timeStamp: time, pointerType: pointer }) as PointerEvent;
