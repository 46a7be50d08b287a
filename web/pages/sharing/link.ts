import { signal } from '@preact/signals';
import { canvasAddress } from '../../../model/page-addresses.ts';
import { rest } from '../../session/rest.ts';

/** The address under which others reach the server, once it is known. */
const outside = signal('');

/** Asks for it once. Without an answer the address in the browser is right in most places. */
export async function loadOutside(): Promise<void> {
  if (outside.peek() !== '') return;
  const config = await rest.get<{ readonly external_url?: string }>('/server-config').catch(() => undefined);
  outside.value = config?.external_url ?? '';
}

/** The address of the server, without a slash at its end. */
export const serverAddress = (): string => (outside.value || location.origin).replace(/\/+$/, '');

/** The address that opens the canvas for whoever may see it. */
export const linkTo = (canvas_id: string): string => linkOf(canvas_id, outside.value, location.origin);

/** @param external the address that the administrator has set; may be empty, or end with a slash */
export const linkOf = (canvas_id: string, external: string, origin: string): string =>
  (external || origin).replace(/\/+$/, '') + canvasAddress(canvas_id);
