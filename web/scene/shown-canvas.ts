import { effect } from '@preact/signals';
import { createLazyIslands } from '../islands/lazy-islands.ts';
import { createPicture } from '../paint/picture.ts';
import { createCursors } from '../presence/cursors.ts';
import { tellOwnPresence } from '../presence/own-presence.ts';
import { watchPointers } from '../presence/watch-pointers.ts';
import { createRings } from '../selection/rings.ts';
import { captions, colours, phrases } from './painted.ts';
import type { Layers } from './stage-context.ts';
import type { CanvasContext } from './use-canvas-context.ts';

/** Shows a canvas in these elements. Returns what ends that. */
export function showCanvas(layers: Layers, context: CanvasContext): () => void {
  const { stage, picture: element, islands: host, marks: layer } = layers;
  const { opened, outline, presence, alsoTapped, shown, takeover } = context;
  const { board, camera, frames, bitmaps, connection } = opened;
  const picture = createPicture({ element, board, camera, frames, bitmaps, phrases, colours, captions });
  const islands = createLazyIslands({
    host,
    board,
    camera,
    frames,
    bitmaps,
    now: connection.serverNow,
    picture,
  });
  alsoTapped.current = ({ at }) => void islands.enterAt(at);
  const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
  const teller = tellOwnPresence({ canvas_id: board.canvas_id, presence: connection.presence, camera, shy: presence.shy });
  shown.value = { layers, picture, islands, teller };
  const ends = [
    createRings({
      layer,
      board,
      selection: outline.selection,
      camera,
      frames,
      boxOf: (id) => takeover.current?.boxOf(id),
    }),
    createCursors({ layer, people: presence.people, camera, frames, still }),
    watchPointers(stage, teller),
    teller.close,
    effect(() => tellWhatIsShown(stage, picture.sharp.value, board)),
    islands.destroy,
    picture.destroy,
  ];
  return () => {
    alsoTapped.current = undefined;
    shown.value = undefined;
    for (const end of ends) end();
  };
}

/** For whoever looks at the page from outside, such as tests: whether it is live and nothing is left to paint, and how much there is. */
function tellWhatIsShown({ dataset }: HTMLElement, isSharp: boolean, { state, count }: CanvasContext['opened']['board']): void {
  dataset.state = state.value.is;
  dataset.sharp = String(isSharp);
  dataset.count = String(count.value);
}
