import { effect, type Signal, signal, untracked } from '@preact/signals';
import { Fragment, h, render } from 'preact';
import { usualClock } from '../../../client/index.ts';
import type { Editing } from '../editing.ts';
import { ConnectHandles } from './connect/connect-handles.tsx';
import type { Connecting } from './connect/connecting.ts';
import { createConnecting } from './connect/create-connecting.ts';
import { createHover } from './connect/hover.ts';
import type { KindQuestion, Kinds } from './kinds.ts';
import { createDropParents, type DropParents } from './parents/drop-parents.ts';
import { TakingGlow } from './parents/taking-glow.tsx';
import { createCellEditing } from './tables/create-cell-editing.ts';

/** Begins once there are hands, which grip what is shown here. */
export function createKinds(editing: Editing): Kinds {
  const connecting = createConnecting(editing);
  const asked = signal<KindQuestion | undefined>(undefined);
  const cells = createCellEditing(editing);
  const drops = createDropParents({ board: editing.board, held: editing.held, camera: editing.camera, now: usualClock.steady });
  editing.hands.drops = drops;
  const ends = [connecting.close, showHandles(editing, connecting, drops), askForTools(editing, asked), cells.close];
  return {
    connecting,
    enterCell: cells.enter,
    press: (event) => connecting.press(event),
    asked,
    ask(question) {
      asked.value = question;
      return () => {
        if (asked.peek() === question) asked.value = undefined;
      };
    },
    answered() {
      const isGivenUp = asked.peek() === 'address' && editing.seat.address.peek() === '';
      asked.value = undefined;
      if (isGivenUp && editing.seat.tool.peek() === 'browser') editing.seat.tool.value = 'select';
    },
    close() {
      for (const end of ends) end();
    },
  };
}

/** Some tools must know something before they can make anything. */
function askForTools({ seat }: Editing, asked: Signal<KindQuestion | undefined>): () => void {
  return effect(() => {
    const tool = seat.tool.value;
    untracked(() => {
      if (tool === 'browser') seat.address.value = '';
      if (tool === 'browser') asked.value = 'address';
      else if (tool === 'table') asked.value = 'table';
      else if (asked.peek() === 'address' || asked.peek() === 'table') asked.value = undefined;
    });
  });
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
