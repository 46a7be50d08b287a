import { createHash } from 'node:crypto';
import {
  declaredClient,
  declaredInput,
  declaredOutput,
  declaredWorkspace,
  ENTRIES_MAX,
} from '../../../model/displays/declaration.ts';
import type { MessageOf } from '../../../model/displays/message.ts';
import type { Hello, Update } from '../../../model/displays/session.ts';
import { type Body, type Fields, initialValues, readCreate, readPatch, type Values } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { CLIENTS, Client, capabilities, clientScope } from '../../../model/resources/displays/client.ts';
import { VideoInputDevice } from '../../../model/resources/displays/video-input-device.ts';
import { VideoOutput } from '../../../model/resources/displays/video-output.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import { within } from '../../../model/types/list.ts';
import type { Size } from '../../../model/types.ts';
import type { ScopeTransaction, Transaction } from '../../store/store.ts';

/** What the server adds to a declaration. */
export interface DeclarationDeps {
  readonly serverId: string;
  /** E-mail of the user as whom the client is connected. */
  readonly email: string;
  /** Sizes of the canvases that the declaration names and that the user may view. */
  readonly sizes: ReadonlyMap<string, Size>;
  /** Canvases of the anchors that the declaration names as sources, as far as they are open on the client. */
  readonly anchors: ReadonlyMap<string, string>;
  /** When what it opens now was opened, in milliseconds. */
  readonly now: number;
}

/** The user as whom a client is connected, and the node and the session that it has. */
export type ClientOwner = Pick<Client, 'owner' | 'access_token' | 'scopes' | 'session' | 'node'>;

type HelloMessage = MessageOf<typeof Hello>;
type UpdateMessage = MessageOf<typeof Update>;

/** The canvases that entries of workspaces name. Throws 400 for what is no id. */
export function canvasesIn(workspaces: readonly Body[]): string[] {
  const ids = workspaces.flatMap(({ canvas_id }, at) =>
    canvas_id === undefined || canvas_id === null
      ? []
      : [within(`workspaces[${at}]`, () => declaredWorkspace.canvas_id.type.read(canvas_id, 'canvas_id', undefined))],
  );
  return [...new Set(ids)].filter((id) => id !== '');
}

/** What a `hello` declares, read. */
export interface Declaration {
  readonly client: HelloMessage['client'];
  readonly workspaces: ReadonlyMap<number, Values<typeof declaredWorkspace>>;
  readonly outputs: ReadonlyMap<string, Values<typeof declaredOutput>>;
  readonly inputs: ReadonlyMap<string, Values<typeof declaredInput>>;
}

/** Throws 400 for values that cannot be, and for two entries of one index or id. */
export function readDeclaration({ client, workspaces, video_outputs, video_inputs }: HelloMessage): Declaration {
  const screens = readAll('workspaces', workspaces, declaredWorkspace, ({ index }) => index);
  const usualSource = screens.has(0) ? 'workspace-0' : '';
  const withSource = video_outputs.map((body) => ((body.source ?? null) === null ? { ...body, source: usualSource } : body));
  return {
    client,
    workspaces: screens,
    outputs: readAll('video_outputs', withSource, declaredOutput, ({ index }) => String(index)),
    inputs: readAll('video_inputs', video_inputs, declaredInput, inputId),
  };
}

/**
 * Writes what a client declares, in place of all that was there; what is the same is not touched, so that a client that resumes
 * changes nothing (interface/streaming 4.3). A canvas whose size is not given is dropped; gives the workspaces from which
 * one was.
 */
export function* declare(
  tx: Transaction,
  id: string,
  held: ClientOwner,
  declaration: Declaration,
  deps: DeclarationDeps,
): Work<number[]> {
  const scope = tx.scope(clientScope(id));
  const { client, workspaces, outputs, inputs } = declaration;
  writeClient(tx, id, held, client);
  const dropped: number[] = [];
  yield* removeOthers(scope, Workspace, workspaces);
  for (const [index, entry] of workspaces) {
    const mayShow = entry.canvas_id === '' || deps.sizes.has(entry.canvas_id);
    if (!mayShow) dropped.push(index);
    putWorkspace(scope, mayShow ? entry : { ...entry, canvas_id: '' }, deps);
  }
  yield* removeOthers(scope, VideoOutput, outputs);
  for (const entry of outputs.values()) putOutput(scope, entry, deps);
  yield* removeOthers(scope, VideoInputDevice, inputs);
  for (const entry of inputs.values()) putInput(scope, entry);
  return dropped;
}

