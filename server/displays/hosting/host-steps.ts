import type { HostWidget, UnhostReason } from '../../../model/displays/commands.ts';
import { Refusal } from '../../../model/refusal.ts';
import { unhosted } from '../../../model/widgets/hosted.ts';
import type { Timer } from '../../clock.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { mayView } from '../shown/canvas-sizes.ts';
import type { OpenCanvases } from '../shown/open-canvases.ts';
import { ableDisplays, isCapable } from './able.ts';
import { type HostedWidget, hostedWidget, wantsHost } from './hosted-widgets.ts';
import { writeHost } from './write-host.ts';

export interface HostingDeps extends DisplayDeps {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
}

/** A client that did not want to host a widget is not asked again for this long. */
const HOLD_MS = 60_000;

export interface Host {
  readonly session: ClientSession;
  /** What it was asked to open. */
  address: string;
  /** Another node had asked it. Once it is connected it is asked again, because the address may be another one now. */
  isTaken?: boolean;
}

interface HostRequest {
  readonly session: ClientSession;
  readonly address: string;
}

/** A widget that is hosted, or for which somebody is asked. */
export interface Case {
  readonly canvas: string;
  readonly widget: string;
  host?: Host | undefined;
  /** A command is on its way: to a candidate, or to the host because of another address. */
  asked?: HostRequest | undefined;
  /** A change of the host is on its way to the disk; until then nothing else is decided. Never rejects. */
  writing?: Promise<void> | undefined;
}

/**
 * The steps of each widget that is hosted or wants a host: whom to ask, what to do with the answer, and what to write down.
 *
 *   wanting ──asked──▶ answered ──ack, written──▶ hosted ──another address──▶ asked again
 *      ▲                  └─nack, time-out: on hold──┐                            │ nack
 *      └──────── written: no host ◀── client gone, canvas closed, released … ◀────┘
 */
export class HostSteps {
  /** Each widget in hand, keyed by `nameOf`. */
  readonly cases = new Map<string, Case>();
  readonly #deps: HostingDeps;
  readonly #holds = new Map<string, Timer>();
  #isClosed = false;

  constructor(deps: HostingDeps) {
    this.#deps = deps;
  }

  /** The server ends: hosts stay as they are. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#holds.values()) timer.cancel();
  }

  /** Takes the next step for a widget, if there is one. */
  look({ canvas, widget }: Pick<Case, 'canvas' | 'widget'>): void {
    const name = nameOf({ canvas, widget });
    const one: Case = this.cases.get(name) ?? { canvas, widget };
    if (!this.#isClosed && !one.writing) this.#step(one);
    if (one.host || one.asked || one.writing) this.cases.set(name, one);
    else this.cases.delete(name);
  }

  #step(one: Case): void {
    const found = this.widget(one);
    if (one.host && found?.record.host_id !== one.host.session.clientId) this.#dismiss(one, one.host);
    if (!found) return;
    if (one.host) return this.#keep(one, one.host, found);
    if (one.asked || !wantsHost(found)) return;
    const able = ableDisplays(this.#deps, one.canvas, found.hosting.capability);
    const next = able.find((session) => !this.#holds.has(holdOf(session, one)));
    if (next) this.#ask(one, next, found);
  }

  /** The host goes on where it still can, and receives a new address. */
  #keep(one: Case, host: Host, { address, hosting }: HostedWidget): void {
    const { session } = host;
    const isStill =
      this.#isThere(session) &&
      this.#deps.canvases.isOpenOn(one.canvas, session.clientId) &&
      isCapable(session, hosting.capability) &&
      mayView(this.#deps, session.owner, one.canvas);
    if (!isStill) void this.lose(one, host);
    else if ((one.asked ?? host).address !== address) this.#ask(one, session, { address });
  }

  #ask(one: Case, session: ClientSession, { address }: Pick<HostedWidget, 'address'>): void {
    const asked = { session, address };
    one.asked = asked;
    const { shown } = this.#deps.store.seen(one.canvas)!.version(one.widget)!;
    const command = session.ask(
      { op: 'host-widget', canvas_id: one.canvas, widget: JSON.parse(shown) as HostWidget['widget'] },
      null,
    );
    // Directly on the promise: the step after an `ack` is taken before the next message of the client is read
    command.then(
      () => this.#answered(one, asked, true),
      () => this.#answered(one, asked, false),
    );
  }

  #answered(one: Case, asked: HostRequest, agreed: boolean): void {
    // Another answer, a loss of the host or a later address may have overtaken this one
    if (one.asked !== asked || this.#isClosed) return;
    one.asked = undefined;
    const { session, address } = asked;
    // A client that is gone has not refused
    if (!agreed && this.#isThere(session)) this.hold(session, one);
    if (agreed && one.host) one.host.address = address;
    else if (agreed) this.#appoint(one, asked);
    else if (one.host) void this.lose(one, one.host);
    this.look(one);
  }

  /** Writes down who hosts the widget, if it is as it was when the client was asked. */
  #appoint(one: Case, { session, address }: HostRequest): void {
    const found = this.widget(one);
    const isWanted = (widget: HostedWidget): boolean => wantsHost(widget) && widget.address === address;
    const able = found ? ableDisplays(this.#deps, one.canvas, found.hosting.capability) : [];
    if (!found || !isWanted(found) || !able.includes(session)) return this.unhost(one, session);
    void this.#during(one, session, async () => {
      const isWritten = await writeHost(this.#deps.store, one, (widget) =>
        isWanted(widget) ? { ...widget.record, host_id: session.clientId } : undefined,
      );
      if (isWritten) one.host = { session, address };
      else this.unhost(one, session);
    });
  }

