import type { Work } from '../../model/hooks.ts';
import { sleeper } from '../scheduler.ts';
import { DIRECTORY } from '../store/store.ts';
import { mayView } from './canvas-sizes.ts';
import type { DisplayDeps } from './deps.ts';
import type { OpenCanvases } from './open-canvases.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

interface Deps extends Pick<DisplayDeps, 'store' | 'access' | 'scheduler' | 'log'> {
  readonly sessions: Sessions;
  readonly canvases: OpenCanvases;
}

export interface WatchingEvents {
  /** It watches the canvas now, or does so again on a new connection. */
  readonly began: (session: Session, canvas: string) => void;
  readonly ended: (session: Session, canvas: string) => void;
}

/**
 * Which sessions watch which canvases (interface/streaming 4.11): those that are open in their workspaces, and further ones for as
 * long as the user may view them.
 */
export class Watching {
  readonly #deps: Deps;
  readonly #further = new Map<Session, ReadonlySet<string>>();
  readonly #watchers = new Map<string, Set<Session>>();
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
    store.onChange(({ scope }) => {
      if (scope === DIRECTORY && this.#further.size > 0) wake();
    });
  }

  listen(events: WatchingEvents): void {
    this.#listeners.push(events);
  }

  /** These are all further canvases that the session watches from now on; those that it may not view are left out. */
  watch(session: Session, canvases: readonly string[]): void {
    const before = this.#further.get(session) ?? new Set();
    const further = new Set(canvases.filter((canvas) => mayView(this.#deps, session.owner, canvas)));
    if (further.size > 0) this.#further.set(session, further);
    else this.#further.delete(session);
    for (const canvas of new Set([...before, ...further])) this.#look(session, canvas);
  }

  watchersOf(canvas: string): Iterable<Session> {
    return this.#watchers.get(canvas) ?? [];
  }

  /** Whether it watches any canvas that is not open in a workspace of its own. */
  watchesFurther(session: Session): boolean {
    return this.#further.has(session);
  }

  isWatching(session: Session, canvas: string): boolean {
    return this.#watchers.get(canvas)?.has(session) ?? false;
  }

  /** On a new connection it knows nothing of what it watched, and it may be another user's now. */
  #connected(session: Session): void {
    const before = [...this.#watchers].filter(([, watchers]) => watchers.has(session)).map(([canvas]) => canvas);
    this.watch(session, [...(this.#further.get(session) ?? [])]);
    for (const { canvas_id } of session.workspaces) if (canvas_id !== '') this.#look(session, canvas_id);
    for (const canvas of before) if (this.isWatching(session, canvas)) this.#tell('began', session, canvas);
  }

  #over(session: Session): void {
    this.#further.delete(session);
    for (const canvas of [...this.#watchers.keys()]) this.#leave(session, canvas);
  }

  *#leaveHidden(): Work {
    for (const [session, canvases] of this.#further) {
      this.watch(session, [...canvases]);
      yield;
    }
  }

  #look(session: Session, canvas: string): void {
    const isOpen = this.#deps.canvases.isOpenOn(canvas, session.clientId);
    if (!isOpen && !this.#further.get(session)?.has(canvas)) return this.#leave(session, canvas);
    const watchers = this.#watchers.get(canvas) ?? new Set();
    if (watchers.has(session)) return;
    this.#watchers.set(canvas, watchers.add(session));
    // Before its welcome nothing may be sent to it, and then it is told of everything
    if (session.connection) this.#tell('began', session, canvas);
  }

  #leave(session: Session, canvas: string): void {
    const watchers = this.#watchers.get(canvas);
    if (!watchers?.delete(session)) return;
    if (watchers.size === 0) this.#watchers.delete(canvas);
    this.#tell('ended', session, canvas);
  }

  #tell(event: keyof WatchingEvents, session: Session, canvas: string): void {
    for (const listener of this.#listeners) listener[event](session, canvas);
  }
}
