import type { Signal } from '@preact/signals';
import type { XY } from '../../../../model/looks/shapes.ts';
import type { Line } from '../../../live/forms.ts';
import type { PointerGesture, ToolStep } from '../../pointer-gesture.ts';
import type { ConnectorEndAt } from './connect.ts';

/** What leads connectors from widget to widget, whether by a drag, by two clicks, or by keys. */
export interface Connecting {
  /** Where the next connector begins, once somebody has chosen that; undefined: nowhere yet. */
  readonly from: Signal<ConnectorEndAt | undefined>;
  /** A drag from a widget. A press that stays in its place chooses where the next connector begins, or ends it. */
  begin(step: ToolStep, from?: ConnectorEndAt): PointerGesture | undefined;
  /** A drag of one end of a connector. */
  beginEnd(step: ToolStep, line: Line, end: 'src' | 'dst'): PointerGesture;
  /** Connects two widgets, wherever the nearest pair of their sides is. */
  join(src: string, dst: string): void;
  /** Begins a connector at a point of the canvas, or ends there the one that is begun. */
  placeAt(point: XY): void;
  /** Connects with the widget that keys have chosen, and chooses it. */
  press(event: KeyboardEvent): boolean;
  close(): void;
}
