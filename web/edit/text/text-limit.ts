import { say } from '../../parts/toast.tsx';
import { editTexts } from '../texts.ts';

/** Characters of a text, as the server takes it (interface/conventions 1.2). */
const MOST = 1_048_576;

/** Leaves a paste out, and says why, when a text would become longer than the server takes. @param length of the rest of the text */
export function refuseTooLong(event: ClipboardEvent, length: number): void {
  const pasted = event.clipboardData?.getData('text/plain') ?? '';
  if (length + pasted.length <= MOST) return;
  event.preventDefault();
  say(editTexts.peek().text.tooLong(MOST.toLocaleString(document.documentElement.lang)));
}
