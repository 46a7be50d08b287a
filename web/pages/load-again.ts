import { firstAnswer } from '../session/follow.ts';
import { mayReload, untilIdle } from './may-reload.ts';

/**
 * A file of the page is not there: the server is away, or an upgrade has replaced it. So once the server answers the whole page is loaded
 * again. Resolves only where that was done less than a minute ago, and so would not help.
 */
export async function loadAgain(cause: unknown): Promise<void> {
  console.error(cause);
  await firstAnswer();
  await untilIdle();
  if (!mayReload(sessionStorage, Date.now())) return;
  location.reload();
  await new Promise(() => {});
}
