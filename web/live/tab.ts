import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { pageFetch, unauthorized } from '../session/rest.ts';
import { session } from '../session/session.ts';
import { type Connection, openConnection } from './connection.ts';

const opened = signal<Connection | undefined>(undefined);
let isFollowing = false;

/**
 * The one connection of this tab, opened when it is first asked for. There is a new one whenever somebody else is signed in, because
 * the server looks at the cookie only when a connection begins. Undefined until the server has said who that is.
 */
export function tabConnection(): ReadonlySignal<Connection | undefined> {
  if (!isFollowing) follow();
  isFollowing = true;
  return opened;
}

function follow(): void {
  let who: number | null | undefined;
  effect(() => {
    const now = session.value && (session.value.user?.id ?? null);
    if (now === who) return;
    who = now;
    opened.peek()?.close();
    opened.value = now === undefined ? undefined : openConnection({ ports: { fetch: pageFetch }, refused: lookWhoIsSignedIn });
  });
}

/** Somebody was signed out by another browser, by a new password or an administrator. */
function lookWhoIsSignedIn(): void {
  unauthorized.value += 1;
}
