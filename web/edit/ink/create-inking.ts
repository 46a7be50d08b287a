import { computed, effect, signal } from '@preact/signals';
import { contrastOn } from '../../../model/looks/colours.ts';
import { groundOf } from '../../../model/looks/grounds.ts';
import { kindOf } from '../../view/input.ts';
import type { Editing } from '../editing.ts';
import { showEraserRing } from './eraser-ring.ts';
import { createInkOptions, inkColours } from './ink-options.ts';
import type { Inking } from './inking.ts';
import { type Contact, Palms } from './palm.ts';
import { WetInk } from './wet.ts';

/** The least contrast of a line with what is behind it (WCAG 2, 1.4.11). */
const SEEN = 3;

type InkingMeans = Pick<Editing, 'board' | 'camera' | 'frames' | 'layers' | 'picture' | 'presets' | 'seat' | 'stage'>;

export function createInking(editing: InkingMeans): Inking {
  const { stage, board, layers } = editing;
  const { close: closeOptions, ...options } = createInkOptions(localStorage);
  const wet = new WetInk(editing);
  const palms = new Palms();
  const hasPen = signal(false);
  const drawsWithFingers = signal(false);
  const { presets } = editing;
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
  const ink: Inking = {
    options,
    wet,
    colours,
    penColour: computed(() => options.penColour.value ?? firstSeen.value),
    hasPen,
    drawsWithFingers,
    ignoresTouch: ({ pointerId, pointerType }) => pointerType === 'touch' && palms.isPalm(pointerId),
    writesWith: ({ pointerId, pointerType }) =>
      pointerType !== 'touch' || (!palms.isPalm(pointerId) && (!hasPen.peek() || drawsWithFingers.peek())),
    close() {
      endWatching();
      wet.close();
      closeOptions();
      endRing();
    },
  };
  const endRing = whileErasing(editing, () => showEraserRing({ stage, layers, ink }));
  return ink;
}

function whileErasing({ seat }: Pick<Editing, 'seat'>, begin: () => () => void): () => void {
  const isErasing = computed(() => seat.tool.value === 'eraser');
  return effect(() => (isErasing.value ? begin() : undefined));
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
