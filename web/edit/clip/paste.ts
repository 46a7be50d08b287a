import { sayFault } from '../../parts/toast.tsx';
import { noAnswer } from '../../session/rest.ts';
import type { Editing } from '../editing.ts';
import { copyIn } from './own-format.ts';
import type { Pasted } from './pasted.ts';
import { putCopy } from './put-copy.ts';

/**
 * Puts what was pasted on the canvas. False: it is nothing that a canvas takes.
 * @param isShifted copies come where their originals lay, and an address is a text
 */
export function paste(editing: Editing, pasted: Pasted, isShifted: boolean): boolean {
  const copy = copyIn(pasted.html);
  const isForeign = pasted.files.length > 0 || pasted.text.trim() !== '' || pasted.html.includes('tldraw');
  if (copy) void putCopy(editing, copy, isShifted);
  else if (isForeign) void putForeign(editing, pasted, isShifted);
  return copy !== undefined || isForeign;
}

/** What other programs have copied is read by code that is loaded with the first of it. */
async function putForeign(editing: Editing, pasted: Pasted, isShifted: boolean): Promise<void> {
  const part = await import('./foreign/put-foreign.ts').catch(() => undefined);
  if (part) await part.putForeign(editing, pasted, isShifted).catch(sayFault);
  else sayFault(noAnswer());
}