/** Writes what an `update` changes. Throws 400, 403 for a canvas whose size is not given, 404 for what it removes and is not there. */
export function* applyUpdate(tx: Transaction, id: string, update: UpdateMessage, deps: DeclarationDeps): Work {
  const scope = tx.scope(clientScope(id));
  for (const key of keysOf(update.removed)) {
    if (!scope.find(key)) throw refuse.absent(`${key.replace(':', ' ')} not found`);
    yield* scope.remove(key);
  }
  if (Object.keys(update.client).length > 0) changeClient(tx, id, update.client);
  for (const [at, body] of update.workspaces.entries()) within(`workspaces[${at}]`, () => changeWorkspace(scope, body, deps));
  for (const [at, body] of update.video_outputs.entries()) within(`video_outputs[${at}]`, () => changeOutput(scope, body, deps));
  for (const [at, body] of update.video_inputs.entries()) within(`video_inputs[${at}]`, () => changeInput(scope, body));
  checkCount(scope, update);
}

/** One message may bring as many entries as a client can have; many messages together may not bring more. */
function checkCount(scope: ScopeTransaction, { workspaces, video_outputs, video_inputs }: UpdateMessage): void {
  const sent = { Workspace: workspaces, VideoOutput: video_outputs, VideoInputDevice: video_inputs };
  for (const kind of [Workspace, VideoOutput, VideoInputDevice]) {
    if (sent[kind.name as keyof typeof sent].length === 0) continue;
    const there = scope.all(kind as never).length;
    if (there > ENTRIES_MAX) throw refuse.invalid(`A client has at most ${ENTRIES_MAX} of a kind`);
  }
}

/** Writes values of one workspace that a client applied. Throws 404 when it is not there any more. */
export function changeShownWorkspace(scope: ScopeTransaction, index: number, body: Body, deps: DeclarationDeps): void {
  if (!scope.get(Workspace, index)) throw refuse.notFound('Workspace', index);
  changeWorkspace(scope, { ...body, index }, deps);
}

/** Writes values of one output; otherwise like `changeShownWorkspace`. */
export function changeShownOutput(scope: ScopeTransaction, index: number, body: Body, deps: DeclarationDeps): void {
  if (!scope.get(VideoOutput, String(index))) throw refuse.notFound('Video output', index);
  changeOutput(scope, { ...body, index }, deps);
}

function* removeOthers(
  scope: ScopeTransaction,
  kind: typeof Workspace | typeof VideoOutput | typeof VideoInputDevice,
  kept: ReadonlyMap<string | number, unknown>,
): Work {
  const there = scope.all(kind as never) as { readonly id: string | number }[];
  for (const { id } of there) if (!kept.has(id)) yield* scope.remove(kind.key(id as never));
}

function keysOf({ workspaces, video_outputs, video_inputs }: UpdateMessage['removed']): string[] {
  return [
    ...workspaces.map((index) => Workspace.key(index)),
    ...video_outputs.map((index) => VideoOutput.key(String(index))),
    ...video_inputs.map((id) => VideoInputDevice.key(id)),
  ];
}

function writeClient(tx: Transaction, id: string, held: ClientOwner, declared: HelloMessage['client']): void {
  const clients = tx.scope(CLIENTS);
  const { installation_name, version, api_access, control } = declared;
  const before = clients.get(Client, id);
  const next = {
    ...(before ?? initialValues(Client.fields)),
    id,
    installation_name,
    version,
    api_access,
    control,
    ...held,
    adopted: false,
    capabilities: known(declared.capabilities),
  };
  if (before) clients.update(Client, next);
  else clients.insert(Client, next);
}

function changeClient(tx: Transaction, id: string, body: Body): void {
  const clients = tx.scope(CLIENTS);
  const before = clients.get(Client, id)!;
  const changed = within('client', () => readPatch(declaredClient, body, before));
  if (changed.installation_name === '') throw refuse.missing('client.installation_name');
  clients.update(Client, { ...before, ...changed, capabilities: known(changed.capabilities ?? before.capabilities) });
}

const known = (sent: readonly string[]) => capabilities.filter((capability) => sent.includes(capability));

function changeWorkspace(scope: ScopeTransaction, body: Body, deps: DeclarationDeps): void {
  const index = declaredWorkspace.index.type.read(body.index ?? missing('index'), 'index', undefined);
  const before = scope.get(Workspace, index);
  if (!before) return putWorkspace(scope, mayBeShown(read(declaredWorkspace, body), deps), deps);
  const changed = readPatch(declaredWorkspace, body, before);
  const isClosed = changed.workspace_state === 'canvas_list' && changed.canvas_id === undefined;
  putWorkspace(scope, mayBeShown({ ...before, ...changed, ...(isClosed && { canvas_id: '' }) }, deps, before.canvas_id), deps);
}

