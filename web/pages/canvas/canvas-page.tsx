import { useEffect, useState } from 'preact/hooks';
import type { Connection } from '../../live/connection.ts';
import { tabConnection } from '../../live/tab.ts';
import { Spinner } from '../../parts/spinner.tsx';
import { useOpenedMark } from '../../session/opened-mark.ts';
import { texts } from '../../texts.ts';
import { Problem } from '../problem.tsx';
import { problemOf } from '../problem-kind.ts';
import { CanvasView } from './canvas-view.tsx';
import { type OpenedCanvas, openCanvas } from './opened-canvas.ts';
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

/** A new one for each connection: the signed-in user decides what is seen. */
function useOpened(connection: Connection | undefined, canvas_id: string): OpenedCanvas | undefined {
  const [opened, setOpened] = useState<OpenedCanvas | undefined>(undefined);
  useEffect(() => {
    if (!connection) return undefined;
    const next = openCanvas(connection, canvas_id);
    setOpened(next);
    return () => {
      setOpened(undefined);
      next.close();
    };
  }, [connection, canvas_id]);
  return opened;
}

const problemOfCanvas = (status: number) => (status === 404 || status === 400 ? 'canvasMissing' : problemOf(status));
