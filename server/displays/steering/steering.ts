import type { Ask, PersonalAsk, ShowMessage } from '../../../model/displays/commands.ts';
import { type Body, readPatch } from '../../../model/field.ts';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { CLIENTS, Client, clientScope } from '../../../model/resources/displays/client.ts';
import { VideoOutput } from '../../../model/resources/displays/video-output.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import { workspaceOf } from '../../../model/types.ts';
import { VideoOutputAnchor } from '../../../model/widgets/video-output-anchor.ts';
import type { Actor } from '../../access/actor.ts';
import { Allowance } from '../../access/authentication/allowance.ts';
import type { Author, DurableView } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { mayView } from '../shown/canvas-sizes.ts';
import type { OpenCanvases } from '../shown/open-canvases.ts';
import { ownerOf } from '../shown/owner-actor.ts';
import { loadClient } from '../shown/records.ts';
import { type OrderOutcome, Orders } from './orders.ts';

export interface SteeringDeps extends DisplayDeps {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
}

/** @bound Messages to the people in front of one display in a minute: 429. */
const MOST_MESSAGES = 60;

/** The caller that steers a client, over REST. */
export interface Steerer {
  readonly actor: Actor;
  readonly author: Author;
}

/** A client that is to be steered, connected to this node or to another one. */
interface SteeredClient {
  readonly client: string;
  /** The user as whom the client is connected. */
  readonly owner: Actor;
  readonly view: DurableView;
}

/** What REST asks of clients (interface/streaming 3.3, 3.4): each becomes a command, and is done when the client says so. */
export class Steering {
  readonly #orders: Orders;
  readonly #messages: Allowance;

  constructor(private readonly deps: SteeringDeps) {
    this.#orders = new Orders(deps);
    this.#messages = new Allowance(deps.clock, { most: MOST_MESSAGES, ms: 60_000 });
  }

  /**
   * Changes what a PATCH body says; what is so already is not asked. Resolves with the workspace as this request left it, whoever changed
   * it since; undefined: another node did it that does not say so. Rejects with the refusals of section 3.6.
   */
  async patchWorkspace(client: string, index: number, body: Body, by: Steerer): Promise<OrderOutcome | undefined> {
    const steered = this.#steered(client);
    const { canvas_id, ...values } = readPatch(Workspace.fields, body, this.#workspace(steered, index));
    if (canvas_id !== undefined) {
      // This check comes first: only callers who may see the canvas may learn whether it is open already
      this.#checkCanvas(steered, canvas_id, by);
      const isOpen = canvas_id === this.#workspace(steered, index).canvas_id;
      if (!isOpen) await this.#open(steered, index, canvas_id, by);
    }
    const before = this.#workspace(steered, index);
    const set = differing(values, before);
    if (Object.keys(set).length > 0) return this.#do(steered, { op: 'patch-workspace', workspace: index, set }, by);
    return { shown: steered.view.version(Workspace.key(index))!.shown, canvas: before.canvas_id };
  }

  /** `''`: closes what is open. */
  async openCanvas(client: string, index: number, canvas: string, by: Steerer): Promise<OrderOutcome | undefined> {
    const steered = this.#steered(client);
    this.#workspace(steered, index);
    return this.#open(steered, index, canvas, by);
  }

  async patchOutput(client: string, index: number, body: Body, by: Steerer): Promise<OrderOutcome | undefined> {
    const steered = this.#steered(client);
    const output = steered.view.get(VideoOutput, String(index));
    if (!output) throw refuse.notFound('Video output', index);
    const set = differing(readPatch(VideoOutput.fields, body, output), output);
    if (set.source !== undefined) await this.#checkSource(steered, set.source, by.actor);
    const changed = Object.keys(set);
    if (changed.length === 0) return undefined;
    return this.#do(steered, { op: 'patch-output', output: index, set }, by, 'Video output updated', { index, changed });
  }

  /** Asks what is for a display and its people. 501 from here when it does not declare that it can do it. */
  async askClient(client: string, ask: PersonalAsk, by: Steerer, action?: string, details?: object): Promise<void> {
    const steered = this.#steered(client);
    const { capabilities } = this.deps.store.seen(CLIENTS)!.get(Client, client)!;
    if (!capabilities.includes(ask.op)) throw refuse.unsupported('Client does not support this');
    await this.#do(steered, ask, by, action, details);
  }

  /** Shows a message, which the audit log tells without its text. 429 after sixty of a minute. */
  async showMessage(client: string, ask: ShowMessage, by: Steerer): Promise<void> {
    const wait = this.#messages.wait(client);
    if (wait > 0) throw refuse.tooManyRequests(wait / 1000);
    this.#messages.count(client);
    const { level, on_workspace: workspace } = ask;
    await this.askClient(client, ask, by, 'Message shown on client', { level, ...(workspace !== undefined && { workspace }) });
  }

  #steered(client: string): SteeredClient {
    const { sessions, store } = this.deps;
    const record = store.seen(CLIENTS)?.get(Client, client);
    const view = store.seen(clientScope(client));
    if (!record || !view) throw refuse.clientOffline();
    return { client, owner: sessions.get(client)?.owner ?? ownerOf(store.directory, record), view };
  }

