import { computed, signal } from '@preact/signals';
import { contrastOn } from '../../../model/looks/colours.ts';
import { groundOf } from '../../../model/looks/grounds.ts';
import { kindOf } from '../../view/input.ts';
import type { Editing } from '../editing.ts';
import { gestureOf, lazyPart } from '../lazy-part.ts';
import { createInkOptions, inkColours } from './ink-options.ts';
import type { Inking } from './inking.ts';
import { type Contact, Palms } from './palm.ts';
import { createWritten } from './written.ts';

/** The least contrast of a line with what is behind it (WCAG 2, 1.4.11). */
const SEEN = 3;

export function createInking(editing: Editing): Inking {
  const { stage, board, presets } = editing;
  const { close: closeOptions, ...options } = createInkOptions(localStorage);
  const palms = new Palms();
  const hasPen = signal(false);
  const drawsWithFingers = signal(false);
  const colours = computed(() => [...new Set([...inkColours, ...presets.colours.value.annotation])]);
  const firstSeen = computed(() => {
    const { colour: behind } = groundOf(board.background.value);
    return colours.value.find((colour) => contrastOn(colour, behind) >= SEEN) ?? inkColours[0]!;
  });
  const endWatching = watchContacts(stage, (contact) => {
    const revealed = palms.take(contact);
    if (palms.hasPen !== hasPen.peek()) hasPen.value = palms.hasPen;
    // Whatever they have begun ends, which is the same as when the browser takes them away
    for (const pointerId of revealed) stage.dispatchEvent(new PointerEvent('pointercancel', { pointerId, pointerType: 'touch' }));
  });
  const drawing = lazyPart(
    () => import('./create-drawing.ts'),
    ({ createDrawing }) => createDrawing(editing),
  );
  const writesWith = ({ pointerId, pointerType }: PointerEvent): boolean =>
    pointerType !== 'touch' || (!palms.isPalm(pointerId) && (!hasPen.peek() || drawsWithFingers.peek()));
  return {
    options,
    isLoaded: drawing.isLoaded,
    colours,
    penColour: computed(() => options.penColour.value ?? firstSeen.value),
    written: createWritten(),
    hasPen,
    drawsWithFingers,
    ignoresTouch: ({ pointerId, pointerType }) => pointerType === 'touch' && palms.isPalm(pointerId),
    writesWith,
    write: (step, style, by = editing.seat) =>
      writesWith(step.event) ? gestureOf(drawing, step, (loaded, first) => loaded.write(first, style, by)) : undefined,
    erase: (step, by = editing.seat) =>
      writesWith(step.event) ? gestureOf(drawing, step, (loaded, first) => loaded.erase(first, by)) : undefined,
    close() {
      endWatching();
      drawing.close();
      closeOptions();
    },
  };
}

const kinds = { pointerdown: 'down', pointermove: 'move', pointerup: 'up', pointercancel: 'cancel' } as const;

/** Tells of pens and fingers on an element before anybody else there hears of them. Returns what ends that. */
function watchContacts(element: HTMLElement, watch: (contact: Contact) => void): () => void {
  const heard = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') return;
    const kind = kinds[event.type as keyof typeof kinds];
    const { pointerId: id, clientX: x, clientY: y, width, height, timeStamp: time } = event;
    watch({ kind, id, pointer: kindOf(event), x, y, width, height, time });
  };
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  for (const name of names) element.addEventListener(name, heard, true);
  return () => {
    for (const name of names) element.removeEventListener(name, heard, true);
  };
}
