import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { XY } from '../../../model/looks/shapes.ts';
import { Icon, type IconNode } from '../../parts/icon.tsx';
import { TREMBLE } from '../../view/gestures.ts';
import { kindOf } from '../../view/input.ts';

interface Props {
  /** From the middle of the menu, in pixels at scale 1. */
  readonly at: XY;
  readonly label: string;
  readonly icon?: IconNode;
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  /** Whether it is pressed only by a pointer that stays where it went down. */
  readonly isStill?: boolean;
  /** Default: a button. */
  readonly role?: 'radio';
  readonly class?: string;
  readonly onPress: () => void;
  readonly children?: ComponentChildren;
}

/**
 * A button of a seat menu. Browsers make clicks of the first finger on the screen only, so every pointer presses by going down and up on
 * it; what is left of clicks is that of keys and screen readers.
 */
export function RingButton({ at, label, icon, isOn, isOff = false, isStill = false, role, onPress, children, ...rest }: Props) {
  const down = useRef<{ readonly pointer: number; readonly x: number; readonly y: number } | undefined>(undefined);
  const up = (event: PointerEvent): void => {
    const from = down.current;
    down.current = undefined;
    if (from?.pointer !== event.pointerId || isOff) return;
    const { left, top, right, bottom } = (event.currentTarget as Element).getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    const isThere = x >= left && x <= right && y >= top && y <= bottom;
    const isNear = !isStill || Math.hypot(x - from.x, y - from.y) <= TREMBLE[kindOf(event)];
    if (isThere && isNear) onPress();
  };
  const state = role ? { role, 'aria-checked': isOn } : { 'aria-pressed': isOn };
  return (
    <button
      type="button"
      class={`seat-button ${rest.class ?? ''}`}
      style={{ '--x': at.x, '--y': at.y }}
      {...state}
      aria-label={label}
      aria-disabled={isOff}
      title={label}
      onPointerDown={(event) => {
        down.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={up}
      onPointerCancel={() => {
        down.current = undefined;
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ detail }) => detail === 0 && !isOff && onPress()}
    >
      {icon && <Icon of={icon} size={24} />}
      {children}
    </button>
  );
}
