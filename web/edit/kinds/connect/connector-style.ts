import type { WidgetOf } from '../../../live/element.ts';

type Connector = WidgetOf<'Connector'>;
export type Tip = Connector['src']['tip'];

/** How the next connector looks. */
export interface ConnectorStyle {
  readonly type: Connector['type'];
  readonly line_color: string;
  /** In pixels of the screen, whatever the zoom. */
  readonly width: number;
  readonly tips: { readonly src: Tip; readonly dst: Tip };
}

/** Widths that people choose by one press, in pixels of the screen. */
export const widths: readonly number[] = [2, 3, 6, 12];

/** The colour is seen on paper and on slate (3.6:1), and on black (4.8:1). */
export const firstConnectorStyle: ConnectorStyle = {
  type: 'curve',
  line_color: '#8d8372ff',
  width: 3,
  tips: { src: 'none', dst: 'solid-equilateral-triangle' },
};

/** The least and the greatest width of a connector that people choose, in pixels of the canvas. */
const THINNEST = 0.5;
const THICKEST = 200;

/** The width on the canvas of what is this wide on a screen with this zoom. */
export const widthOnCanvas = (width: number, zoom: number): number =>
  Math.min(THICKEST, Math.max(THINNEST, Math.round((width / zoom) * 10) / 10));
