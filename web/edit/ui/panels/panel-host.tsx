import { useSignalEffect } from '@preact/signals';
import type { Editing } from '../../editing.ts';
import { panels } from './panels.ts';

/** The panel that is open beside the canvas. One at a time, together with those that people have who only look. */
export function PanelHost({ editing }: { readonly editing: Editing }) {
  const { panel, outline, stage } = editing;
  useSignalEffect(() => {
    if (outline.panel.value !== undefined) panel.value = undefined;
  });
  useSignalEffect(() => {
    if (panel.value !== undefined) outline.panel.value = undefined;
  });
  const close = (): void => {
    panel.value = undefined;
    stage.focus({ preventScroll: true });
  };
  const Panel = panel.value && panels[panel.value];
  return Panel ? <Panel key={panel.value} editing={editing} onClose={close} /> : null;
}
