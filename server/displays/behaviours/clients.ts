import { refuse } from '../../../model/refusal.ts';
import { CLIENTS, Client } from '../../../model/resources/displays/client.ts';
import { ClientReport, REPORT_ID } from '../../../model/resources/displays/client-report.ts';
import { VideoInputDevice } from '../../../model/resources/displays/video-input-device.ts';
import { VideoOutput } from '../../../model/resources/displays/video-output.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import { viewerOf } from '../../access/actor.ts';
import type { Access } from '../../access/authorization/access.ts';
import { computed } from '../../changes/computed.ts';
import { recordItem } from '../../changes/record-item.ts';
import type { Seen, Source } from '../../changes/source.ts';
import type { Behaviour } from '../../collections/behaviour.ts';
import { clientView } from '../../collections/deps.ts';
import { named } from '../../collections/named.ts';
import type { Call, Watch } from '../../http/routing/route.ts';
import { DIRECTORY, type DurableView, type Store, type Version } from '../../store/store.ts';
import {
  accessKinds,
  clientSeen,
  outputSeen,
  outputTextSeen,
  steererKinds,
  workspaceSeen,
  workspaceTextSeen,
} from '../shown/present.ts';
import { loadClient } from '../shown/records.ts';
import type { OrderOutcome } from '../steering/orders.ts';
import type { Steerer, Steering } from '../steering/steering.ts';

export interface ClientDeps {
  readonly store: Store;
  readonly access: Access;
  readonly displays: { readonly steering: Steering };
}

/** Which clients there are, and who may steer one, differs by who asks (interface/streaming 3.2). */
export const clientsBehaviour = ({ store }: ClientDeps): Behaviour => ({
  list: ({ actor }) => {
    const view = store.seen(CLIENTS)!;
    const one = (key: string): Seen | undefined => {
      const version = view.version(key);
      return version && clientSeen(store.directory, version, actor);
    };
    return computed({
      key: `${CLIENTS} of ${viewerOf(actor)}`,
      form: 'list',
      scope: CLIENTS,
      follows: [DIRECTORY],
      kinds: [Client, ...steererKinds],
      present: () =>
        [...view.list(Client.name).versions()].flatMap((version) => clientSeen(store.directory, version, actor) ?? []),
      affected: (set) => (set.scope === CLIENTS ? set.changes.map(({ key }) => key) : undefined),
      one,
      compare: (a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0),
    });
  },
  get: ({ actor, params }) => {
    const view = store.seen(CLIENTS)!;
    return itemSeen(view, [DIRECTORY], params.client_id!, `${params.client_id} of ${viewerOf(actor)}`, (version) =>
      clientSeen(store.directory, version, actor),
    );
  },
});

/** Workspaces and what is open in them (interface/streaming 3.3). */
export const workspaces = (deps: ClientDeps): Behaviour => ({
  ...seenBy(deps, Workspace, (_, version, { actor }) => workspaceSeen(deps, version, actor)),
  update: {
    async handle(call) {
      const { client_id = '', index = '' } = call.params;
      const { id } = named(Workspace, clientView(deps, call.params), call.params);
      const done = await deps.displays.steering.patchWorkspace(client_id, id as number, call.body, steererOf(call));
      return shownWorkspace(deps, call, index, done);
    },
  },
});

/** The workspace of the path as the caller sees it: as it was when the request was done, or as it is now. */
export async function shownWorkspace(
  deps: ClientDeps,
  { params, actor }: Pick<Call, 'params' | 'actor'>,
  index: string,
  done?: OrderOutcome,
): Promise<string> {
  if (done) return workspaceTextSeen(deps, done.shown, done.canvas, actor);
  const version = (await loadClient(deps.store, params.client_id!)).version(Workspace.key(Number(index)));
  if (!version) throw refuse.notFound('Workspace', index);
  return workspaceSeen(deps, version, actor).shown;
}

export const steererOf = ({ actor, author }: Call): Steerer => ({ actor, author });

