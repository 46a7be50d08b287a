import {
  type CommandActions,
  type CommandOf,
  type Difference,
  type EaselClient,
  Nacked,
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
  /** Asked for with the first command: there is no client before its commands. */
  readonly client: () => EaselClient;
}

/** What a workspace shows. */
interface Scene {
  readonly canvas: ShownCanvas;
  /** Somebody chose the view since the canvas was asked for: it stays when the canvas is there. */
  isPlaced: boolean;
}

const reasons: Readonly<Record<CloseReason, string>> = {
  api: '',
  deleted: ': it was deleted',
  access_lost: ': the user of the display may not see it any more',
};

/**
 * The workspaces and outputs of a display that has no screens: it does everything that it is asked, follows the canvases that are
 * open, and prints a line for each thing that happens.
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
    // Before the old one is closed: it may be the same one that another workspace shows
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

  /** The one that another workspace shows already, because a canvas is followed once. */
  #canvas(id: string): ShownCanvas {
    for (const { canvas } of this.#scenes.values()) if (canvas.id === id) return canvas;
    return new ShownCanvas(this.#deps.client(), id, {
      changed: (canvas, difference) => this.#changed(canvas, difference),
      ended: (canvas, msg) => this.#ended(canvas, msg),
    });
  }

  /** Gives what the workspace showed. */
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

  /** The server closes it, too; whichever comes first. */
  #ended(canvas: ShownCanvas, msg: string): void {
    for (const [index, scene] of [...this.#scenes]) {
      if (scene.canvas !== canvas) continue;
      this.#leave(index);
      this.#deps.print(`workspace ${index} closed ${canvas}: ${msg}`);
      const closed = { index, canvas_id: '', workspace_state: 'canvas_list' as const };
      const refused = (cause: unknown): void => {
        if (cause instanceof Nacked) this.#deps.fault(cause);
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

/** The part of the canvas that is seen, in its pixels. */
function viewSays(view: ViewRectangle, size: Size): string {
  const { x, y, width, height } = regionOf(view, size);
  return `${short(x)},${short(y)} ${short(width)}x${short(height)} at zoom ${short(zoomOf(view, size))}`;
}

/** Four digits are enough for people. */
const short = (value: number): string => String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
