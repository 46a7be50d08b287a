import { signal } from '@preact/signals';
import { Fragment, h, render } from 'preact';
import { usualClock } from '../../../client/index.ts';
import { newId } from '../../live/edits/new-id.ts';
import type { Editing } from '../editing.ts';
import { ConnectHandles } from './connect/connect-handles.tsx';
import type { Connecting } from './connect/connecting.ts';
import { createConnecting } from './connect/create-connecting.ts';
import { createHover } from './connect/hover.ts';
import type { Kinds } from './kinds.ts';
import { createDropParents, type DropParents } from './parents/drop-parents.ts';
import { TakingGlow } from './parents/taking-glow.tsx';
import type { CellEditing } from './tables/cell-editing.ts';
import { createCellEditing } from './tables/create-cell-editing.ts';
import { growTable } from './tables/grow-table.ts';

/** What pointers and keys do with connectors, tables and parents. */
export interface KindGestures {
  readonly connecting: Connecting;
  readonly cells: CellEditing;
  readonly grow: Kinds['grow'];
  close(): void;
}

/** Loaded right after the tools. Begins once there are hands, which grip what is shown here. */
export function createKindGestures(editing: Editing): KindGestures {
  const connecting = createConnecting(editing);
  const cells = createCellEditing(editing);
  const drops = createDropParents({ board: editing.board, held: editing.held, camera: editing.camera, now: usualClock.steady });
  editing.hands.drops = drops;
  const ends = [connecting.close, showHandles(editing, connecting, drops), cells.close];
  return {
    connecting,
    cells,
    grow(table, line) {
      const { edit, id } = growTable(editing.board, table, line, newId);
      editing.perform(edit);
      editing.outline.selection.select(id);
    },
    close() {
      for (const end of ends) end();
    },
  };
}

function showHandles(editing: Editing, connecting: Connecting, { taking }: DropParents): () => void {
  const { layers, board, camera } = editing;
  const layer = layers.handles.ownerDocument.createElement('div');
  layers.handles.append(layer);
  const { hovered, close } = createHover(editing);
  const changes = signal(0);
  const forget = board.onChange(() => {
    changes.value++;
  });
  const shown = [h(ConnectHandles, { editing, connecting, hovered, changes }), h(TakingGlow, { camera, taking })];
  render(h(Fragment, null, shown), layer);
  return () => {
    render(null, layer);
    layer.remove();
    forget();
    close();
  };
}
