import { useSignal } from '@preact/signals';
import { Lock, Plus, X } from 'lucide';
import { useRef } from 'preact/hooks';
import type { XY } from '../../../model/looks/shapes.ts';
import { personStyle } from '../../parts/appearance/person-colours.ts';
import { scale } from '../../parts/appearance/scale.ts';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts.ts';
import { chooseTool } from '../choose-tool.ts';
import { lazyPanel } from '../panel-texts.ts';
import type { ToolId } from '../seat.ts';
import { editTexts } from '../texts.ts';
import { onRing, placeMenu } from './menu-place.ts';
import { RingButton } from './ring-button.tsx';
import { SeatOptions } from './seat-options.tsx';
import type { MenuFaces, WallSeat } from './wall-seat.ts';

const AddList = lazyPanel(
  () => import('../ui/add-list.tsx').then((file) => file.AddList),
  ({ onClose }) => onClose(),
);

/** The ring of what a seat does, in pixels at scale 1: where the middles of its buttons lie. */
const RADIUS = 106;
/** Degrees between two of its ten buttons; the first is at the top. */
const STEP = 36;

const ringTools: readonly ToolId[] = ['select', 'pen', 'highlighter', 'eraser', 'note', 'text'];

interface Props {
  readonly seat: WallSeat;
  readonly faces: MenuFaces;
}

/** The menu of one seat: a ring of tools round the button that closes it, and round that a ring of what is chosen with the tool. */
export function SeatMenu({ seat, faces }: Props) {
  const { editing, place, menu } = seat;
  const { x, y } = menu.value!;
  const words = editTexts.value;
  const { camera, history } = editing;
  const at = (index: number) => onRing(RADIUS, -90 + index * STEP);
  return (
    <fieldset
      aria-label={words.tools.seatMenu(place.number)}
      class="seat-menu"
      style={{ ...personStyle(seat.colour), transform: `translate(${x}px, ${y}px)` }}
      data-own-keys
      onPointerDown={seat.use}
      onKeyDown={(event) => event.key === 'Escape' && seat.shut()}
    >
      <SeatOptions editing={editing} />
      <span class="seat-ring" />
      {ringTools.map((id, index) => {
        const tool = faces.tools.find((one) => one.id === id)!;
        return (
          <RingButton
            key={id}
            at={at(index)}
            icon={tool.icon}
            label={tool.name(words)}
            isOn={editing.seat.tool.value === id}
            onPress={() => chooseTool(editing, tool)}
          />
        );
      })}
      <AddButton seat={seat} faces={faces} at={at(6)} />
      <RingButton
        at={at(7)}
        icon={faces.undo}
        label={words.tools.undo}
        isOff={!history.canUndo.value}
        onPress={() => history.undo()}
      />
      <RingButton
        at={at(8)}
        icon={faces.redo}
        label={words.tools.redo}
        isOff={!history.canRedo.value}
        onPress={() => history.redo()}
      />
      <RingButton
        at={at(9)}
        icon={Lock}
        label={texts.value.view.hold}
        isOn={camera.held.value}
        onPress={() => {
          camera.held.value = !camera.held.peek();
        }}
      />
      <CloseButton seat={seat} />
    </fieldset>
  );
}

function AddButton({ seat, faces, at }: Props & { readonly at: XY }) {
  const isOpen = useSignal(false);
  const opener = useRef<HTMLSpanElement>(null);
  return (
    <span ref={opener} class="seat-add">
      <RingButton
        at={at}
        icon={Plus}
        label={editTexts.value.tools.add}
        onPress={() => {
          isOpen.value = !isOpen.value;
        }}
      />
      {isOpen.value && (
        <AddList
          editing={seat.editing}
          tools={faces.tools}
          opener={opener.current}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </span>
  );
}

/** The middle closes the menu, and is the grip by which it is moved. */
function CloseButton({ seat }: { readonly seat: WallSeat }) {
  const grip = useRef<{ readonly pointer: number; readonly x: number; readonly y: number } | undefined>(undefined);
  const move = (event: PointerEvent): void => {
    if (grip.current?.pointer !== event.pointerId) return;
    const { x, y } = grip.current;
    const to = { x: event.clientX + x, y: event.clientY + y };
    seat.menu.value = placeMenu(to, seat.editing.camera.extent.peek(), Number(scale.peek()));
  };
  return (
    <span
      class="seat-middle"
      onPointerDown={(event) => {
        const { x, y } = seat.menu.peek()!;
        grip.current = { pointer: event.pointerId, x: x - event.clientX, y: y - event.clientY };
      }}
      onPointerMove={move}
      onPointerUp={() => {
        grip.current = undefined;
      }}
    >
      <RingButton at={{ x: 0, y: 0 }} label={texts.value.common.close} isStill onPress={seat.shut}>
        <Icon of={X} size={26} />
      </RingButton>
    </span>
  );
}
