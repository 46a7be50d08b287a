import { clientOfScope } from '../../../model/resources/displays/client.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import type { ChangeSet, DurableView, Store, Version } from '../../store/store.ts';
import { canvasShown, isLoaded } from './shown-workspace.ts';

/** One workspace of a client. */
export interface Screen {
  readonly client: string;
  readonly index: number;
}

interface Open {
  readonly release: () => void;
  /** The key is client and index; the order is that of opening the canvas. */
  readonly screens: Map<string, Screen>;
  /** How many of them each client has. */
  readonly clients: Map<string, number>;
}

/** Events in the turn of a commit. */
export interface CanvasEvents {
  /** A workspace shows the canvas now, or no longer. */
  readonly opened?: (canvas: string, screen: Screen) => void;
  readonly closed?: (canvas: string, screen: Screen) => void;
  /** A workspace has loaded the canvas that a command opened; behind `opened` where both happen at once. */
  readonly loaded?: (canvas: string, screen: Screen) => void;
  /** Something changed on a canvas that is open somewhere. */
  readonly changed?: (set: ChangeSet) => void;
}

/** Which canvases are open on which workspaces: they stay loaded, and listeners hear of every change on them. */
export class OpenCanvases {
  readonly #store: Pick<Store, 'pin'>;
  readonly #open = new Map<string, Open>();
  readonly #listeners: CanvasEvents[] = [];

  /** Make it before the parts that listen to it: it must hear of a commit before they ask it anything. */
  constructor(store: Pick<Store, 'pin' | 'feed'>) {
    this.#store = store;
    store.feed.follow((set) => this.#hear(set));
  }

  listen(events: CanvasEvents): void {
    this.#listeners.push(events);
  }

  get canvases(): Iterable<string> {
    return this.#open.keys();
  }

  isOpen(canvas: string): boolean {
    return this.#open.has(canvas);
  }

  screensOf(canvas: string): readonly Screen[] {
    return [...(this.#open.get(canvas)?.screens.values() ?? [])];
  }

  isOpenOn(canvas: string, client: string): boolean {
    return this.#open.get(canvas)?.clients.has(client) ?? false;
  }

  /** A client of another node, whose workspaces were read from the database. */
  learn(client: string, view: DurableView): void {
    for (const version of view.list(Workspace.name).versions()) {
      const screen = { client, index: Number(version.key.slice('workspace:'.length)) };
      const isKnown = this.#open.get(canvasShown(version))?.screens.has(nameOf(screen));
      if (!isKnown) this.#look(client, undefined, version);
    }
  }

  #hear(set: ChangeSet): void {
    if (this.#open.has(set.scope)) for (const { changed } of this.#listeners) changed?.(set);
    const client = clientOfScope(set.scope);
    if (client === undefined) return;
    for (const { kind, before, after } of set.changes) if (kind === Workspace) this.#look(client, before, after);
  }

  #look(client: string, before: Version | undefined, after: Version | undefined): void {
    const was = canvasShown(before);
    const is = canvasShown(after);
    const screen = { client, index: Number((after ?? before)!.key.slice('workspace:'.length)) };
    if (was !== is && was !== '') this.#leave(was, screen);
    if (was !== is && is !== '') this.#enter(is, screen);
    const hadLoaded = was === is && isLoaded(before);
    if (is !== '' && isLoaded(after) && !hadLoaded) for (const { loaded } of this.#listeners) loaded?.(is, screen);
  }

  #enter(canvas: string, screen: Screen): void {
    let open = this.#open.get(canvas);
    if (!open) this.#open.set(canvas, (open = { release: this.#store.pin(canvas), screens: new Map(), clients: new Map() }));
    if (!open.screens.has(nameOf(screen))) open.clients.set(screen.client, (open.clients.get(screen.client) ?? 0) + 1);
    open.screens.set(nameOf(screen), screen);
    for (const { opened } of this.#listeners) opened?.(canvas, screen);
  }

  #leave(canvas: string, screen: Screen): void {
    const open = this.#open.get(canvas);
    if (!open) return;
    if (open.screens.delete(nameOf(screen))) {
      const left = open.clients.get(screen.client)! - 1;
      if (left > 0) open.clients.set(screen.client, left);
      else open.clients.delete(screen.client);
    }
    if (open.screens.size === 0) {
      this.#open.delete(canvas);
      open.release();
    }
    for (const { closed } of this.#listeners) closed?.(canvas, screen);
  }
}

const nameOf = ({ client, index }: Screen): string => `${client} ${index}`;
