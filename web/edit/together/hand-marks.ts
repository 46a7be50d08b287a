import { effect, type ReadonlySignal } from '@preact/signals';
import type { Box } from '../../../model/looks/shapes.ts';
import { personStyle } from '../../parts/appearance/person-colours.ts';
import { newPersonLabel } from '../../presence/person-label.ts';
import type { Presence } from '../../presence/presence.ts';
import type { Editing } from '../editing.ts';
import type { Held } from '../held.ts';
import type { OtherHand } from './other-hand.ts';
import './hand-marks.css';

interface MarkContext extends Pick<Editing, 'board' | 'camera' | 'frames' | 'layers' | 'presence'> {
  /** What others hold. */
  readonly held: Pick<Held, 'boxes' | 'boxOf'>;
  readonly hands: ReadonlySignal<ReadonlyMap<string, OtherHand>>;
}

/** A frame around something that a hand of somebody else holds or writes. */
interface Mark {
  readonly key: string;
  readonly box: Box;
  readonly hand: OtherHand;
  /** The held widget; undefined: many are held, or text is written. */
  readonly held: string | undefined;
  readonly isWriting: boolean;
  /** Whether the name of the person stands at it. */
  readonly isNamed: boolean;
}

/** Frames in the colour and with the name of whoever holds or writes something on another page. Returns what ends that. */
export function markHands({ board, camera, frames, layers, presence, held, hands }: MarkContext): () => void {
  const elements = new Map<string, HTMLElement>();
  const draw = (): void => {
    const marks = [...hands.peek()].flatMap(([key, hand]) => marksOf(key, hand, { board, held }));
    const keys = new Set(marks.map(({ key }) => key));
    for (const [key, element] of elements) {
      if (keys.has(key)) continue;
      element.remove();
      elements.delete(key);
    }
    for (const mark of marks) {
      const element = elements.get(mark.key) ?? layers.others.appendChild(newMark(mark));
      elements.set(mark.key, element);
      place(element, mark.box, camera);
      const name = mark.isNamed ? nameOf(presence, mark.hand.session) : '';
      if (element.textContent !== name) element.firstElementChild!.textContent = name;
    }
  };
  const ends = [
    frames.add(draw),
    effect(() => {
      hands.value;
      held.boxes.value;
      presence.people.value;
      camera.view.value;
      if (hands.value.size + elements.size > 0) frames.request();
    }),
  ];
  return () => {
    for (const end of ends) end();
    for (const element of elements.values()) element.remove();
  };
}

/** The name of the person who has a session on the canvas. */
export const nameOf = ({ people }: Pick<Presence, 'people'>, session: string): string =>
  people.peek().find(({ sessions }) => sessions.some(({ from }) => from.session_id === session))?.name ?? '';

function marksOf(key: string, hand: OtherHand, { board, held }: Pick<MarkContext, 'board' | 'held'>): Mark[] {
  const { frame, edits } = hand.told;
  const written = edits === null ? undefined : board.item(edits);
  const boxes: Omit<Mark, 'hand' | 'isNamed'>[] = [...hand.ids].flatMap((id) => {
    const box = held.boxOf(id);
    return box ? { key: `${key} ${id}`, box, held: id, isWriting: false } : [];
  });
  if (frame) boxes.push({ key: `${key} frame`, box: frame, held: undefined, isWriting: false });
  if (written) boxes.push({ key: `${key} text`, box: held.boxOf(written.id) ?? written.box, held: undefined, isWriting: true });
  return boxes.map((mark, at) => ({ ...mark, hand, isNamed: at === 0 }));
}

function newMark({ hand, held, isWriting }: Mark): HTMLElement {
  const mark = document.createElement('div');
  mark.className = 'hand-mark';
  if (held !== undefined) mark.dataset.held = held;
  mark.classList.toggle('writing', isWriting);
  for (const [key, value] of Object.entries(personStyle(hand.told.color))) mark.style.setProperty(key, value);
  mark.append(newPersonLabel(document));
  return mark;
}

function place({ style }: HTMLElement, box: Box, { toScreen, view }: Pick<Editing['camera'], 'toScreen' | 'view'>): void {
  const { zoom } = view.peek();
  const { x, y } = toScreen(box);
  style.transform = `translate(${x}px, ${y}px)`;
  style.width = `${box.width * zoom}px`;
  style.height = `${box.height * zoom}px`;
}
