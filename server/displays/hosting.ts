import type { HostWidget, UnhostReason } from '../../model/displays/commands.ts';
import { HostRelease, HostReport } from '../../model/displays/hosting.ts';
import type { MessageOf } from '../../model/displays/message.ts';
import type { Work } from '../../model/hooks.ts';
import { Refusal, refuse } from '../../model/refusal.ts';
import { CLIENTS, Client } from '../../model/resources/client.ts';
import { type Hosted, unhosted } from '../../model/widgets/hosted.ts';
import type { Timer } from '../clock.ts';
import { type ChangeSet, type DurableView, SERVER } from '../store/store.ts';
import { ableDisplays, isCapable } from './able.ts';
import { mayView } from './canvas-sizes.ts';
import type { DisplayDeps } from './deps.ts';
import { type HostedWidget, hostedAmong, hostedWidget, wanting, wantsHost } from './hosted-widgets.ts';
import { handler, Nacked } from './messages.ts';
import type { OpenCanvases } from './open-canvases.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

interface Deps extends DisplayDeps {
  readonly sessions: Sessions;
  readonly canvases: OpenCanvases;
}

/** So long a client is not asked again that did not want to host a widget. */
const HOLD_MS = 60_000;

interface Host {
  readonly session: Session;
  /** What it was asked to open. */
  address: string;
  /** Another node had asked it. Once it is connected it is asked again, because the address may be another one now. */
  isTaken?: boolean;
}

interface Asked {
  readonly session: Session;
  readonly address: string;
}

/** A widget that is hosted, or for which somebody is asked. */
interface Case {
  readonly canvas: string;
  readonly widget: string;
  host?: Host | undefined;
  /** A command is on its way: to a candidate, or to the host because of another address. */
  asked?: Asked | undefined;
  /** A change of the host is on its way to the disk; until then nothing else is decided. Never rejects. */
  writing?: Promise<void> | undefined;
}

/**
 * Who hosts RDP connections and IP videos (interface/streaming 4.7). Whatever happens leads to one question for a widget: is what
 * is known of it still right, and if not, what is the next step? So no event needs to be understood beyond the widgets it is about.
 *
 *   wanting ──asked──▶ answered ──ack, written──▶ hosted ──another address──▶ asked again
 *      ▲                  └─nack, time-out: on hold──┐                            │ nack
 *      └──────── written: no host ◀── client gone, canvas closed, released … ◀────┘
 *
 * What is not in memory does not matter: a canvas that no workspace shows has no host, and the store forgets hosts when it reads a
 * canvas from the disk, so nobody is shown the host of an earlier process.
 */
export class Hostings {
  readonly #deps: Deps;
  readonly #cases = new Map<string, Case>();
  readonly #holds = new Map<string, Timer>();
  #isClosed = false;

  constructor(deps: Deps) {
    const { canvases, sessions, store } = deps;
    this.#deps = deps;
    canvases.listen({
      loaded: (canvas) => this.#lookAt(canvas),
      closed: (_, { client }) => this.#lookAtHost(client),
      changed: (set) => this.#hear(set),
    });
    sessions.listen({
      connected: (session) => {
        this.#askAgain(session);
        // It may be another user's now, or have another token
        this.#lookAtHost(session.clientId);
        this.#lookFor(session);
      },
      over: ({ clientId }) => this.#lookAtHost(clientId),
      moved: (session) => this.#forget(session),
      taken: (session) => this.#take(session),
    });
    store.onChange(({ scope, changes }) => {
      if (scope !== CLIENTS) return;
      for (const { kind, key } of changes) if (kind === Client) this.#declared(key);
    });
  }

  /** The server ends: hosts stay as they are. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#holds.values()) timer.cancel();
  }

  /** It has a host of this node, or one is being looked for. */
  isInHand(canvas: string, widget: string): boolean {
    return this.#cases.has(nameOf({ canvas, widget }));
  }

