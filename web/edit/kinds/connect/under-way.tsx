import type { ReadonlySignal } from '@preact/signals';
import type { Box, Line, XY } from '../../../../model/looks/shapes.ts';
import type { Camera, Extent } from '../../../view/camera.ts';
import { onBox, sideMiddles } from './drop-end.ts';
import './under-way.css';

/** A connector that is being led somewhere, in pixels of the canvas. */
export interface LineUnderWay {
  readonly shapes: readonly Line[];
  /** The widget to which it would lead now. */
  readonly target?: Box;
  /** Beside the pointer: what letting go would do, and what else could be done. */
  readonly hint?: { readonly point: XY; readonly does: string; readonly else?: string };
}

interface Props {
  readonly camera: Pick<Camera, 'view' | 'extent' | 'toScreen'>;
  readonly line: ReadonlySignal<LineUnderWay | undefined>;
}

/** The line in its final shape, and the widget to which it would lead. */
export function UnderWay({ camera, line }: Props) {
  const shown = line.value;
  if (!shown) return null;
  const { x, y, zoom } = camera.view.value;
  return (
    <>
      <svg class="under-way" aria-hidden="true">
        {shown.target && <Target box={screenBox(shown.target, camera)} />}
        <g transform={`scale(${zoom}) translate(${-x} ${-y})`}>
          {shown.shapes.map(({ path, width }, at) => (
            <path key={at} d={path} stroke-width={width} class={width === 0 ? 'filled' : 'stroked'} />
          ))}
        </g>
      </svg>
      {shown.hint && <Hint {...shown.hint} at={camera.toScreen(shown.hint.point)} within={camera.extent.value} />}
    </>
  );
}

/** Between a widget and the ring around it, in pixels of the screen. */
const GAP = 3;
const CORNER = 5;

function Target({ box }: { readonly box: Box }) {
  const ring = { x: box.x - GAP, y: box.y - GAP, width: box.width + 2 * GAP, height: box.height + 2 * GAP, rx: CORNER };
  return (
    <>
      <rect {...ring} class="halo" />
      <rect {...ring} class="target" />
      {sideMiddles.map((side) => {
        const { x, y } = onBox(ring, side);
        return <circle key={`${side.x} ${side.y}`} cx={x} cy={y} class="side" />;
      })}
    </>
  );
}

interface HintProps extends NonNullable<LineUnderWay['hint']> {
  readonly at: XY;
  readonly within: Extent;
}

/** Beside the pointer, and all of it on the screen. Its own size is the `100%` of a translation. */
const Hint = ({ at, within, does, else: other }: HintProps) => {
  const across = `min(${at.x}px, ${within.width}px - 100% - 30px * var(--scale))`;
  const down = `min(${at.y}px, ${within.height}px - 100% - 26px * var(--scale))`;
  return (
    <p class="edit-hint" aria-hidden="true" style={{ transform: `translate(${across}, ${down})` }}>
      {does}
      {other && <span>{other}</span>}
    </p>
  );
};

export function screenBox(box: Box, { toScreen }: Pick<Camera, 'toScreen'>): Box {
  const from = toScreen(box);
  const to = toScreen({ x: box.x + box.width, y: box.y + box.height });
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
}
