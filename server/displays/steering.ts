import type { Ask, Commander } from '../../model/displays/commands.ts';
import { type Body, readPatch } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { VideoOutput } from '../../model/resources/video-output.ts';
import { Workspace } from '../../model/resources/workspace.ts';
import { workspaceOf } from '../../model/types.ts';
import { VideoOutputAnchor } from '../../model/widgets/video-output-anchor.ts';
import type { Actor } from '../access/actor.ts';
import { type Author, DIRECTORY, type Transaction } from '../store/store.ts';
import { mayView } from './canvas-sizes.ts';
import type { DisplayDeps } from './deps.ts';
import type { OpenCanvases } from './open-canvases.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import { applyApplied } from './updates.ts';

export interface SteeringDeps extends DisplayDeps {
  readonly sessions: Sessions;
  readonly canvases: OpenCanvases;
}

/** Who steers a client, over REST. */
export interface Steerer {
  readonly actor: Actor;
  readonly author: Author;
}

/** What REST asks of clients (interface/streaming 3.3, 3.4): each becomes a command, and is done when the client says so. */
export class Steering {
  constructor(private readonly deps: SteeringDeps) {}

  /** Changes what a PATCH body says; what is so already is not asked. Rejects with the refusals of section 3.6. */
  async patchWorkspace(client: string, index: number, body: Body, by: Steerer): Promise<void> {
    const session = this.#session(client);
    const { canvas_id, ...values } = readPatch(Workspace.fields, body, this.#workspace(session, index));
    if (canvas_id !== undefined) {
      // Asked first: whether it is open already is for those who may see it
      this.#checkCanvas(session, canvas_id, by);
      const isOpen = canvas_id === this.#workspace(session, index).canvas_id;
      if (!isOpen) await this.#open(session, index, canvas_id, by);
    }
    const set = differing(values, this.#workspace(session, index));
    if (Object.keys(set).length > 0) await this.#do(session, { op: 'patch-workspace', workspace: index, set }, by);
  }

  /** `''`: closes what is open. */
  async openCanvas(client: string, index: number, canvas: string, by: Steerer): Promise<void> {
    const session = this.#session(client);
    this.#workspace(session, index);
    await this.#open(session, index, canvas, by);
  }

  async patchOutput(client: string, index: number, body: Body, by: Steerer): Promise<void> {
    const session = this.#session(client);
    const output = session.view?.get(VideoOutput, String(index));
    if (!output) throw refuse.notFound('Video output', index);
    const set = differing(readPatch(VideoOutput.fields, body, output), output);
    if (set.source !== undefined) this.#checkSource(session, set.source, by.actor);
    if (Object.keys(set).length === 0) return;
    const changed = Object.keys(set);
    await this.#do(session, { op: 'patch-output', output: index, set }, by, 'Video output updated', { index, changed });
  }

  #session(client: string): Session {
    const session = this.deps.sessions.get(client);
    if (!session) throw refuse.clientOffline();
    return session;
  }

  #workspace({ view }: Session, index: number): Workspace {
    const workspace = view?.get(Workspace, index);
    if (!workspace) throw refuse.notFound('Workspace', index);
    return workspace;
  }

  async #open(session: Session, index: number, canvas: string, by: Steerer): Promise<void> {
    if (canvas === '') return this.#do(session, { op: 'close-canvas', workspace: index, reason: 'api' }, by);
    this.#checkCanvas(session, canvas, by);
    const ask: Ask = { op: 'open-canvas', workspace: index, canvas_id: canvas };
    await this.#do(session, ask, by, 'Canvas opened on client', { workspace: index, canvas_id: canvas });
  }

  /** Whether the caller and the user of the client may see it. */
  #checkCanvas(session: Session, canvas: string, by: Steerer): void {
    if (canvas === '') return;
    const { store, access } = this.deps;
    if (!store.directory.get(Canvas, canvas)) throw refuse.notFound('Canvas', canvas);
    if (!mayView({ access }, by.actor, canvas)) throw refuse.denied();
    if (!mayView({ access }, session.owner, canvas)) throw refuse.forbidden("The client's user has no access to the canvas");
  }

  /** Asks, waits, and writes what the client applied, with a line of the audit log where there is to be one. */
  async #do(session: Session, ask: Ask, { actor, author }: Steerer, action?: string, details?: object): Promise<void> {
    const { id, email, name } = actor;
    const by: Commander = { id, email, name };
    const installation = session.client?.installation_name ?? '';
    const besides = (tx: Transaction): void => {
      if (action === undefined) return;
      const target = { target_type: 'client', target_id: session.clientId, target_name: installation };
      tx.audit({ action, ...target, details: details as Record<string, unknown> });
    };
    const scopes = action === undefined ? [] : [DIRECTORY];
    await session.ask(ask, by, (applied) => applyApplied(this.deps, session, ask, applied, { scopes, author, besides }));
  }

  /** Whether an output may show it, in the order of interface/streaming 3.4. */
  #checkSource(session: Session, source: string, actor: Actor): void {
    if (source === '') return;
    const index = workspaceOf(source);
    if (index !== undefined) return void this.#workspace(session, index);
    const found = this.#canvasOf(source, session);
    if (!found) throw refuse.absent(unknownWidget);
    if (!mayView(this.deps, actor, found.canvas)) throw refuse.forbidden(unknownWidget);
    if (found.type !== VideoOutputAnchor.name) throw refuse.invalid(`Widget type ${found.type} can't be a video output source`);
    if (!session.workspaces.some(({ canvas_id }) => canvas_id === found.canvas)) throw refuse.invalid('No canvas open');
  }

  /** A widget of a canvas that is open on this client or on another one: others are in no index, and are told as unknown. */
  #canvasOf(widget: string, session: Session): { canvas: string; type: string } | undefined {
    const own = session.workspaces.map(({ canvas_id }) => canvas_id).filter((id) => id !== '');
    for (const canvas of new Set([...own, ...this.deps.canvases.canvases])) {
      const version = this.deps.store.ready(canvas)?.version(widget);
      if (version?.kind.lists.includes('widgets')) return { canvas, type: version.kind.name };
    }
    return undefined;
  }
}

const unknownWidget = "Widget is unknown or the API user doesn't have permission";

/** The values that are not what they are now. Doubles are compared exactly: a rectangle that is put back must be the same one. */
function differing<T extends object>(values: T, now: { readonly [K in keyof T]: unknown }): T {
  const changed = Object.entries(values).filter(([key, value]) => !isEqual(value, now[key as keyof T]));
  return Object.fromEntries(changed) as T;
}

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