  /** Rejects with `not_host` for everybody else. */
  async report(session: Session, message: MessageOf<typeof HostReport>): Promise<void> {
    const { canvas_id: canvas, widget_id: widget, status, content_id, msg } = message;
    const [one, host] = await this.#hostedBy(session, canvas, widget);
    const connected = status === 'connected';
    const found = this.#widget(one);
    if (!found || found.record.content_id === undefined) return this.#log(host, one, { status, msg });
    if (connected && content_id === '') throw refuse.missing('content_id');
    this.#log(host, one, { status, msg });
    await this.#write(one, ({ record, address }) => {
      if (record.host_id !== session.clientId) return undefined;
      // A report that was sent before the client heard of a new address is about what it had opened before
      return { ...record, content_id: connected && address === host.address ? content_id : '' };
    });
  }

  /** As `report`. */
  async release(session: Session, message: MessageOf<typeof HostRelease>): Promise<void> {
    const [one, host] = await this.#hostedBy(session, message.canvas_id, message.widget_id);
    this.#log(host, one, { status: 'released', msg: message.msg });
    this.#hold(session, one);
    await this.#lose(one, host);
    if (one.host === host) throw refuse.unavailable('It cannot be written down now');
  }

  /** It has begun to host a widget when nobody waited for it any more. */
  agreedLate(session: Session, { canvas_id: canvas, widget: { id: widget } }: HostWidget): void {
    const one = this.#cases.get(nameOf({ canvas, widget }));
    if (one?.host?.session !== session && one?.asked?.session !== session) this.#unhost({ canvas, widget }, session);
  }

  async #hostedBy(session: Session, canvas: string, widget: string): Promise<[Case, Host]> {
    const one = this.#cases.get(nameOf({ canvas, widget }));
    // It may report before it is known that it was written down as the host
    while (one?.writing) await one.writing;
    if (one?.host?.session !== session) throw new Nacked('not_host', 'This client does not host the widget');
    return [one, one.host];
  }

  #log({ session }: Host, { canvas, widget }: Case, said: object): void {
    this.#deps.log.info({ client: session.clientId, canvas, widget, ...said }, 'a hosted widget');
  }

  /** Looks for hosts for all widgets of a canvas that want one. */
  #lookAt(canvas: string): void {
    const look = (view: DurableView): Promise<void> => this.#deps.scheduler.run(this.#lookAtAll(canvas, wanting(view)));
    this.#deps.store
      .load(canvas)
      .then(look)
      .catch((cause) => this.#failed({ canvas }, cause));
  }

  *#lookAtAll(canvas: string, widgets: readonly string[]): Work {
    for (const widget of widgets) {
      this.#look({ canvas, widget });
      yield;
    }
  }

  #lookFor({ workspaces }: Session): void {
    for (const canvas of new Set(workspaces.map(({ canvas_id }) => canvas_id))) if (canvas !== '') this.#lookAt(canvas);
  }

  /** It goes on from another node, which knows what it hosts from the records. */
  #forget(session: Session): void {
    for (const [name, one] of [...this.#cases]) {
      if (one.host?.session !== session && one.asked?.session !== session) continue;
      [one.host, one.asked] = [undefined, undefined];
      if (!one.writing) this.#cases.delete(name);
    }
  }

  /** What it hosted for another node it goes on to host. */
  async #take(session: Session): Promise<void> {
    for (const canvas of new Set(session.workspaces.map(({ canvas_id }) => canvas_id))) {
      if (canvas === '') continue;
      const view = await this.#deps.store.load(canvas).catch((cause) => this.#failed({ canvas }, cause));
      for (const widget of view?.keys('hosted', session.clientId) ?? []) {
        const found = this.#widget({ canvas, widget });
        if (found?.record.host_id !== session.clientId) continue;
        this.#cases.set(nameOf({ canvas, widget }), {
          ...{ canvas, widget },
          host: { session, address: found.address, isTaken: true },
        });
      }
    }
  }

  #askAgain(session: Session): void {
    for (const { host } of this.#cases.values()) {
      if (host?.session !== session || !host.isTaken) continue;
      [host.address, host.isTaken] = ['', false];
    }
  }

  /** Something about a client changed: does it still host what it hosts? */
  #lookAtHost(client: string): void {
    for (const one of [...this.#cases.values()]) if (one.host?.session.clientId === client) this.#look(one);
  }

  #declared(client: string): void {
    this.#lookAtHost(client);
    const session = this.#deps.sessions.get(client);
    if (session) this.#lookFor(session);
  }

  #hear(set: ChangeSet): void {
    const { scope: canvas, dead } = set;
    if (dead) for (const one of [...this.#cases.values()]) if (one.canvas === canvas) this.#look(one);
    const changed = this.#lookAtAll(canvas, hostedAmong(set));
    this.#deps.scheduler.run(changed).catch((cause) => this.#failed({ canvas }, cause));
  }

  /** Takes the next step for a widget, if there is one. */
  #look({ canvas, widget }: Pick<Case, 'canvas' | 'widget'>): void {
    const name = nameOf({ canvas, widget });
    const one: Case = this.#cases.get(name) ?? { canvas, widget };
    if (!this.#isClosed && !one.writing) this.#step(one);
    if (one.host || one.asked || one.writing) this.#cases.set(name, one);
    else this.#cases.delete(name);
  }

  #step(one: Case): void {
    const found = this.#widget(one);
    if (one.host && found?.record.host_id !== one.host.session.clientId) this.#dismiss(one, one.host);
    if (!found) return;
    if (one.host) return this.#keep(one, one.host, found);
    if (one.asked || !wantsHost(found)) return;
    const able = ableDisplays(this.#deps, one.canvas, found.hosting.capability);
    const next = able.find((session) => !this.#holds.has(holdOf(session, one)));
    if (next) this.#ask(one, next, found);
  }

  /** The host goes on, unless it cannot any more; of another address it is told. */
  #keep(one: Case, host: Host, { address, hosting }: HostedWidget): void {
    const { session } = host;
    const isStill =
      this.#isThere(session) &&
      this.#deps.canvases.isOpenOn(one.canvas, session.clientId) &&
      isCapable(session, hosting.capability) &&
      mayView(this.#deps, session.owner, one.canvas);
    if (!isStill) void this.#lose(one, host);
    else if ((one.asked ?? host).address !== address) this.#ask(one, session, { address });
  }

  #ask(one: Case, session: Session, { address }: Pick<HostedWidget, 'address'>): void {
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

  #answered(one: Case, asked: Asked, agreed: boolean): void {
    // Whom another answer, a loss of the host or a later address has overtaken
    if (one.asked !== asked || this.#isClosed) return;
    one.asked = undefined;
    const { session, address } = asked;
    // A client that is gone has not refused
    if (!agreed && this.#isThere(session)) this.#hold(session, one);
    if (agreed && one.host) one.host.address = address;
    else if (agreed) this.#appoint(one, asked);
    else if (one.host) void this.#lose(one, one.host);
    this.#look(one);
  }

  /** Writes down who hosts the widget, if it is as it was when the client was asked. */
  #appoint(one: Case, { session, address }: Asked): void {
    const found = this.#widget(one);
    const isWanted = (widget: HostedWidget): boolean => wantsHost(widget) && widget.address === address;
    const able = found ? ableDisplays(this.#deps, one.canvas, found.hosting.capability) : [];
    if (!found || !isWanted(found) || !able.includes(session)) return this.#unhost(one, session);
    void this.#during(one, session, async () => {
      const isWritten = await this.#write(one, (widget) =>
        isWanted(widget) ? { ...widget.record, host_id: session.clientId } : undefined,
      );
      if (isWritten) one.host = { session, address };
      else this.#unhost(one, session);
    });
  }

  /** Nobody hosts the widget any more. Resolves when that is written, and whoever did was told. */
  #lose(one: Case, host: Host): Promise<void> {
    one.asked = undefined;
    const { clientId } = host.session;
    return this.#during(one, host.session, async () => {
      await this.#write(one, ({ record }) => (record.host_id === clientId ? unhosted(record) : undefined));
      this.#dismiss(one, host);
    });
  }

  /** One change at a time; what came meanwhile is looked at afterwards. After a failure, which is logged, it is tried again later. */
  #during(one: Case, session: Session, work: () => Promise<void>): Promise<void> {
    const ended = (): void => {
      one.writing = undefined;
    };
    one.writing = work().then(
      () => {
        ended();
        this.#look(one);
      },
      (cause) => {
        ended();
        this.#failed(one, cause);
        this.#hold(session, one);
        if (!one.host) this.#unhost(one, session);
      },
    );
    return one.writing;
  }

  /** Changes a widget as `change` says. False: there was nothing to change. */
  async #write({ canvas, widget }: Case, change: (found: HostedWidget) => Hosted | undefined): Promise<boolean> {
    try {
      return await this.#deps.store.submit({
        scopes: [canvas],
        author: SERVER,
        incidental: true,
        permit: () => undefined,
        run(tx) {
          const scope = tx.scope(canvas);
          const found = hostedWidget(scope, widget);
          const next = found && change(found);
          if (next) scope.update(found.kind, next);
          return next !== undefined;
        },
      });
    } catch (cause) {
      if (cause instanceof Refusal && cause.status === 404) return false;
      throw cause;
    }
  }

  /** The record names it no more. */
  #dismiss(one: Case, { session }: Host): void {
    one.host = undefined;
    one.asked = undefined;
    this.#unhost(one, session);
  }

  /** Tells a client to end what it has begun. */
  #unhost({ canvas, widget }: Pick<Case, 'canvas' | 'widget'>, session: Session): void {
    if (!this.#isThere(session)) return;
    const found = this.#widget({ canvas, widget });
    const reason: UnhostReason = !found ? 'deleted' : mayView(this.#deps, session.owner, canvas) ? 'moved' : 'access_lost';
    session.tell({ op: 'unhost-widget', canvas_id: canvas, widget_id: widget, reason });
  }

  #hold(session: Session, one: Pick<Case, 'canvas' | 'widget'>): void {
    if (this.#isClosed) return;
    const name = holdOf(session, one);
    this.#holds.get(name)?.cancel();
    const over = (): void => {
      this.#holds.delete(name);
      this.#look(one);
    };
    this.#holds.set(name, this.#deps.clock.after(HOLD_MS, over));
  }

  /** It is not over. */
  #isThere(session: Session): boolean {
    return this.#deps.sessions.get(session.clientId) === session;
  }

  #widget({ canvas, widget }: Pick<Case, 'canvas' | 'widget'>): HostedWidget | undefined {
    return hostedWidget(this.#deps.store.seen(canvas), widget);
  }

  #failed(about: object, cause: unknown): void {
    const isGone = cause instanceof Refusal && cause.status === 404;
    if (!isGone && !this.#isClosed) this.#deps.log.error({ err: cause, ...about }, 'a widget gets no host');
  }
}

/** What hosts say. */
export const hostingHandlers = (hostings: Hostings) => [
  handler(HostReport, (message, { session }) => hostings.report(session, message)),
  handler(HostRelease, (message, { session }) => hostings.release(session, message)),
];

const nameOf = ({ canvas, widget }: Pick<Case, 'canvas' | 'widget'>): string => `${canvas} ${widget}`;

/** It holds for the client also when that comes back as another session. */
const holdOf = ({ clientId }: Session, one: Pick<Case, 'canvas' | 'widget'>): string => `${clientId} ${nameOf(one)}`;
