import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { canvasAttributes } from '../../outline/canvas-access.tsx';
import { FollowFrame } from '../../presence/follow-frame.tsx';
import { texts } from '../../texts/texts.ts';
import { createPaintWhole } from './painted.ts';
import { showCanvas } from './shown-canvas.ts';
import type { CanvasParts } from './use-parts.ts';
import { ViewTools } from './view-tools.tsx';

interface Props {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly parts: CanvasParts;
  readonly name: string;
}

/** Where the canvas is seen: its picture, live elements above it, rings and cursors above those, and tools in a corner. */
export function Stage({ stage, parts, name }: Props) {
  const [picture, islands, marks] = [useRef<HTMLCanvasElement>(null), useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const { opened, navigation, outline, presence } = parts;
  useEffect(() => {
    const layers = { stage: stage.current!, picture: picture.current!, islands: islands.current!, marks: marks.current! };
    return showCanvas(layers, parts);
  }, [parts]);
  const paintWhole = useMemo(() => createPaintWhole(opened), [opened]);
  const pressed = (event: KeyboardEvent): void => {
    if (event.target === event.currentTarget && outline.press(event)) event.preventDefault();
  };
  return (
    <main id="main" class="canvas-main">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is among the attributes */}
      <div ref={stage} class="stage" {...canvasAttributes(name)} onKeyDown={pressed}>
        <canvas ref={picture} />
        <div ref={islands} class="stage-layer" />
        <div ref={marks} class="stage-layer" aria-hidden="true" />
      </div>
      <FollowFrame presence={presence} />
      {opened.board.count.value === 0 && <EmptyCanvas />}
      <div class="stage-corner">
        <ViewTools navigation={navigation} board={opened.board} paintWhole={paintWhole} others={presence.others} />
      </div>
    </main>
  );
}

/** Stands where the first widget will be, until it is there. */
const EmptyCanvas = () => (
  <div class="stage-note">
    <div class="stage-empty">
      <h2>{texts.value.canvas.emptyTitle}</h2>
      <p>{texts.value.canvas.emptyHint}</p>
    </div>
  </div>
);
