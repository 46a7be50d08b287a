import type { HostWidget } from '../../../model/displays/commands.ts';
import { HostRelease, HostReport } from '../../../model/displays/hosting.ts';
import type { MessageOf } from '../../../model/displays/message.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { CLIENTS, Client } from '../../../model/resources/displays/client.ts';
import type { ChangeSet, DurableView } from '../../store/store.ts';
import type { ClientSession } from '../session/client-session.ts';
import { DISK_COST, handler, NackError } from '../session/messages.ts';
import { type Case, type Host, type HostingDeps, HostSteps, nameOf } from './host-steps.ts';
import { hostedAmong, wanting } from './hosted-widgets.ts';
import { writeHost } from './write-host.ts';

/**
 * Finds hosts for RDP connections and IP videos (interface/streaming 4.7). Whatever happens leads to one question for a widget:
 * is what is known of it still right, and if not, what is the next step? So no event needs to be understood beyond the widgets it
 * is about.
 *
 * HostSteps takes the steps; what happens to clients and canvases, and what clients send, is heard here.
 *
 * What is not in memory does not matter: a canvas that no workspace shows has no host, and the store forgets hosts when it reads a
 * canvas from the disk, so nobody is shown the host of an earlier process.
 */
export class Hostings {
  readonly #deps: HostingDeps;
  readonly #steps: HostSteps;

  constructor(deps: HostingDeps) {
    const { canvases, sessions, store } = deps;
    this.#deps = deps;
    this.#steps = new HostSteps(deps);
    canvases.listen({
      loaded: (canvas) => this.#lookAt(canvas),
      closed: (_, { client }) => this.#lookAtHost(client),
      changed: (set) => this.#hear(set),
    });
    sessions.listen({
      connected: (session) => {
        this.#askAgain(session);
        // The client may be another user's now, or have another token
        this.#lookAtHost(session.clientId);
        this.#lookFor(session);
      },
      over: ({ clientId }) => this.#lookAtHost(clientId),
      moved: (session) => this.#forget(session),
      taken: (session) => this.#take(session),
    });
    store.feed.follow(({ scope, changes }) => {
      if (scope !== CLIENTS) return;
      for (const { kind, key } of changes) if (kind === Client) this.#declared(key);
    });
  }

  /** The server ends: hosts stay as they are. */
  close(): void {
    this.#steps.close();
  }

  /** True when the widget has a host of this node, or a host is being looked for. */
  isInHand(canvas: string, widget: string): boolean {
    return this.#steps.cases.has(nameOf({ canvas, widget }));
  }

  /** Rejects with `not_host` for everybody else. */
  async report(session: ClientSession, message: MessageOf<typeof HostReport>): Promise<void> {
    const { canvas_id: canvas, widget_id: widget, status, content_id, msg } = message;
    const [one, host] = await this.#hostedBy(session, canvas, widget);
    const connected = status === 'connected';
    const found = this.#steps.widget(one);
    if (!found || found.record.content_id === undefined) return this.#log(host, one, { status, msg });
    if (connected && content_id === '') throw refuse.missing('content_id');
    this.#log(host, one, { status, msg });
    await writeHost(this.#deps.store, one, ({ record, address }) => {
      if (record.host_id !== session.clientId) return undefined;
      // A report that was sent before the client heard of a new address is about what it had opened before
      return { ...record, content_id: connected && address === host.address ? content_id : '' };
    });
  }

  /** Ends the hosting; otherwise like `report`. */
  async release(session: ClientSession, message: MessageOf<typeof HostRelease>): Promise<void> {
    const [one, host] = await this.#hostedBy(session, message.canvas_id, message.widget_id);
    this.#log(host, one, { status: 'released', msg: message.msg });
    this.#steps.hold(session, one);
    await this.#steps.lose(one, host);
    if (one.host === host) throw refuse.unavailable('It cannot be written down now');
  }

  /** A client has begun to host a widget after the request timed out. */
  agreedLate(session: ClientSession, { canvas_id: canvas, widget: { id: widget } }: HostWidget): void {
    const one = this.#steps.cases.get(nameOf({ canvas, widget }));
    if (one?.host?.session !== session && one?.asked?.session !== session) this.#steps.unhost({ canvas, widget }, session);
  }

  async #hostedBy(session: ClientSession, canvas: string, widget: string): Promise<[Case, Host]> {
    const one = this.#steps.cases.get(nameOf({ canvas, widget }));
    // A client may report before its host record is written
    while (one?.writing) await one.writing;
    if (one?.host?.session !== session) throw new NackError('not_host', 'This client does not host the widget');
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
      .catch((cause) => this.#steps.failed({ canvas }, cause));
  }

  *#lookAtAll(canvas: string, widgets: readonly string[]): Work {
    for (const widget of widgets) {
      this.#steps.look({ canvas, widget });
      yield;
    }
  }

  #lookFor({ workspaces }: ClientSession): void {
    for (const canvas of new Set(workspaces.map(({ canvas_id }) => canvas_id))) if (canvas !== '') this.#lookAt(canvas);
  }

  /** The client goes on from another node, which knows what the client hosts from the records. */
  #forget(session: ClientSession): void {
    for (const [name, one] of [...this.#steps.cases]) {
      if (one.host?.session !== session && one.asked?.session !== session) continue;
      one.host = undefined;
      one.asked = undefined;
      if (!one.writing) this.#steps.cases.delete(name);
    }
  }

  /** What it hosted for another node it goes on to host. */
  async #take(session: ClientSession): Promise<void> {
    for (const canvas of new Set(session.workspaces.map(({ canvas_id }) => canvas_id))) {
      if (canvas === '') continue;
      const view = await this.#deps.store.load(canvas).catch((cause) => this.#steps.failed({ canvas }, cause));
      for (const widget of view?.keys('hosted', session.clientId) ?? []) {
        const found = this.#steps.widget({ canvas, widget });
        if (found?.record.host_id !== session.clientId) continue;
        this.#steps.cases.set(nameOf({ canvas, widget }), {
          canvas,
          widget,
          host: { session, address: found.address, isTaken: true },
        });
      }
    }
  }

  #askAgain(session: ClientSession): void {
    for (const { host } of this.#steps.cases.values()) {
      if (host?.session !== session || !host.isTaken) continue;
      host.address = '';
      host.isTaken = false;
    }
  }

  /** Something about a client changed: does it still host what it hosts? */
  #lookAtHost(client: string): void {
    for (const one of [...this.#steps.cases.values()]) if (one.host?.session.clientId === client) this.#steps.look(one);
  }

  #declared(client: string): void {
    this.#lookAtHost(client);
    const session = this.#deps.sessions.get(client);
    if (session) this.#lookFor(session);
  }

  #hear(set: ChangeSet): void {
    const { scope: canvas, dead } = set;
    if (dead) for (const one of [...this.#steps.cases.values()]) if (one.canvas === canvas) this.#steps.look(one);
    const changed = this.#lookAtAll(canvas, hostedAmong(set));
    this.#deps.scheduler.run(changed).catch((cause) => this.#steps.failed({ canvas }, cause));
  }
}

/** What hosts say. */
export const hostingHandlers = (hostings: Hostings) => ({
  [HostReport.type]: handler(HostReport, (message, { session }) => hostings.report(session, message), { cost: DISK_COST }),
  [HostRelease.type]: handler(HostRelease, (message, { session }) => hostings.release(session, message), { cost: DISK_COST }),
});
