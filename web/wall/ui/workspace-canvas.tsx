import { useEffect, useRef } from 'preact/hooks';
import { SpeechRegions } from '../../outline/speech.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import type { OpenedCanvas } from '../../scene/opened-canvas.ts';
import { Stage } from '../../scene/stage.tsx';
import { useCanvasContext } from '../../scene/use-canvas-context.ts';
import { useFirstPicture } from '../../scene/use-first-picture.ts';
import { useOpenedMark } from '../../session/opened-mark.ts';
import { texts } from '../../texts.ts';
import type { Wall } from '../wall.ts';
import { InfoPanel } from './info-panel.tsx';

interface Props {
  readonly wall: Wall;
  readonly opened: OpenedCanvas;
  readonly openSettings: (() => void) | undefined;
}

/** The canvas of a workspace, which people may touch as on any page. */
export const WorkspaceCanvas = (props: Props) =>
  props.opened.hasContent.value ? (
    <LoadedCanvas {...props} />
  ) : (
    <div class="workspace-opening">
      <Spinner label={texts.value.canvas.opening} />
    </div>
  );

function LoadedCanvas({ wall, opened, openSettings }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const context = useCanvasContext(stage, opened, wall.config.peek().open_view);
  const isPainted = useFirstPicture(context);
  const isLive = opened.board.state.value.is === 'live';
  useEffect(() => {
    // Hidden pages get no frames, so nothing is ever painted there
    if (isLive && (isPainted || document.hidden)) wall.workspace.shown();
  }, [isLive, isPainted]);
  useOpenedMark(opened.board.canvas_id, true);
  const name = opened.board.canvas.value?.name ?? '';
  return (
    <div class="workspace-canvas">
      <Stage stage={stage} context={context} name={name}>
        <InfoPanel wall={wall} context={context} name={name} openSettings={openSettings} />
      </Stage>
      <SpeechRegions speech={context.outline.speech} />
    </div>
  );
}
