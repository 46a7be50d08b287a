import type { WidgetOf } from '../live/board.ts';
import { browser } from './browser.ts';
import { ipVideo } from './ip-video.ts';
import type { Kind } from './kind.ts';
import { video } from './video.ts';

/** The types whose widgets may be live. What a display sends (RDP, video inputs, outputs) is told by the picture of the widget. */
const kinds = { Video: video, Browser: browser, IpVideo: ipVideo } as const;

export function kindOf({ widget_type }: Pick<WidgetOf, 'widget_type'>): Kind | undefined {
  return (kinds as { readonly [type: string]: unknown })[widget_type] as Kind | undefined;
}
