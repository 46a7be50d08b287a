import type { Camera } from './camera.ts';
import type { Shortcut } from './shortcuts.ts';
import type { Travel } from './travel.ts';

/** Zoom of one press of + or −. */
export const ZOOM_STEP = 1.5;
/** Pixels of the screen that an arrow moves. */
const STEP = 80;
/** Part of the screen that an arrow moves with Shift: what was at the edge can still be seen. */
const LEAP = 0.8;

/** What else than the camera obeys buttons and shortcuts. */
export interface ToolCommands {
  copyLink(): void;
  toggleMinimap(): void;
  showShortcuts(): void;
  holdView(): void;
}

export interface ViewCommands extends ToolCommands {
  readonly camera: Camera;
  readonly travel: Travel;
}

/** The shortcuts of the view, known from the tools that people use. */
export function viewShortcuts({ camera, travel, toggleMinimap, showShortcuts, copyLink, holdView }: ViewCommands): Shortcut[] {
  const step = (across: number, down: number): void => travel.step(across * STEP, down * STEP);
  const leap = (across: number, down: number): void => {
    const { width, height } = camera.extent.peek();
    travel.step(across * width * LEAP, down * height * LEAP);
  };
  return [
    ...arrows('pan', '', step),
    ...arrows('leap', 'Shift+', leap),
    {
      id: 'zoom-in',
      keys: ['+', 'Mod++', '=', 'Mod+='],
      group: 'zoom',
      text: (t) => t.view.zoomIn,
      run: () => travel.zoomBy(ZOOM_STEP),
    },
    {
      id: 'zoom-out',
      keys: ['-', 'Mod+-'],
      group: 'zoom',
      text: (t) => t.view.zoomOut,
      run: () => travel.zoomBy(1 / ZOOM_STEP),
    },
    { id: 'actual', keys: ['0', 'Mod+0'], group: 'zoom', text: (t) => t.view.actualSize, run: () => travel.zoomTo(1) },
    { id: 'fit', keys: ['1', 'Shift+1', 'Home'], group: 'zoom', text: (t) => t.view.fitAll, run: travel.toAll },
    { id: 'fit-selection', keys: ['2', 'Shift+2'], group: 'zoom', text: (t) => t.view.fitSelection, run: travel.toSelection },
    { id: 'fit-content', keys: ['3', 'Shift+3'], group: 'zoom', text: (t) => t.view.fitContent, run: travel.toContent },
    { id: 'next-anchor', keys: ['PageDown'], group: 'go', text: (t) => t.view.nextAnchor, run: () => travel.toNextAnchor(1) },
    {
      id: 'last-anchor',
      keys: ['PageUp'],
      group: 'go',
      text: (t) => t.view.previousAnchor,
      run: () => travel.toNextAnchor(-1),
    },
    { id: 'copy-view', keys: ['L'], group: 'go', text: (t) => t.view.copyLink, run: copyLink },
    { id: 'minimap', keys: ['M'], group: 'page', text: (t) => t.view.minimap, run: toggleMinimap },
    { id: 'hold-view', keys: ['K'], group: 'page', text: (t) => t.view.hold, run: holdView },
    { id: 'shortcuts', keys: ['?'], group: 'page', text: (t) => t.view.shortcuts, run: showShortcuts },
  ];
}

const SIDES = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;

function arrows(id: 'pan' | 'leap', held: string, run: (across: number, down: number) => void): Shortcut[] {
  return (['left', 'right', 'up', 'down'] as const).map((side) => ({
    id: `${id}-${side}`,
    keys: [`${held}Arrow${side[0]!.toUpperCase()}${side.slice(1)}`],
    group: 'move',
    text: ({ view }) => (id === 'pan' ? view.pan : view.leap)[side],
    run: () => run(SIDES[side][0], SIDES[side][1]),
  }));
}
