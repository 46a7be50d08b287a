import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isNarrow } from '../../../pages/canvas/narrow.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { useBarKeys } from '../bar/bar-keys.ts';
import { followSelection } from './follow-selection.ts';
import { SelectionButtons } from './selection-buttons.tsx';
import { useSelected } from './use-selected.ts';
import './selection-bar.css';

interface Props {
  readonly editing: Editing;
}

/** Whether the selection has its bar now: not while something is dragged or written. */
const useIsShown = ({ outline, hands, text }: Editing) =>
  useComputed(() => outline.selection.ids.value.size > 0 && hands.count.value === 0 && text.opened.value === undefined).value;

/** What can be done with the selection, beside it. */
export function SelectionBar({ editing }: Props) {
  const isShown = useIsShown(editing);
  return isShown && !isNarrow.value ? <FloatingBar editing={editing} /> : null;
}

/** The same on phones, above the toolbar, unless a tool has its options there. */
export function DockedSelectionBar({ editing }: Props) {
  const isShown = useIsShown(editing);
  return isShown && isNarrow.value ? <Bar editing={editing} isShort /> : null;
}

function FloatingBar({ editing }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => followSelection(place.current!, editing), [editing]);
  return (
    <div ref={place} class="selection-place">
      <Bar editing={editing} isShort={false} />
    </div>
  );
}

function Bar({ editing, isShort }: Props & { readonly isShort: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  useBarKeys(bar);
  const items = useSelected(editing);
  return (
    <div ref={bar} class="glass edit-bar edit-selection" role="toolbar" aria-label={editTexts.value.actions.bar}>
      <SelectionButtons editing={editing} items={items} bar={bar} isShort={isShort} />
    </div>
  );
}
