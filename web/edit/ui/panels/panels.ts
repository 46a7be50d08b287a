import type { ComponentType } from 'preact';
import type { Editing, EditPanel } from '../../editing.ts';
import { lazyPanel } from '../../panel-texts.ts';

export interface PanelProps {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** The panels of editing, each loaded when it is opened for the first time, by `lazyPanel`. */
export const panels: Readonly<Record<EditPanel, ComponentType<PanelProps>>> = {
  properties: lazyPanel(() => import('../properties/properties-panel.tsx').then((file) => file.PropertiesPanel), lost),
  text: lazyPanel(() => import('../../text/text-panel.tsx').then((file) => file.TextPanel), lost),
  background: lazyPanel(() => import('../../canvas/background-panel.tsx').then((file) => file.BackgroundPanel), lost),
  colours: lazyPanel(() => import('../../canvas/colours-panel.tsx').then((file) => file.ColoursPanel), lost),
  demo: lazyPanel(() => import('../../canvas/demo-panel.tsx').then((file) => file.DemoPanel), lost),
  replace: lazyPanel(() => import('../../replace/replace-panel.tsx').then((file) => file.ReplacePanel), lost),
  conflicts: lazyPanel(() => import('../../rescue/conflicts-panel.tsx').then((file) => file.ConflictsPanel), lost),
  bin: lazyPanel(() => import('../../rescue/bin/bin-panel.tsx').then((file) => file.BinPanel), lost),
  uploads: lazyPanel(() => import('../../files/uploads-panel.tsx').then((file) => file.UploadsPanel), lost),
};

/** Without the server it closes again. */
function lost({ onClose }: PanelProps): void {
  onClose();
}
