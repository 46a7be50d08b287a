import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { endsOf } from '../../../../model/looks/connectors.ts';
import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { Item } from '../../../live/board.ts';
import { isLine, type Line } from '../../../live/forms.ts';
import { scale } from '../../../parts/appearance/scale.ts';
import type { Editing } from '../../editing.ts';
import type { BeginGesture } from '../../pointer-gesture.ts';
import { isConnectable } from './connectable.ts';
import type { Connecting } from './connecting.ts';
import { onBox, sideMiddles } from './drop-end.ts';
import { screenBox } from './under-way.tsx';
import './connect-handles.css';

interface Props {
  readonly editing: Editing;
  readonly connecting: Connecting;
  readonly hovered: ReadonlySignal<string | undefined>;
  /** Rises with each change of the board. */
  readonly changes: ReadonlySignal<number>;
}

/** Side dots of the selected and the hovered widget, and the ends of a selected connector. Pointers alone use them; keys have ways of their own. */
export function ConnectHandles({ editing, connecting, hovered, changes }: Props) {
  const ids = useComputed(() => shownIds(editing, hovered));
  changes.value;
  editing.camera.view.value;
  const items = ids.value.flatMap((id) => editing.board.item(id) ?? []);
  return (
    <>
      {items.map((item) =>
        isLine(item.widget) ? (
          <Ends key={item.id} line={item.widget} editing={editing} connecting={connecting} />
        ) : (
          <Dots key={item.id} item={item} editing={editing} connecting={connecting} />
        ),
      )}
    </>
  );
}

/** None while something else is done with pointers. */
function shownIds({ seat, hands, text, outline, board }: Editing, hovered: Props['hovered']): string[] {
  const isFree = hands.count.value === 0 && text.opened.value === undefined;
  const tool = seat.tool.value;
  if (!isFree || (tool !== 'select' && tool !== 'connector')) return [];
  const [selected, second] = outline.selection.ids.value;
  const ids = new Set<string>();
  if (selected !== undefined && second === undefined) ids.add(selected);
  if (hovered.value !== undefined) ids.add(hovered.value);
  return [...ids].filter((id) => {
    const item = board.item(id);
    return item && (isLine(item.widget) || isConnectable(item));
  });
}

interface OfWidget {
  readonly editing: Editing;
  readonly connecting: Connecting;
}

/** From the side of a widget to the middle of its dot, in pixels of the screen: over the ring, and 17 more. */
const OUT = 20;
/** Smaller widgets would vanish between their dots. */
const LEAST = 12;

function Dots({ item, editing, connecting }: OfWidget & { readonly item: Item }) {
  const box = screenBox(item.box, editing.camera);
  if (Math.max(box.width, box.height) < LEAST) return null;
  return (
    <>
      {sideMiddles.map((side) => (
        <Handle
          key={`${side.x} ${side.y}`}
          class="connect-dot"
          at={outside(box, side)}
          editing={editing}
          begin={(step) => connecting.begin(step, { id: item.id, place: { auto_location: false, rel_location: side } })}
        />
      ))}
    </>
  );
}

function outside(box: Box, side: XY): XY {
  const { x, y } = onBox(box, side);
  const out = 2 * OUT * Number(scale.value);
  return { x: x + (side.x - 0.5) * out, y: y + (side.y - 0.5) * out };
}

function Ends({ line, editing, connecting }: OfWidget & { readonly line: Line }) {
  const from = editing.board.item(line.src.id)?.box;
  const to = editing.board.item(line.dst.id)?.box;
  if (!from || !to) return null;
  const ends = endsOf(line, from, to);
  return (
    <>
      {(['src', 'dst'] as const).map((end, at) => (
        <Handle
          key={end}
          class="connect-end"
          at={editing.camera.toScreen(ends[at]!.at)}
          editing={editing}
          begin={(step) => connecting.beginEnd(step, line, end)}
        />
      ))}
    </>
  );
}

interface HandleProps {
  readonly class: string;
  /** The middle of the handle, in pixels of the stage. */
  readonly at: XY;
  readonly editing: Pick<Editing, 'hands'>;
  readonly begin: BeginGesture;
}

function Handle({ class: name, at, editing, begin }: HandleProps) {
  const element = useRef<HTMLSpanElement>(null);
  const current = useRef(begin);
  current.current = begin;
  useEffect(() => editing.hands.grip(element.current!, (step) => current.current(step)), []);
  return <span ref={element} class={name} aria-hidden="true" style={{ transform: `translate(${at.x}px, ${at.y}px)` }} />;
}
