import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PointerStep } from '../../view/gestures.ts';
import { wallRules } from '../../view/gestures.ts';
import { createHoldMachine } from './hold-machine.ts';
import { OnePointer } from './one-pointer.ts';
import { createRunning } from './running.ts';

/** What one of 16 pointers does, on one of three held widgets or with a tool. */
interface Step {
  readonly pointer: number;
  readonly type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel';
  readonly target: number;
  readonly x: number;
  readonly y: number;
}

const steps = fc.array(
  fc.record<Step>({
    pointer: fc.integer({ min: 0, max: 15 }),
    type: fc.constantFrom('pointerdown', 'pointermove', 'pointermove', 'pointerup', 'pointercancel'),
    target: fc.integer({ min: 0, max: 5 }),
    x: fc.integer({ min: 0, max: 2000 }),
    y: fc.integer({ min: 0, max: 1000 }),
  }),
  { maxLength: 200 },
);

const HELD = 3;
const kinds = { pointerdown: 'down', pointermove: 'move', pointerup: 'up', pointercancel: 'cancel' } as const;

/** Three widgets that are held, tools for each other pointer, and how often each began and ended. */
function wall() {
  const running = createRunning();
  const context = {
    running,
    placeOf: ({ clientX: x, clientY: y }: PointerEvent) => ({ x, y }),
    toCanvas: (at: { x: number; y: number }) => at,
  };
  let begun = 0;
  let ended = 0;
  let open = 0;
  const begin = (): void => {
    begun += 1;
    open += 1;
  };
  const end = (): void => {
    ended += 1;
    open -= 1;
  };
  const holds = Array.from({ length: HELD }, () => {
    let isOpen = false;
    const close = (): void => {
      expect(isOpen).toBe(true);
      isOpen = false;
      end();
    };
    return createHoldMachine(() => wallRules, {
      toCanvas: (at) => at,
      begin() {
        expect(isOpen).toBe(false);
        isOpen = true;
        begin();
      },
      moved: () => expect(isOpen).toBe(true),
      done: close,
      undone: close,
      tapped: () => undefined,
      asked: () => undefined,
    });
  });
  const tool = (event: PointerEvent): OnePointer => {
    begin();
    return OnePointer.begin(event, () => ({ move() {}, up: end, cancel: end }), context)!;
  };
  return { holds, tool, running, counts: () => ({ begun, ended, open }) };
}

it('any sequence of 16 pointers ends with all machines idle, and with each edit made or taken back once', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { holds, tool, running, counts } = wall();
      const owners = new Map<number, { take(event: PointerEvent): void }>();
      let time = 0;
      const take = ({ pointer, type, target, x, y }: Step): void => {
        time += 40;
        const event = { type, pointerId: pointer, pointerType: 'touch', clientX: x, clientY: y, timeStamp: time } as PointerEvent;
        const hold = holds[target];
        if (type === 'pointerdown' && !owners.has(pointer))
          owners.set(pointer, hold ? { take: (one) => hold.take(stepFrom(one)) } : tool(event));
        else if (type === 'pointerdown') return;
        owners.get(pointer)?.take(event);
        if (type === 'pointerup' || type === 'pointercancel') owners.delete(pointer);
      };
      all.forEach(take);
      for (const pointer of owners.keys()) take({ pointer, type: 'pointerup', target: 0, x: 0, y: 0 });
      expect(holds.every(({ isIdle }) => isIdle)).toBe(true);
      expect(running.count.value).toBe(0);
      const { begun, ended, open } = counts();
      expect({ ended, open }).toEqual({ ended: begun, open: 0 });
    }),
    { numRuns: 1000 },
  );
});

const stepFrom = ({ type, pointerId, clientX, clientY, timeStamp }: PointerEvent): PointerStep => ({
  kind: kinds[type as keyof typeof kinds],
  id: pointerId,
  pointer: 'touch',
  x: clientX,
  y: clientY,
  time: timeStamp,
});
