import { MediaReport } from '../../../model/displays/hosting.ts';
import type { MessageOf } from '../../../model/displays/message.ts';
import { refuse } from '../../../model/refusal.ts';
import { corrected, Video } from '../../../model/widgets/video.ts';
import { SERVER } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { Watching } from '../presence/watching.ts';
import type { ClientSession } from '../session/client-session.ts';
import { handler } from '../session/messages.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { mayView } from '../shown/canvas-sizes.ts';
import type { OpenCanvases } from '../shown/open-canvases.ts';
import { leads } from './able.ts';

interface Deps extends DisplayDeps {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
  readonly watching: Watching;
}

/** The least time between two reports of a position that count for one video. */
const POSITION_MS = 1_000;

type Report = MessageOf<typeof MediaReport>;

/**
 * What displays found out about videos (interface/streaming 4.8): how long one is, which the first of them says, and where it really
 * is, which the leading one says. No display hears which part of a report was not used.
 */
export class MediaReports {
  readonly #deps: Deps;
  /** Canvas to video to the steady time of the last position that counted. */
  readonly #heard = new Map<string, Map<string, number>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.canvases.listen({
      closed: (canvas) => {
        if (!deps.canvases.isOpen(canvas)) this.#heard.delete(canvas);
      },
    });
  }

  async take(session: ClientSession, report: Report): Promise<void> {
    const { canvas_id: canvas, widget_id, hash, duration, position } = report;
    const { store, watching } = this.#deps;
    if (session.isGuest) return;
    if (!watching.isWatching(session, canvas) || !mayView(this.#deps, session.owner, canvas)) return;
    const view = await store.load(canvas);
    const video = view.get(Video, widget_id);
    if (video?.hash !== hash) return;
    if (duration > 0 && video.duration === 0) {
      await this.#change(session, report, (one) => (one.duration === 0 ? { ...one, duration } : undefined));
    }
    if (position < 0 || video.playback_state !== 'playing' || !this.#counts(session, report)) return;
    await this.#change(session, report, (one, now) => corrected(one, position, now), { incidental: true });
  }

  /** Only the display that has had the canvas open for longest moves the clock, so that two of them do not pull it to and fro. */
  #counts(session: ClientSession, { canvas_id: canvas, widget_id: video }: Report): boolean {
    const now = this.#deps.clock.steady();
    const heard = this.#heard.get(canvas) ?? new Map<string, number>();
    // This check comes first, because all displays of a wall report, and each report asks which display leads
    if (now - (heard.get(video) ?? Number.NEGATIVE_INFINITY) < POSITION_MS) return false;
    if (!leads(session, this.#deps, canvas, 'media-report')) return false;
    this.#heard.set(canvas, heard.set(video, now));
    return true;
  }

  async #change(
    session: ClientSession,
    { canvas_id, widget_id, hash }: Report,
    change: (video: Video, now: string) => Video | undefined,
    { incidental = false } = {},
  ): Promise<void> {
    await this.#deps.store.submit({
      scopes: [canvas_id],
      author: SERVER,
      incidental,
      permit: () => {
        session.permit();
        if (!mayView(this.#deps, session.owner, canvas_id)) throw refuse.denied();
      },
      run(tx) {
        const scope = tx.scope(canvas_id);
        const video = scope.get(Video, widget_id);
        const next = video?.hash === hash ? change(video, tx.now) : undefined;
        if (next) scope.update(Video, next);
      },
    });
  }
}

export const mediaHandlers = (reports: MediaReports) => ({
  [MediaReport.type]: handler(MediaReport, (message, { session }) => reports.take(session, message)),
});
