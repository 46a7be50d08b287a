import type { FlowStep } from './flow.ts';
import type { OpenText } from './open-text.ts';

/** What keys do with a text that is open. */
export interface TextKeys {
  readonly isOneLine: boolean;
  done(): void;
  /** Goes to the next note; undefined: there is none for this kind of widget. */
  readonly flow: ((step: FlowStep) => void) | undefined;
  /** Goes from the text to the title and back. */
  readonly turn: (() => void) | undefined;
}

/** Takes the keys that a text area does not know, or does another thing with. */
export function pressInText(event: KeyboardEvent, text: OpenText, keys: TextKeys): void {
  const act = actOf(event, text, keys);
  if (!act) return;
  event.preventDefault();
  act();
}

function actOf(event: KeyboardEvent, text: OpenText, { isOneLine, done, flow, turn }: TextKeys): (() => void) | undefined {
  const { key, shiftKey, altKey } = event;
  const mod = event.ctrlKey || event.metaKey;
  if (key === 'Escape') return done;
  if (key === 'Tab' && !mod && !altKey) return flow ? () => flow(shiftKey ? 'previous' : 'next') : done;
  if (key === 'Enter' && mod) return flow ? () => flow(shiftKey ? 'above' : 'below') : done;
  if (key === 'Enter' && isOneLine) return turn ?? done;
  if (mod && !altKey) return shortcutOf(key.toLowerCase(), shiftKey, text, turn);
  if ((key === 'ArrowLeft' || key === 'ArrowRight') && !altKey) {
    text.stepOver((key === 'ArrowRight') === text.fromRight ? -1 : 1, shiftKey);
  }
  return undefined;
}

function shortcutOf(key: string, shift: boolean, text: OpenText, turn: (() => void) | undefined): (() => void) | undefined {
  if (key === 'z') return shift ? () => text.redo() : () => text.undo();
  if (key === 'y' && !shift) return () => text.redo();
  return key === 'h' && shift ? turn : undefined;
}
