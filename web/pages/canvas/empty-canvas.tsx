import { groundOf } from '../../../model/looks/grounds.ts';
import type { Board } from '../../live/board.ts';
import { isDark } from '../../parts/appearance/theme.ts';
import { texts } from '../../texts.ts';
import './empty-canvas.css';

type EmptyBoard = Pick<Board, 'background'>;

/** Stands where the first widget will be, for those who only look. */
export function EmptyCanvas({ board }: { readonly board: EmptyBoard }) {
  const words = texts.value.canvas;
  return (
    <div class="stage-note">
      <div class={needsPlate(board) ? 'stage-empty plate' : 'stage-empty'}>
        <h2>{words.emptyTitle}</h2>
        <p>{words.emptyHintToLook}</p>
      </div>
    </div>
  );
}

/** Letters in the colours of the theme need a ground of their own on a canvas that is dark on a light page, or the other way round. */
function needsPlate({ background }: EmptyBoard): boolean {
  const shown = background.value;
  return shown?.type !== 'solid_color' || groundOf(shown).isDark !== isDark.value;
}
