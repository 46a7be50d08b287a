import type { AnchorCreate, AnchorDelete, AnchorUpdate } from '../model/displays/anchors.ts';
import type { HostRelease, HostReport, MediaReport } from '../model/displays/hosting.ts';
import type { MessageOf } from '../model/displays/message.ts';
import type { Report as DisplayReport } from '../model/displays/report.ts';
import type { VideoOutputAnchor } from '../model/widgets/video-output-anchor.ts';
import type { Requests } from './requests.ts';

type Anchor = VideoOutputAnchor;
/** Values of an anchor that a client may send. */
export type AnchorValues = Partial<Pick<Anchor, 'title' | 'location' | 'size' | 'scale' | 'depth' | 'pinned'>>;

type WidgetName<K> = Pick<MessageOf<K>, Extract<keyof MessageOf<K>, 'canvas_id' | 'widget_id'>>;
type Report = WidgetName<typeof HostReport> &
  Pick<MessageOf<typeof HostReport>, 'status'> & { content_id?: string; msg?: string };
type Release = WidgetName<typeof HostRelease> & { readonly msg?: string };
/** At least one of duration and position, in seconds. */
type Media = WidgetName<typeof MediaReport> & { readonly hash: string; readonly duration?: number; readonly position?: number };

/** How a display is: every key may be left out. */
export type ReportValues = Omit<MessageOf<typeof DisplayReport>, 'type'>;

interface Deps {
  readonly requests: Pick<Requests, 'request'>;
  readonly send: (message: object) => void;
}

/** Reports and requests about widgets (interface/streaming 4.7 to 4.9). Refused requests reject with a Nacked. */
export class Widgets {
  constructor(private readonly deps: Deps) {}

  /** Reports the state of the session or decoder of a hosted widget. A `connected` RDP connection needs a `content_id`. */
  async reportHost(report: Report): Promise<void> {
    await this.deps.requests.request({ type: 'host-report', ...report });
  }

  /** Stops hosting a widget; the server does not ask this client again for a minute. */
  async releaseHost(release: Release): Promise<void> {
    await this.deps.requests.request({ type: 'host-release', ...release });
  }

  /** Report at most once a second for each video: the server drops other reports. It answers none. */
  reportMedia(report: Media): void {
    this.deps.send({ type: 'media-report', ...report });
  }

  /** Reports how this display is. Report at most once in 5 s: the server drops other reports. It answers none. */
  report(report: Partial<ReportValues>): void {
    this.deps.send({ type: 'report', ...report });
  }

  /** Makes a video output anchor with the rights of the user. */
  async createAnchor(canvas_id: string, values: AnchorValues = {}): Promise<Anchor> {
    const { widget } = await this.deps.requests.request({ ...values, type: 'anchor-create', canvas_id } satisfies Create);
    return widget as Anchor;
  }

  async updateAnchor({ canvas_id, widget_id }: WidgetName<typeof AnchorUpdate>, set: AnchorSet): Promise<void> {
    await this.deps.requests.request({ type: 'anchor-update', canvas_id, widget_id, set });
  }

  async deleteAnchor({ canvas_id, widget_id }: WidgetName<typeof AnchorDelete>): Promise<void> {
    await this.deps.requests.request({ type: 'anchor-delete', canvas_id, widget_id });
  }
}

type Create = AnchorValues & Pick<MessageOf<typeof AnchorCreate>, 'type' | 'canvas_id'>;
type AnchorSet = AnchorValues & { readonly auto_raise?: boolean };