function mayBeShown<E extends { readonly canvas_id: string }>(entry: E, { sizes }: DeclarationDeps, before = ''): E {
  if (entry.canvas_id !== '' && entry.canvas_id !== before && !sizes.has(entry.canvas_id)) throw refuse.denied();
  return entry;
}

type WorkspaceEntry = Values<typeof declaredWorkspace>;

/** What is shown follows from the canvas: without one there is neither a size nor a user. */
function putWorkspace(scope: ScopeTransaction, entry: WorkspaceEntry, { serverId, email, sizes, now }: DeclarationDeps): void {
  const before = scope.get(Workspace, entry.index);
  const { index, canvas_id, view_rectangle } = entry;
  const isOpen = canvas_id !== '';
  const isSame = before?.canvas_id === canvas_id;
  const next: Workspace = {
    ...initialValues(Workspace.fields),
    ...entry,
    id: index,
    workspace_name: entry.workspace_name || `Workspace ${index + 1}`,
    workspace_state: stateOf(isOpen, entry.workspace_state),
    view_rectangle: view_rectangle.width === 0 ? { x: 0, y: 0, ...entry.size } : view_rectangle,
    canvas_size: isOpen ? (sizes.get(canvas_id) ?? before?.canvas_size) : undefined,
    server_id: isOpen ? serverId : '',
    user: isOpen ? email : '',
    user_email: isOpen ? email : '',
    opened_at: isOpen ? (isSame ? before.opened_at : Math.round(now)) : 0,
  };
  if (before) scope.update(Workspace, next);
  else scope.insert(Workspace, next);
}

const stateOf = (isOpen: boolean, sent: Workspace['workspace_state']): Workspace['workspace_state'] =>
  isOpen ? (sent === 'canvas_list' ? 'open' : sent) : 'canvas_list';

function changeOutput(scope: ScopeTransaction, body: Body, deps: DeclarationDeps): void {
  const index = declaredOutput.index.type.read(body.index ?? missing('index'), 'index', undefined);
  const before = scope.get(VideoOutput, String(index));
  putOutput(scope, before ? { ...before, ...readPatch(declaredOutput, body, before) } : read(declaredOutput, body), deps);
}

function putOutput(
  scope: ScopeTransaction,
  { index, label, source, suspended }: Values<typeof declaredOutput>,
  { anchors }: DeclarationDeps,
): void {
  const id = String(index);
  const before = scope.get(VideoOutput, id);
  const next = {
    ...(before ?? initialValues(VideoOutput.fields)),
    id,
    index,
    source,
    suspended,
    canvas_id: anchors.get(source) ?? (before?.source === source ? before.canvas_id : ''),
    label: label || `Output ${index + 1}`,
  };
  if (before) scope.update(VideoOutput, next);
  else scope.insert(VideoOutput, next);
}

function changeInput(scope: ScopeTransaction, body: Body): void {
  const sentId = typeof body.id === 'string' ? body.id : undefined;
  const before = sentId === undefined ? undefined : scope.get(VideoInputDevice, sentId);
  putInput(scope, before ? { ...before, ...readPatch(declaredInput, body, before) } : read(declaredInput, body));
}

function putInput(scope: ScopeTransaction, entry: Values<typeof declaredInput>): void {
  const id = inputId(entry);
  const before = scope.get(VideoInputDevice, id);
  const { source, resolution } = entry;
  const next = { ...(before ?? initialValues(VideoInputDevice.fields)), id, source, resolution, name: entry.name || source };
  if (before) scope.update(VideoInputDevice, next);
  else scope.insert(VideoInputDevice, next);
}

const inputId = ({ id, source }: Values<typeof declaredInput>): string =>
  id || createHash('sha256').update(source).digest('hex').slice(0, 16);

/** Entries by their ids. Throws 400 where two have the same one. */
function readAll<F extends Fields, K extends string | number>(
  key: string,
  bodies: readonly Body[],
  fields: F,
  idOf: (entry: Values<F>) => K,
): Map<K, Values<F>> {
  const entries = new Map<K, Values<F>>();
  for (const [at, body] of bodies.entries()) {
    const entry = within(`${key}[${at}]`, () => read(fields, body));
    const id = idOf(entry);
    if (entries.has(id)) throw refuse.invalid(`${key}[${at}] is declared twice`);
    entries.set(id, entry);
  }
  return entries;
}

const read = <F extends Fields>(fields: F, body: Body): Values<F> => ({ ...initialValues(fields), ...readCreate(fields, body) });

const missing = (key: string): never => {
  throw refuse.missing(key);
};
