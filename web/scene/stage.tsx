import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { groundOf, ringOn } from '../../model/looks/grounds.ts';
import { atLeast } from '../../model/resources/permission.ts';
import { canvasAttributes } from '../outline/canvas-access.tsx';
import { moreContrast } from '../parts/appearance/theme.ts';
import { lazyDialog } from '../parts/lazy-dialog.tsx';
import { FollowFrame } from '../presence/follow-frame.tsx';
import { session } from '../session/session.ts';
import type { OpenedCanvas } from './opened-canvas.ts';
import { showCanvas } from './shown-canvas.ts';
import type { CanvasContext } from './use-canvas-context.ts';
import { useFirstPicture } from './use-first-picture.ts';
import './scene.css';

interface Props {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly context: CanvasContext;
  readonly name: string;
  /** Above the picture and below the tools of those who edit. */
  readonly children?: ComponentChildren;
}

/** Where one canvas is seen: its picture, live elements above it, rings and cursors above those, and the tools of those who edit. */
export function Stage({ stage, context, name, children }: Props) {
  const picture = useRef<HTMLCanvasElement>(null);
  const islands = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const { opened, outline, presence } = context;
  useEffect(() => {
    const layers = { stage: stage.current!, picture: picture.current!, islands: islands.current!, marks: marks.current! };
    return showCanvas(layers, context);
  }, [context]);
  useEffect(() => whenTabbedTo(stage.current!, outline.tabbedTo), [outline]);
  const pressed = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    if (context.takeover.current?.press(event) || outline.press(event)) event.preventDefault();
  };
  return (
    <div class="scene" {...ringAttributes(opened.board)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is among the attributes */}
      <div ref={stage} class="stage" {...canvasAttributes(name)} onKeyDown={pressed}>
        <canvas ref={picture} />
        <div ref={islands} class="stage-layer stage-islands" />
        <div ref={marks} class="stage-layer stage-marks" aria-hidden="true" />
      </div>
      <FollowFrame presence={presence} />
      {children}
      <MayEdit context={context} />
    </div>
  );
}

const EditingView = lazyDialog(
  () => import('../edit/editing-view.tsx').then((file) => file.EditingView),
  () => undefined,
);

/** The tools of those who may change the canvas. Nobody else loads them. */
function MayEdit({ context }: Pick<Props, 'context'>) {
  const { board } = context.opened;
  const isAllowed = mayEdit(board);
  const isReady = useFirstPicture(context);
  useEffect(() => {
    if (context.shown.value) context.shown.value.layers.stage.dataset.access = isAllowed ? board.canvas.value!.access : 'view';
  });
  return isAllowed && isReady ? <EditingView context={context} shown={context.shown.value!} /> : null;
}

export function mayEdit({ canvas }: Pick<OpenedCanvas['board'], 'canvas'>): boolean {
  const { access = 'none', in_trash = false } = canvas.value ?? {};
  return session.value?.user != null && atLeast(access, 'edit') && !in_trash;
}

/** Rings lie on the canvas, whose ground may be dark on a light page, and the other way round. */
function ringAttributes({ background }: Pick<OpenedCanvas['board'], 'background'>) {
  const ground = groundOf(background.value);
  const isStrong = moreContrast.value || matchMedia('(prefers-contrast: more)').matches;
  return { style: { '--ring': ringOn(ground, isStrong) }, 'data-ground': ground.isDark ? 'dark' : 'light' };
}

/** Calls when the Tab key has brought the focus to an element, and not when a program or a pointer has. Returns what ends that. */
function whenTabbedTo(element: HTMLElement, tabbed: () => void): () => void {
  let isTab = false;
  const pressed = ({ key }: KeyboardEvent): void => {
    isTab = key === 'Tab';
  };
  const focused = (): void => {
    if (isTab) tabbed();
  };
  document.addEventListener('keydown', pressed, true);
  element.addEventListener('focus', focused);
  return () => {
    document.removeEventListener('keydown', pressed, true);
    element.removeEventListener('focus', focused);
  };
}