  /** Nobody hosts the widget any more. Resolves when that is written, and the last host knows. */
  lose(one: Case, host: Host): Promise<void> {
    one.asked = undefined;
    const { clientId } = host.session;
    return this.#during(one, host.session, async () => {
      await writeHost(this.#deps.store, one, ({ record }) => (record.host_id === clientId ? unhosted(record) : undefined));
      this.#dismiss(one, host);
    });
  }

  /** One change at a time; what came meanwhile is looked at afterwards. After a failure, which is logged, it is tried again later. */
  #during(one: Case, session: ClientSession, work: () => Promise<void>): Promise<void> {
    const ended = (): void => {
      one.writing = undefined;
    };
    one.writing = work().then(
      () => {
        ended();
        this.look(one);
      },
      (cause) => {
        ended();
        this.failed(one, cause);
        this.hold(session, one);
        if (!one.host) this.unhost(one, session);
      },
    );
    return one.writing;
  }

  /** The record names it no more. */
  #dismiss(one: Case, { session }: Host): void {
    one.host = undefined;
    one.asked = undefined;
    this.unhost(one, session);
  }

  /** Tells a client to end what it has begun. */
  unhost({ canvas, widget }: Pick<Case, 'canvas' | 'widget'>, session: ClientSession): void {
    if (!this.#isThere(session)) return;
    const found = this.widget({ canvas, widget });
    const reason: UnhostReason = !found ? 'deleted' : mayView(this.#deps, session.owner, canvas) ? 'moved' : 'access_lost';
    session.tell({ op: 'unhost-widget', canvas_id: canvas, widget_id: widget, reason });
  }

  /** The client is not asked about the widget again for a while. */
  hold(session: ClientSession, one: Pick<Case, 'canvas' | 'widget'>): void {
    if (this.#isClosed) return;
    const name = holdOf(session, one);
    this.#holds.get(name)?.cancel();
    const over = (): void => {
      this.#holds.delete(name);
      this.look(one);
    };
    this.#holds.set(name, this.#deps.clock.after(HOLD_MS, over));
  }

  /** True until the session is over. */
  #isThere(session: ClientSession): boolean {
    return this.#deps.sessions.get(session.clientId) === session;
  }

  /** The widget as the canvas in memory has it. */
  widget({ canvas, widget }: Pick<Case, 'canvas' | 'widget'>): HostedWidget | undefined {
    return hostedWidget(this.#deps.store.seen(canvas), widget);
  }

  /** Logs a failure, unless the canvas is gone or the server ends. */
  failed(about: object, cause: unknown): void {
    const isGone = cause instanceof Refusal && cause.status === 404;
    if (!isGone && !this.#isClosed) this.#deps.log.error({ err: cause, ...about }, 'a widget gets no host');
  }
}

export const nameOf = ({ canvas, widget }: Pick<Case, 'canvas' | 'widget'>): string => `${canvas} ${widget}`;

/** The hold stays valid when the client comes back as another session. */
const holdOf = ({ clientId }: ClientSession, one: Pick<Case, 'canvas' | 'widget'>): string => `${clientId} ${nameOf(one)}`;
