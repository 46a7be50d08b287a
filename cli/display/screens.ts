import {
  type CommandActions,
  type CommandOf,
  type Difference,
  type EaselClient,
  NackError,
  Refused,
  regionOf,
  shownView,
  wholeCanvas,
  zoomOf,
} from '../../client/index.ts';
import type { CloseReason, Commander, WorkspaceSet } from '../../model/displays/commands.ts';
import type { Size, ViewRectangle } from '../../model/types.ts';
import { ShownCanvas, type Widget } from './shown-canvas.ts';

interface Deps {
  readonly print: (line: string) => void;
  readonly fault: (cause: unknown) => void;
  /** A function, because the client is made with the commands. First called with the first command. */
  readonly client: () => EaselClient;
}

/** What a workspace shows. */
interface Scene {
  readonly canvas: ShownCanvas;
  /** A command has moved the view since the canvas was asked for, so that view stays when the canvas is loaded. */
  isPlaced: boolean;
}

const reasons: Readonly<Record<CloseReason, string>> = {
  api: '',
  deleted: ': it was deleted',
  access_lost: ': the user of the display may not see it any more',
};

/**
 * The workspaces and outputs of a display without screens: executes every command, follows the open canvases, and prints a line
 * for everything that happens.
 */
export class Screens {
  readonly #deps: Deps;
  readonly #scenes = new Map<number, Scene>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get actions(): CommandActions {
    return {
      'open-canvas': (command) => this.#open(command),
      'close-canvas': (command) => this.#close(command),
      'patch-workspace': (command) => this.#patch(command),
      'patch-output': (command) => this.#patchOutput(command),
    };
  }

  #open({ workspace: index, canvas_id, by }: CommandOf<'open-canvas'>) {
    const { workspace_state } = this.#workspace(index);
    if (this.#scenes.get(index)?.canvas.id === canvas_id) return { workspace_state };
    this.#deps.print(`workspace ${index} opens canvas ${canvas_id}${asked(by)}`);
    // This comes before the old canvas is closed, so that a canvas of another workspace is found and not followed twice
    const scene: Scene = { canvas: this.#canvas(canvas_id), isPlaced: false };
    this.#leave(index);
    this.#scenes.set(index, scene);
    return { loading: this.#load(index, scene) };
  }

  async #load(index: number, scene: Scene): Promise<{ view_rectangle?: ViewRectangle }> {
    await scene.canvas.ready;
    const { canvas, isPlaced } = scene;
    if (this.#scenes.get(index) !== scene) return {};
    const { width, height } = canvas.size;
    this.#deps.print(`workspace ${index} shows ${canvas} (${width}x${height}), ${widgetCount(canvas)}`);
    return isPlaced ? {} : { view_rectangle: wholeCanvas(canvas.size, this.#workspace(index).size) };
  }

  #close({ workspace: index, reason, by }: CommandOf<'close-canvas'>): undefined {
    const scene = this.#leave(index);
    if (scene) this.#deps.print(`workspace ${index} closed ${scene.canvas}${reason === 'api' ? asked(by) : reasons[reason]}`);
  }

  #patch({ workspace: index, set }: CommandOf<'patch-workspace'>) {
    const { size } = this.#workspace(index);
    const view_rectangle = set.view_rectangle && shownView(set.view_rectangle, size);
    const scene = this.#scenes.get(index);
    if (scene && view_rectangle) scene.isPlaced = true;
    for (const what of changes({ ...set, view_rectangle }, size)) this.#deps.print(`workspace ${index} ${what}`);
    return view_rectangle && { view_rectangle };
  }

  #patchOutput({ output: index, set }: CommandOf<'patch-output'>): undefined {
    const { print, client } = this.#deps;
    if (!client().declaration.video_outputs.some((output) => output.index === index)) throw noSuch('output', index);
    if (set.source !== undefined) print(`output ${index} shows ${set.source || 'nothing'}`);
    if (set.suspended !== undefined) print(`output ${index} ${set.suspended ? 'suspended' : 'resumed'}`);
  }

  #workspace(index: number) {
    const found = this.#deps.client().declaration.workspaces.find((one) => one.index === index);
    if (!found) throw noSuch('workspace', index);
    return found;
  }

  /** The canvas that another workspace shows already, or a new one: the library follows a stream only once. */
  #canvas(id: string): ShownCanvas {
    for (const { canvas } of this.#scenes.values()) if (canvas.id === id) return canvas;
    return new ShownCanvas(this.#deps.client(), id, {
      changed: (canvas, difference) => this.#changed(canvas, difference),
      ended: (canvas, msg) => this.#ended(canvas, msg),
    });
  }

  /** Returns the scene that the workspace showed. */
  #leave(index: number): Scene | undefined {
    const scene = this.#scenes.get(index);
    this.#scenes.delete(index);
    const isShown = [...this.#scenes.values()].some(({ canvas }) => canvas === scene?.canvas);
    if (scene && !isShown) scene.canvas.close();
    return scene;
  }

  #changed(canvas: ShownCanvas, { added, changed, removed }: Difference<Widget>): void {
    const parts = [`${added.length} added`, `${changed.length} changed`, `${removed.length} removed`];
    const said = parts.filter((part) => !part.startsWith('0 '));
    if (said.length > 0) this.#deps.print(`${canvas}: ${said.join(', ')}; ${widgetCount(canvas)}`);
  }

  /** The stream ended. The server also sends a command to close the canvas; the first of the two counts. */
  #ended(canvas: ShownCanvas, msg: string): void {
    for (const [index, scene] of [...this.#scenes]) {
      if (scene.canvas !== canvas) continue;
      this.#leave(index);
      this.#deps.print(`workspace ${index} closed ${canvas}: ${msg}`);
      const closed = { index, canvas_id: '', workspace_state: 'canvas_list' as const };
      const refused = (cause: unknown): void => {
        if (cause instanceof NackError) this.#deps.fault(cause);
      };
      this.#deps
        .client()
        .change({ workspaces: [closed] })
        .catch(refused);
    }
  }
}

const noSuch = (what: string, index: number): Refused => new Refused('not_found', `There is no ${what} ${index}`);

const asked = (by: Commander | null): string => (by ? `, asked by ${by.name}` : '');

const widgetCount = ({ widgets }: ShownCanvas): string => `${widgets} widget${widgets === 1 ? '' : 's'}`;

function changes({ view_rectangle, pinned, info_panel_visible }: WorkspaceSet, size: Size): string[] {
  const said: string[] = [];
  if (view_rectangle) said.push(`view moved to ${viewSays(view_rectangle, size)}`);
  if (pinned !== undefined) said.push(pinned ? 'pinned' : 'unpinned');
  if (info_panel_visible !== undefined) said.push(`info panel ${info_panel_visible ? 'shown' : 'hidden'}`);
  return said;
}

/** The visible part of the canvas, in its pixels. */
function viewSays(view: ViewRectangle, size: Size): string {
  const { x, y, width, height } = regionOf(view, size);
  return `${short(x)},${short(y)} ${short(width)}x${short(height)} at zoom ${short(zoomOf(view, size))}`;
}

/** Rounds to four digits. */
const short = (value: number): string => String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