/** Video outputs and what they show (interface/streaming 3.4). */
export const videoOutputs = (deps: ClientDeps): Behaviour => ({
  ...seenBy(deps, VideoOutput, (view, version, { actor }) => outputSeen(deps, view, version, actor)),
  update: {
    async handle(call) {
      const { index } = named(VideoOutput, clientView(deps, call.params), call.params) as VideoOutput;
      const done = await deps.displays.steering.patchOutput(call.params.client_id!, index, call.body, steererOf(call));
      return shownOutput(deps, call, index, done);
    },
  },
});

async function shownOutput(deps: ClientDeps, { params, actor }: Call, index: number, done?: OrderOutcome): Promise<string> {
  const view = await loadClient(deps.store, params.client_id!);
  if (done) return outputTextSeen(deps, view, done.shown, done.canvas, actor);
  const version = view.version(VideoOutput.key(String(index)));
  if (!version) throw refuse.notFound('Video output', index);
  return outputSeen(deps, view, version, actor).shown;
}

/** Video input devices, named by their id or by their source (interface/streaming 3.5). */
export const videoInputs = (deps: ClientDeps): Behaviour => ({
  get: ({ params }) => {
    const view = clientView(deps, params);
    const sent = params.input_id!;
    const found = view.get(VideoInputDevice, sent) ?? view.by(VideoInputDevice, 'sources', sent)[0];
    if (!found) throw refuse.notFound('Video input', sent);
    return recordItem(view, view.scope, VideoInputDevice.key(found.id));
  },
});

/** What a display has said of itself; one that says nothing has none. */
export const clientReports = (deps: ClientDeps): Behaviour => ({
  get: ({ params }) => {
    const view = clientView(deps, params);
    if (!view.get(ClientReport, REPORT_ID)) throw refuse.absent('The client has not reported');
    return recordItem(view, view.scope, ClientReport.key(REPORT_ID));
  },
});

type SeenBy = (view: DurableView, version: Version, call: Call) => Seen | undefined;

/** List by index and item of what a client has, as each caller sees it. Access to canvases decides, too. */
function seenBy(deps: ClientDeps, kind: typeof Workspace | typeof VideoOutput, seen: SeenBy): Behaviour {
  const follows = [DIRECTORY];
  const list: Watch = (call) => {
    const view = clientView(deps, call.params);
    const all = (): Seen[] => [...view.list(kind.name).versions()].flatMap((version) => seen(view, version, call) ?? []);
    return computed({
      key: `${view.scope}/${kind.name} of ${viewerOf(call.actor)}`,
      form: 'list',
      scope: view.scope,
      follows,
      kinds: [Workspace, VideoOutput, ...accessKinds],
      present: () => all().sort(byIndex),
      compare: byIndex,
      // A view moves often, and then only that workspace is looked at
      affected: (set) => (set.scope === view.scope && kind === Workspace ? keysIn(set.changes, kind) : undefined),
      one: (key) => {
        const version = view.version(key);
        return version && seen(view, version, call);
      },
    });
  };
  const get: Watch = (call) => {
    const view = clientView(deps, call.params);
    const key = kind.key(named(kind, view, call.params).id as never);
    return itemSeen(view, follows, key, `${view.scope}/${key} of ${viewerOf(call.actor)}`, (version) =>
      seen(view, version, call),
    );
  };
  return { list, get };
}

const keysIn = (changes: readonly { readonly key: string; readonly kind: unknown }[], kind: unknown): string[] =>
  changes.filter((change) => change.kind === kind).map(({ key }) => key);

const byIndex = (a: Seen, b: Seen): number => indexOf(a) - indexOf(b);
const indexOf = ({ key }: Seen): number => Number(key.slice(key.indexOf(':') + 1));

/** One record as a caller sees it. */
function itemSeen(
  view: DurableView,
  follows: readonly string[],
  record: string,
  key: string,
  seen: (version: Version) => Seen | undefined,
): Source {
  const one = (): Seen | undefined => {
    const version = view.version(record);
    return version && seen(version);
  };
  return computed({
    key,
    follows,
    one,
    form: 'item',
    scope: view.scope,
    kinds: [Client, Workspace, VideoOutput, ...steererKinds, ...accessKinds],
    record: () => view.version(record),
    present: () => {
      const shown = one();
      return shown ? [shown] : [];
    },
  });
}