  #workspace({ view }: SteeredClient, index: number): Workspace {
    const workspace = view.get(Workspace, index);
    if (!workspace) throw refuse.notFound('Workspace', index);
    return workspace;
  }

  async #open(steered: SteeredClient, index: number, canvas: string, by: Steerer): Promise<OrderOutcome | undefined> {
    if (canvas === '') return this.#do(steered, { op: 'close-canvas', workspace: index, reason: 'api' }, by);
    this.#checkCanvas(steered, canvas, by);
    const ask: Ask = { op: 'open-canvas', workspace: index, canvas_id: canvas };
    return this.#do(steered, ask, by, 'Canvas opened on client', { workspace: index, canvas_id: canvas });
  }

  /** Whether the caller and the user of the client may see it. */
  #checkCanvas(steered: SteeredClient, canvas: string, by: Steerer): void {
    if (canvas === '') return;
    const { store, access } = this.deps;
    if (!store.directory.get(Canvas, canvas)) throw refuse.notFound('Canvas', canvas);
    if (!mayView({ access }, by.actor, canvas)) throw refuse.denied();
    if (!mayView({ access }, steered.owner, canvas)) throw refuse.forbidden("The client's user has no access to the canvas");
  }

  async #do(
    { client }: SteeredClient,
    ask: Ask,
    { actor, author }: Steerer,
    action?: string,
    details = {},
  ): Promise<OrderOutcome | undefined> {
    const { id, email, name } = actor;
    const audited = action === undefined ? undefined : { action, details };
    const done = await this.#orders.carryOut({ client, ask, by: { id, email, name }, author, audited });
    // What follows is compared with what it wrote
    if (!this.deps.nodes.isAlone) await loadClient(this.deps.store, client);
    return done;
  }

  /** Whether an output may show it, in the order of interface/streaming 3.4. */
  async #checkSource(steered: SteeredClient, source: string, actor: Actor): Promise<void> {
    if (source === '') return;
    const index = workspaceOf(source);
    if (index !== undefined) return void this.#workspace(steered, index);
    const found = await this.#canvasOf(source, steered);
    if (!found) throw refuse.absent(unknownWidget);
    if (!mayView(this.deps, actor, found.canvas)) throw refuse.forbidden(unknownWidget);
    if (found.type !== VideoOutputAnchor.name) throw refuse.invalid(`Widget type ${found.type} can't be a video output source`);
    if (!canvasesOn(steered).includes(found.canvas)) throw refuse.invalid('No canvas open');
  }

  /** A widget of a canvas that is open on this client or on another one: others are in no index, and count as unknown. */
  async #canvasOf(widget: string, steered: SteeredClient): Promise<{ canvas: string; type: string } | undefined> {
    const own = canvasesOn(steered).filter((id) => id !== '');
    for (const canvas of new Set([...own, ...this.deps.canvases.canvases])) {
      const version = (await this.#loaded(canvas))?.version(widget);
      if (version?.kind.lists.includes('widgets')) return { canvas, type: version.kind.name };
    }
    return undefined;
  }

  /** What other nodes wrote counts, too. Undefined: it was deleted just now. */
  async #loaded(canvas: string): Promise<DurableView | undefined> {
    const { store, nodes } = this.deps;
    if (nodes.isAlone) return store.seen(canvas);
    return store.load(canvas).catch((cause) => {
      if (cause instanceof Refusal && cause.status === 404) return undefined;
      throw cause;
    });
  }
}

const canvasesOn = ({ view }: SteeredClient): string[] => view.all(Workspace).map(({ canvas_id }) => canvas_id);

const unknownWidget = "Widget is unknown or the API user doesn't have permission";

/** The values that are not what they are now. Doubles are compared exactly: a rectangle that is put back must be the same one. */
function differing<T extends object>(values: T, now: { readonly [K in keyof T]: unknown }): T {
  const changed = Object.entries(values).filter(([key, value]) => !isEqual(value, now[key as keyof T]));
  return Object.fromEntries(changed) as T;
}

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
