import type { MessageOf } from '../../../model/displays/message.ts';
import type { Watch } from '../../../model/displays/presence.ts';
import type { Work } from '../../../model/hooks.ts';
import { sleeper } from '../../scheduler.ts';
import { DIRECTORY } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { mayView } from '../shown/canvas-sizes.ts';
import type { OpenCanvases } from '../shown/open-canvases.ts';

interface Deps extends Pick<DisplayDeps, 'store' | 'access' | 'scheduler' | 'log'> {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
}

export interface WatchingEvents {
  /** The session watches the canvas now, or again on a new connection. */
  readonly began: (session: ClientSession, canvas: string) => void;
  readonly ended: (session: ClientSession, canvas: string) => void;
}

/**
 * Which sessions watch which canvases (interface/streaming 4.11): those that are open in their workspaces, and further ones for as
 * long as the user may view them.
 */
export class Watching {
  readonly #deps: Deps;
  readonly #further = new Map<ClientSession, ReadonlySet<string>>();
  readonly #watchers = new Map<string, Set<ClientSession>>();
  readonly #watched = new Map<ClientSession, Set<string>>();
  /** Sessions whose present connection asked for bundles. */
  readonly #bundled = new WeakSet<ClientSession>();
  readonly #listeners: WatchingEvents[] = [];

  constructor(deps: Deps) {
    const { canvases, sessions, store, scheduler, log } = deps;
    this.#deps = deps;
    const look = (canvas: string, { client }: { readonly client: string }): void => {
      const session = sessions.get(client);
      if (session) this.#look(session, canvas);
    };
    canvases.listen({ opened: look, closed: look });
    sessions.listen({
      connected: (session) => this.#connected(session),
      over: (session) => this.#over(session),
      moved: (session) => this.#over(session),
    });
    const failed = (cause: unknown): void => log.error({ err: cause }, 'a display may watch a canvas that it may not view');
    const wake = sleeper(scheduler, () => this.#leaveHidden(), failed);
    store.feed.follow(({ scope }) => {
      if (scope === DIRECTORY && this.#further.size > 0) wake();
    });
  }

  listen(events: WatchingEvents): void {
    this.#listeners.push(events);
  }

  hear(session: ClientSession, { canvas_ids, bundles }: MessageOf<typeof Watch>): void {
    if (bundles) this.#bundled.add(session);
    else this.#bundled.delete(session);
    this.watch(session, canvas_ids);
  }

  /** These are all further canvases that the session watches from now on; those that it may not view are left out. */
  watch(session: ClientSession, canvases: readonly string[]): void {
    const before = this.#further.get(session) ?? new Set();
    const further = new Set(canvases.filter((canvas) => mayView(this.#deps, session.owner, canvas)));
    if (further.size > 0) this.#further.set(session, further);
    else this.#further.delete(session);
    for (const canvas of new Set([...before, ...further])) this.#look(session, canvas);
  }

  watchersOf(canvas: string): Iterable<ClientSession> {
    return this.#watchers.get(canvas) ?? [];
  }

  /** Whether it watches any canvas that is not open in a workspace of its own. */
  watchesFurther(session: ClientSession): boolean {
    return this.#further.has(session);
  }

  isWatching(session: ClientSession, canvas: string): boolean {
    return this.#watched.get(session)?.has(canvas) ?? false;
  }

  /** Whether all that is new on a canvas goes to it in one message. */
  takesBundles(session: ClientSession): boolean {
    return this.#bundled.has(session);
  }

  /** A new connection knows nothing of what the session watched, and may be another user's now. */
  #connected(session: ClientSession): void {
    const before = [...(this.#watched.get(session) ?? [])];
    this.#bundled.delete(session);
    this.watch(session, [...(this.#further.get(session) ?? [])]);
    for (const { canvas_id } of session.workspaces) if (canvas_id !== '') this.#look(session, canvas_id);
    for (const canvas of before) if (this.isWatching(session, canvas)) this.#tell('began', session, canvas);
  }

  #over(session: ClientSession): void {
    this.#further.delete(session);
    for (const canvas of [...(this.#watched.get(session) ?? [])]) this.#leave(session, canvas);
  }

  *#leaveHidden(): Work {
    for (const [session, canvases] of this.#further) {
      this.watch(session, [...canvases]);
      yield;
    }
  }

  #look(session: ClientSession, canvas: string): void {
    const isOpen = this.#deps.canvases.isOpenOn(canvas, session.clientId);
    if (!isOpen && !this.#further.get(session)?.has(canvas)) return this.#leave(session, canvas);
    if (this.isWatching(session, canvas)) return;
    put(this.#watchers, canvas, session);
    put(this.#watched, session, canvas);
    // Nothing may be sent to a session before its welcome, which is followed by everything
    if (session.connection) this.#tell('began', session, canvas);
  }

  #leave(session: ClientSession, canvas: string): void {
    if (!remove(this.#watchers, canvas, session)) return;
    remove(this.#watched, session, canvas);
    this.#tell('ended', session, canvas);
  }

  #tell(event: keyof WatchingEvents, session: ClientSession, canvas: string): void {
    for (const listener of this.#listeners) listener[event](session, canvas);
  }
}

function put<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  sets.set(key, (sets.get(key) ?? new Set<V>()).add(value));
}

/** False: it was not in it. */
function remove<K, V>(sets: Map<K, Set<V>>, key: K, value: V): boolean {
  const values = sets.get(key);
  if (!values?.delete(value)) return false;
  if (values.size === 0) sets.delete(key);
  return true;
}
