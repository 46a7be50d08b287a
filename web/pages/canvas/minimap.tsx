import { effect, type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals';
import { X } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { Board } from '../../live/board.ts';
import type { PaintContext } from '../../paint/context.ts';
import { isDark } from '../../parts/appearance/theme.ts';
import { IconButton } from '../../parts/button.tsx';
import { texts } from '../../texts.ts';
import type { Extent, View } from '../../view/camera.ts';
import { listen } from '../../view/listen.ts';
import type { Navigation } from '../../view/navigation.ts';
import { type Overview, overviewIn, throttled } from '../../view/overview.ts';
import './minimap.css';

/** What another person sees, and the colour in which the page shows that person. */
export interface OtherView {
  readonly colour: string;
  readonly box: Box;
}

export interface MinimapProps {
  readonly navigation: Navigation;
  readonly board: Pick<Board, 'state' | 'size' | 'onChange'>;
  /** Paints the whole canvas on a context of this size, in its pixels. */
  readonly paintWhole: (context: PaintContext, size: Extent) => void;
  readonly others?: ReadonlySignal<readonly OtherView[]> | undefined;
  readonly close: () => void;
}

/** The room of an overview, in CSS pixels, which grows with everything else on walls. */
function room(): Extent {
  const scale = Number(getComputedStyle(document.documentElement).getPropertyValue('--scale')) || 1;
  return { width: 216 * scale, height: 144 * scale };
}

/** The whole canvas in small, with what is seen as a frame that can be dragged. A click goes to a place. */
export function Minimap({ navigation, board, paintWhole, others, close }: MinimapProps) {
  const overview = useComputed(() => board.size.value && overviewIn(board.size.value, room()));
  const { view } = texts.value;
  const shown = overview.value;
  if (!shown) return null;
  return (
    <section class="minimap" aria-label={view.minimap} data-own-input>
      <SmallCanvas
        key={`${shown.width} ${shown.height}`}
        navigation={navigation}
        board={board}
        paintWhole={paintWhole}
        others={others}
        overview={shown}
      />
      <IconButton icon={X} label={view.closeMinimap} class="minimap-close" onClick={close} />
    </section>
  );
}

interface MapProps extends Omit<MinimapProps, 'close'> {
  readonly overview: Overview;
}

function SmallCanvas({ navigation, board, paintWhole, others, overview }: MapProps) {
  const picture = useRef<HTMLCanvasElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => keepPainted(picture.current!, board, overview, paintWhole), [board, overview, paintWhole]);
  useEffect(() => takeDrags(area.current!, navigation, overview), [navigation, overview]);
  return (
    <div
      ref={area}
      class="minimap-map"
      role="application"
      aria-label={texts.value.view.minimapHint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the view from here, as everywhere on the page
      tabIndex={0}
      style={{ inlineSize: `${overview.width}px`, blockSize: `${overview.height}px` }}
    >
      <canvas ref={picture} />
      <Frame navigation={navigation} overview={overview} />
      {others?.value.map(({ colour, box }, at) => (
        <div key={at} class="minimap-other" style={{ ...placed(overview.place(box)), borderColor: colour }} />
      ))}
    </div>
  );
}

/** Follows the camera without being drawn anew. */
function Frame({ navigation: { camera }, overview }: Pick<MapProps, 'navigation' | 'overview'>) {
  const frame = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const place = overview.place(camera.seen.value);
    if (frame.current) Object.assign(frame.current.style, placed(place));
  });
  return <div ref={frame} class="minimap-frame" style={placed(overview.place(camera.seen.peek()))} />;
}

const placed = ({ x, y, width, height }: Box) => ({
  translate: `${x}px ${y}px`,
  inlineSize: `${width}px`,
  blockSize: `${height}px`,
});

/** Milliseconds between two paintings of the overview. */
const REPAINT = 1_000;

function keepPainted(
  picture: HTMLCanvasElement,
  board: MapProps['board'],
  overview: Overview,
  paintWhole: MapProps['paintWhole'],
) {
  picture.width = Math.round(overview.width * devicePixelRatio);
  picture.height = Math.round(overview.height * devicePixelRatio);
  const context = picture.getContext('2d', { alpha: true })!;
  const paint = throttled(() => {
    context.clearRect(0, 0, picture.width, picture.height);
    paintWhole(context, picture);
  }, REPAINT);
  // Until a first list is complete, the canvas itself needs the time
  const ask = (): void => {
    if (board.state.peek().is !== 'loading') paint.ask();
  };
  const unlisten = board.onChange(ask);
  const ends = effect(() => {
    board.state.value;
    // The colours of the page are other ones then
    isDark.value;
    ask();
  });
  return () => {
    unlisten();
    ends();
    paint.close();
  };
}

/** The frame is dragged from where it is gripped; elsewhere the view goes to the place first. */
function takeDrags(area: HTMLElement, { camera, motion }: Navigation, overview: Overview): () => void {
  let offset: XY | undefined;
  const placeOf = ({ clientX, clientY }: PointerEvent): XY => {
    const { left, top } = area.getBoundingClientRect();
    return overview.toCanvas({ x: clientX - left, y: clientY - top });
  };
  const viewAround = ({ x, y }: XY): View => {
    const { width, height } = camera.seen.peek();
    return { x: x - width / 2, y: y - height / 2, zoom: camera.view.peek().zoom };
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || camera.held.peek()) return;
    area.setPointerCapture(event.pointerId);
    const place = placeOf(event);
    const { x, y, width, height } = camera.seen.peek();
    const on = place.x >= x && place.y >= y && place.x <= x + width && place.y <= y + height;
    offset = on ? { x: x + width / 2 - place.x, y: y + height / 2 - place.y } : { x: 0, y: 0 };
    if (!on) motion.glide(viewAround(place));
  };
  const move = (event: PointerEvent): void => {
    if (!offset) return;
    const place = placeOf(event);
    motion.stop();
    camera.show(viewAround({ x: place.x + offset.x, y: place.y + offset.y }));
  };
  const end = (): void => {
    offset = undefined;
  };
  return listen(area, { pointerdown: down, pointermove: move, pointerup: end, pointercancel: end });
}
