import { tabConnection } from '../../live/tab.ts';
import { Spinner } from '../../parts/spinner.tsx';
import { useOpened } from '../../scene/use-opened.ts';
import { useOpenedMark } from '../../session/opened-mark.ts';
import { texts } from '../../texts.ts';
import { Problem } from '../problem.tsx';
import { problemOf } from '../problem-kind.ts';
import { CanvasView } from './canvas-view.tsx';
import './canvas-page.css';

/** One canvas, live. */
export function CanvasPage({ canvas_id = '' }: { readonly canvas_id?: string }) {
  const connection = tabConnection().value;
  const opened = useOpened(connection, canvas_id);
  const state = opened?.board.state.value;
  useOpenedMark(canvas_id, opened?.hasContent.value ?? false);
  if (state?.is === 'gone') return <Problem kind={problemOfCanvas(state.status)} />;
  if (!opened?.hasContent.value) {
    return (
      <main id="main" class="canvas-opening">
        <Spinner label={texts.value.canvas.opening} />
      </main>
    );
  }
  return <CanvasView key={canvas_id} opened={opened} />;
}

const problemOfCanvas = (status: number) => (status === 404 || status === 400 ? 'canvasMissing' : problemOf(status));
