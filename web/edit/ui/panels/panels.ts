import type { ComponentType } from 'preact';
import { lazyDialog } from '../../../parts/lazy-dialog.tsx';
import type { Editing, EditPanel } from '../../editing.ts';

export interface PanelProps {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** The panels of editing, each loaded when it is opened for the first time, by `lazyDialog`. */
export const panels: Readonly<Partial<Record<EditPanel, ComponentType<PanelProps>>>> = {
  properties: lazyDialog(() => import('../properties/properties-panel.tsx').then((file) => file.PropertiesPanel), lost),
  text: lazyDialog(() => import('../../text/text-panel.tsx').then((file) => file.TextPanel), lost),
  background: lazyDialog(() => import('../../canvas/background-panel.tsx').then((file) => file.BackgroundPanel), lost),
  colours: lazyDialog(() => import('../../canvas/colours-panel.tsx').then((file) => file.ColoursPanel), lost),
  demo: lazyDialog(() => import('../../canvas/demo-panel.tsx').then((file) => file.DemoPanel), lost),
  uploads: lazyDialog(() => import('../../files/uploads-panel.tsx').then((file) => file.UploadsPanel), lost),
};

/** Without the server it closes again. */
function lost({ onClose }: PanelProps): void {
  onClose();
}
