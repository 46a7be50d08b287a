import type { Identity } from '../../client/index.ts';
import type { SetConfig } from '../../model/displays/wall-config.ts';
import type { ViewRectangle } from '../../model/types/display.ts';

/** What a workspace shows. */
export interface ShownState {
  /** Empty: no canvas. */
  readonly canvas_id: string;
  /** Undefined: the canvas is opened as the configuration says. */
  readonly view_rectangle?: ViewRectangle | undefined;
  readonly pinned: boolean;
  readonly info_panel_visible: boolean;
}

/** Why and when the page was loaded again. */
export interface Restart {
  /** ISO 8601 */
  readonly at: string;
  readonly reason: string;
}

/** What the browser of a display remembers from one load of the page to the next. */
export interface WallMemory {
  readonly identity?: Identity | undefined;
  /** How a person called this display who made one of their own browser. */
  readonly name?: string | undefined;
  /** A copy of the configuration on the server, for a start without it. */
  readonly config?: SetConfig | undefined;
  readonly shown?: ShownState | undefined;
  /** What a program, a person on another machine or the configuration had shown last: an idle wall goes back to it. */
  readonly resting?: ShownState | undefined;
  readonly restarts?: readonly Restart[] | undefined;
}

const KEY = 'easel-display';

/** Keeps it in a storage, under a name of its own for each display of one browser. Without a storage it lasts as long as the page. */
export class WallStore {
  readonly #kept: Pick<Storage, 'getItem' | 'setItem'>;
  readonly #key: string;
  #memory: WallMemory;

  /** @param as which display of this browser it is; empty: the only one */
  constructor(kept: Pick<Storage, 'getItem' | 'setItem'>, as: string) {
    this.#kept = kept;
    this.#key = as === '' ? KEY : `${KEY}:${as}`;
    this.#memory = readMemory(kept.getItem(this.#key));
  }

  get memory(): WallMemory {
    return this.#memory;
  }

  keep(part: Partial<WallMemory>): void {
    this.#memory = { ...this.#memory, ...part };
    try {
      this.#kept.setItem(this.#key, JSON.stringify(this.#memory));
    } catch {
      // A full or forbidden storage: the wall works, and forgets itself with the page
    }
  }
}

/** Somebody may have changed it by hand, so only what has the right form is taken. */
function readMemory(text: string | null): WallMemory {
  try {
    const { identity, name, config, shown, resting, restarts } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return {
      identity: isIdentity(identity) ? identity : undefined,
      name: typeof name === 'string' ? name : undefined,
      config: isObject(config) ? (config as SetConfig) : undefined,
      shown: isShown(shown) ? shown : undefined,
      resting: isShown(resting) ? resting : undefined,
      restarts: Array.isArray(restarts) ? restarts.filter(isRestart).slice(-MOST_RESTARTS) : [],
    };
  } catch {
    return {};
  }
}

/** A report has no room for more. */
export const MOST_RESTARTS = 10;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIdentity = (value: unknown): value is Identity =>
  isObject(value) && typeof value.id === 'string' && typeof value.secret === 'string';

const isRestart = (value: unknown): value is Restart =>
  isObject(value) && typeof value.at === 'string' && typeof value.reason === 'string';

const isShown = (value: unknown): value is ShownState =>
  isObject(value) &&
  typeof value.canvas_id === 'string' &&
  typeof value.pinned === 'boolean' &&
  typeof value.info_panel_visible === 'boolean' &&
  (value.view_rectangle === undefined || isRectangle(value.view_rectangle));

const isRectangle = (value: unknown): value is ViewRectangle =>
  isObject(value) &&
  ['x', 'y', 'width', 'height'].every((side) => Number.isFinite(value[side])) &&
  (value.width as number) > 0 &&
  (value.height as number) > 0;
