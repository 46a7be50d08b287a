import type { LiveKind } from '../../model/looks/traits.ts';
import { traitsOf } from '../../model/looks/traits-of.ts';
import type { WidgetOf } from '../live/board.ts';
import { browser } from './browser.ts';
import { ipVideo } from './ip-video.ts';
import type { Kind } from './kind.ts';
import { video } from './video.ts';

/** What a display sends (RDP, video inputs, outputs) is told by the picture of the widget. */
const kinds: Readonly<Record<LiveKind, unknown>> = { video, page: browser, stream: ipVideo };

/** Undefined: widgets of its type stay pictures. */
export function kindOf(widget: Pick<WidgetOf, 'widget_type'>): Kind | undefined {
  const { live } = traitsOf(widget);
  return live && (kinds[live] as Kind);
}
