import { useRef } from 'preact/hooks';
import { CanvasHelp, OutlineLink } from '../../outline/canvas-access.tsx';
import type { Outline } from '../../outline/outline.ts';
import { OutlinePanel } from '../../outline/outline-panel.tsx';
import { SearchPanel } from '../../outline/search-panel.tsx';
import { SpeechRegions } from '../../outline/speech.tsx';
import { useTitle } from '../frame/title.ts';
import { CanvasBar } from './canvas-bar.tsx';
import type { OpenedCanvas } from './opened-canvas.ts';
import { Stage } from './stage.tsx';
import { useParts } from './use-parts.ts';

/** A canvas that is there: its bar, its picture, and the panels beside it. */
export function CanvasView({ opened }: { readonly opened: OpenedCanvas }) {
  const stage = useRef<HTMLDivElement>(null);
  const parts = useParts(stage, opened);
  const { outline } = parts;
  const name = opened.board.canvas.value?.name ?? '';
  useTitle(name);
  return (
    <div class="canvas-page">
      <OutlineLink outline={outline} />
      <CanvasBar parts={parts} name={name} />
      <Panels outline={outline} />
      <Stage stage={stage} parts={parts} name={name} />
      <CanvasHelp />
      <SpeechRegions speech={outline.speech} />
    </div>
  );
}

/** The one that is open, beside the canvas. */
function Panels({ outline }: { readonly outline: Outline }) {
  const close = (): void => {
    outline.panel.value = undefined;
    document.querySelector<HTMLElement>('.stage')?.focus();
  };
  if (outline.panel.value === 'outline') return <OutlinePanel outline={outline} onClose={close} />;
  if (outline.panel.value === 'search') return <SearchPanel outline={outline} onClose={close} />;
  return null;
}
