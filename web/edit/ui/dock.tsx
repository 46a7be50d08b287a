import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isNarrow } from '../../pages/canvas/narrow.ts';
import { scale } from '../../parts/appearance/scale.ts';
import type { Editing } from '../editing.ts';
import { keepOutOfTheWay } from './out-of-the-way.ts';
import { DockedSelectionBar } from './selection/selection-bar.tsx';
import { ToolOptions } from './toolbar/tool-options.tsx';
import { longRow, Toolbar } from './toolbar/toolbar.tsx';
import './dock.css';

/** The toolbar and what belongs to it, at the lower edge: in the middle, beside the tools of the view and an open panel. */
export function Dock({ editing }: { readonly editing: Editing }) {
  const dock = useRef<HTMLDivElement>(null);
  const room = useSignal(Number.POSITIVE_INFINITY);
  useEffect(
    () =>
      watchRoom(dock.current!, (free) => {
        room.value = free;
      }),
    [],
  );
  useEffect(() => keepOutOfTheWay(dock.current!, editing), [editing]);
  const isShort = useComputed(() => isNarrow.value || room.value < widthOf(longRow) * Number(scale.value));
  return (
    <div ref={dock} class="edit-dock">
      <div class="dock-row wide">
        <ToolOptions editing={editing} />
        {editing.seat.tool.value === 'select' && <DockedSelectionBar editing={editing} />}
      </div>
      <div class="dock-row">
        <Toolbar editing={editing} isShort={isShort} />
      </div>
    </div>
  );
}

/** In pixels, at scale 1. */
const widthOf = ({ buttons, lines }: typeof longRow): number => buttons * 44 + lines * 11 + (buttons + lines - 1) * 2 + 10;

/**
 * Tells how wide the toolbar may be, now and whenever that changes, and keeps clear of the tools of the view. What lies above it
 * on phones finds its height in `--dock`.
 */
function watchRoom(dock: HTMLElement, tell: (width: number) => void): () => void {
  const corner = dock.ownerDocument.querySelector<HTMLElement>('.view-bar');
  const { style } = dock.ownerDocument.documentElement;
  const watch = new ResizeObserver(() => {
    style.setProperty('--dock', `${dock.offsetHeight}px`);
    const taken = corner?.offsetWidth ?? 0;
    dock.style.setProperty('--corner', `${taken}px`);
    const isBesideCorner = getComputedStyle(dock).getPropertyValue('--side') === '';
    tell(dock.clientWidth - (isBesideCorner ? taken : 0));
  });
  for (const element of [dock, corner]) if (element) watch.observe(element);
  return () => {
    watch.disconnect();
    style.removeProperty('--dock');
  };
}
