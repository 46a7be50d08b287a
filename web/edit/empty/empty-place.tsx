import { useSignal, useSignalEffect } from '@preact/signals';
import { putWithTool } from '../add/put-with-tool.ts';
import type { Editing } from '../editing.ts';
import { lazyPanel } from '../panel-texts.ts';
import type { Tool } from '../tool.ts';
import { tools } from '../tools/index.ts';

const EmptyBoard = lazyPanel(
  () => import('./empty-board.tsx').then((file) => file.EmptyBoard),
  () => undefined,
);

/** Where the ways to begin stand, until the first thing is on the canvas or on its way. */
export function EmptyPlace({ editing }: { readonly editing: Editing }) {
  const state = useSignal<'shown' | 'going' | 'gone'>('gone');
  useSignalEffect(() => {
    const isEmpty = isNothingOn(editing);
    if (isEmpty) state.value = 'shown';
    else if (state.peek() === 'shown') state.value = 'going';
  });
  if (state.value === 'gone') return null;
  const gone = (): void => {
    if (state.peek() === 'going') state.value = 'gone';
  };
  const begin = (tool: Tool): void => {
    editing.stage.focus({ preventScroll: true });
    putWithTool(editing, tool);
  };
  return <EmptyBoard editing={editing} tools={tools} begin={begin} isGoing={state.value === 'going'} gone={gone} />;
}

/** Strokes on the canvas itself count, and a pen that is chosen: what it writes begins anywhere. */
function isNothingOn({ board, uploads, seat }: Editing): boolean {
  const isBegun = uploads.list.value.length > 0 || seat.tool.value !== 'select';
  return board.count.value === 0 && (board.root.value?.strokes.length ?? 0) === 0 && !isBegun;
}
