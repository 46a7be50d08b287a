import { effect, untracked } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { CanvasHelp, OutlineLink } from '../../outline/canvas-access.tsx';
import type { Outline } from '../../outline/outline.ts';
import { SpeechRegions } from '../../outline/speech.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { useEarly } from '../../parts/use-early.ts';
import type { OpenedCanvas } from '../../scene/opened-canvas.ts';
import { createPaintWhole } from '../../scene/painted.ts';
import { mayEdit, Stage } from '../../scene/stage.tsx';
import { type CanvasContext, useCanvasContext } from '../../scene/use-canvas-context.ts';
import { useTitle } from '../frame/title.ts';
import { LazySharing } from '../sharing/lazy-sharing.tsx';
import { CanvasBar } from './canvas-bar.tsx';
import { markPainted } from './painted-mark.ts';
import { ViewTools } from './view-tools.tsx';

const OutlinePanel = lazyDialog(
  () => import('../../outline/outline-panel.tsx').then((file) => file.OutlinePanel),
  ({ onClose }) => onClose(),
);
const SearchPanel = lazyDialog(
  () => import('../../outline/search-panel.tsx').then((file) => file.SearchPanel),
  ({ onClose }) => onClose(),
);
const TrashBanner = lazyDialog(
  () => import('./trash-banner.tsx').then((file) => file.TrashBanner),
  () => undefined,
);

const EmptyCanvas = lazyDialog(
  () => import('./empty-canvas.tsx').then((file) => file.EmptyCanvas),
  () => undefined,
);

/** A canvas that is there: its bar, its picture, and the panels beside it. */
export function CanvasView({ opened }: { readonly opened: OpenedCanvas }) {
  const stage = useRef<HTMLDivElement>(null);
  const context = useCanvasContext(stage, opened);
  const { outline } = context;
  const canvas = opened.board.canvas.value;
  const name = canvas?.name ?? '';
  useTitle(name);
  useEffect(() => takeFocus(stage.current!), []);
  useEffect(() => hideRing(stage.current!), []);
  useEffect(() => whenShown(context), [context]);
  useEarly([OutlinePanel, SearchPanel, LazySharing]);
  return (
    <div class="canvas-page">
      <OutlineLink outline={outline} />
      <CanvasBar context={context} name={name} />
      {canvas?.in_trash && <TrashBanner canvas={canvas} />}
      <Panels outline={outline} name={name} />
      <main id="main" class="canvas-main">
        <Stage stage={stage} context={context} name={name}>
          <Corner context={context} />
        </Stage>
      </main>
      <CanvasHelp />
      <SpeechRegions speech={outline.speech} />
    </div>
  );
}

/** What stands on the canvas for whoever looks at it as a page. */
function Corner({ context }: { readonly context: CanvasContext }) {
  const { opened, navigation, presence } = context;
  const paintWhole = useMemo(() => createPaintWhole(opened), [opened]);
  return (
    <>
      {opened.board.count.value === 0 && !mayEdit(opened.board) && <EmptyCanvas board={opened.board} />}
      <div class="stage-corner">
        <ViewTools navigation={navigation} board={opened.board} paintWhole={paintWhole} others={presence.others} />
      </div>
    </>
  );
}

/** The one that is open, beside the canvas. */
function Panels({ outline, name }: { readonly outline: Outline; readonly name: string }) {
  const close = (): void => {
    const opener = outline.panel.peek() === 'share' ? '.share-button' : '.stage';
    outline.panel.value = undefined;
    document.querySelector<HTMLElement>(opener)?.focus();
  };
  switch (outline.panel.value) {
    case 'outline':
      return <OutlinePanel outline={outline} onClose={close} />;
    case 'search':
      return <SearchPanel outline={outline} onClose={close} />;
    case 'share':
      return <LazySharing as="panel" of={{ kind: 'canvas', id: outline.board.canvas_id, name }} onClose={close} />;
    default:
      return null;
  }
}

/** The page says when its canvas is there for the first time. Returns what ends that. */
function whenShown({ shown, opened }: CanvasContext): () => void {
  let end: (() => void) | undefined;
  const stop = effect(() => {
    const now = shown.value;
    end?.();
    end = now && untracked(() => markPainted(opened.board, now.picture));
  });
  return () => {
    stop();
    end?.();
  };
}

/** Somebody who presses the canvas sees where they are: no ring is drawn around it until they use a key, other than to write a text. */
function hideRing(stage: HTMLElement): () => void {
  const press = (): void => void (stage.dataset.pressed = '');
  const key = ({ target }: KeyboardEvent): void => {
    if (!(target instanceof HTMLTextAreaElement)) delete stage.dataset.pressed;
  };
  stage.addEventListener('pointerdown', press, true);
  addEventListener('keydown', key);
  return () => {
    stage.removeEventListener('pointerdown', press, true);
    removeEventListener('keydown', key);
  };
}

/** The canvas has the focus when it opens, so that its keys work; a ring is drawn around it only for people who use the keyboard. */
function takeFocus(stage: HTMLElement): () => void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && activeElement.id !== 'main') return () => undefined;
  stage.dataset.opened = '';
  stage.focus({ preventScroll: true });
  const seen = (): void => void delete stage.dataset.opened;
  stage.addEventListener('blur', seen, { once: true });
  addEventListener('keydown', seen, { once: true });
  return () => removeEventListener('keydown', seen);
}
