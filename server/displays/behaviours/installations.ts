import { jsonText } from '../../../model/json.ts';
import { refuse } from '../../../model/refusal.ts';
import { Group } from '../../../model/resources/accounts/group.ts';
import { LoginSession } from '../../../model/resources/accounts/session.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { CLIENTS, Client } from '../../../model/resources/displays/client.ts';
import { DisplayClient } from '../../../model/resources/displays/display-client.ts';
import type { Manager } from '../../../model/types/managers.ts';
import { patchRecord } from '../../../model/writing.ts';
import { type Actor, viewerOf } from '../../access/actor.ts';
import type { Access } from '../../access/authorization/access.ts';
import { manages, owns } from '../../access/authorization/steerers.ts';
import { computed } from '../../changes/computed.ts';
import type { Seen } from '../../changes/source.ts';
import type { Behaviour } from '../../collections/behaviour.ts';
import type { Call } from '../../http/routing/route.ts';
import { recordOf, type ScopeTransaction, type Store, type Transaction, type Version } from '../../store/store.ts';
import { mayView } from '../shown/canvas-sizes.ts';
import { accessKinds, steererKinds } from '../shown/present.ts';

interface Deps {
  readonly store: Store;
  readonly access: Access;
}

const kinds = [Client, ...steererKinds, ...accessKinds];

/** Displays that were connected once (interface/streaming 3.10): what is seen of them differs by who asks. */
export function installations(deps: Deps): Behaviour {
  const { directory } = deps.store;
  return {
    list: ({ actor }) => {
      const one = (key: string): Seen | undefined => seen(deps, directory.version(key), actor);
      return computed({
        key: `installations of ${viewerOf(actor)}`,
        form: 'list',
        follows: [CLIENTS],
        kinds,
        present: () => [...directory.list(DisplayClient.name).versions()].flatMap((version) => seen(deps, version, actor) ?? []),
        one,
      });
    },
    get: ({ actor, params }) => {
      const key = DisplayClient.key(params.installation_id!);
      return computed({
        key: `${key} of ${viewerOf(actor)}`,
        form: 'item',
        follows: [CLIENTS],
        kinds,
        record: () => directory.version(key),
        present: () => [seen(deps, directory.version(key), actor)].filter((shown) => shown !== undefined),
      });
    },
    update: {
      handle: async (call, submit) => {
        await submit(undefined);
        const key = DisplayClient.key(call.params.installation_id!);
        return seen(deps, directory.version(key), call.actor)!.shown;
      },
      run: (tx, call) => change(deps, tx, call),
    },
    delete: { run: forget },
  };
}

/** An installation as a caller sees it; undefined: it is forgotten, or somebody else's. */
function seen({ store, access }: Deps, version: Version | undefined, actor: Actor): Seen | undefined {
  const one = version && (recordOf(version) as DisplayClient);
  if (!one || one.forgotten || !owns(store.directory, actor, one)) return undefined;
  const { id, managers, installation_name, kind, first_seen, last_seen, last_address, config, state } = one;
  const canvas = config.default_canvas;
  const isHidden = canvas && !mayView({ access }, actor, canvas);
  const shown = jsonText({
    id,
    managers,
    installation_name,
    kind,
    version: one.version,
    user_id: one.last_user_id,
    first_seen,
    last_seen,
    last_address,
    connected: store.seen(CLIENTS)?.get(Client, id) !== undefined,
    config: isHidden ? { ...config, default_canvas: '' } : config,
    state,
  });
  return { key: version.key, ordinal: version.ordinal, shown };
}

function* change({ access }: Deps, tx: Transaction, { body, params, actor }: Call) {
  const { directory } = tx;
  const before = directory.get(DisplayClient, params.installation_id!)!;
  if ((body.managers ?? null) !== null && actor.role !== 'administrator' && !manages(directory, actor, before))
    throw refuse.denied();
  yield* patchRecord(DisplayClient, before, { body }, directory);
  const after = directory.get(DisplayClient, before.id)!;
  for (const [at, manager] of after.managers.entries()) requireThere(directory, manager, at);
  const changed = changedNames(before, after);
  const isConfigured = changed.some((name) => name !== 'managers');
  if (isConfigured && before.kind !== 'page') throw refuse.conflict('The installation is no page');
  const canvas = after.config.default_canvas;
  if (canvas && canvas !== before.config.default_canvas) {
    if (!directory.get(Canvas, canvas)) throw refuse.notFound('Canvas', canvas);
    if (!mayView({ access }, actor, canvas)) throw refuse.denied();
  }
  if (changed.length > 0) tx.audit(lineOf('Wall settings changed', before, { changed }));
}

function requireThere(directory: ScopeTransaction, manager: Manager, at: number): void {
  const isThere = 'user_id' in manager ? directory.get(User, manager.user_id) : directory.get(Group, manager.group_id);
  if (isThere) return;
  const who = 'user_id' in manager ? `User ${manager.user_id}` : `Group ${manager.group_id}`;
  throw refuse.invalid(`managers[${at}]: ${who} does not exist`);
}

/** Names only: what a wall is set to may be nobody else's business. */
function changedNames(before: DisplayClient, after: DisplayClient): string[] {
  const isChanged = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
  const keys = [...new Set([...Object.keys(before.config), ...Object.keys(after.config)])] as (keyof DisplayClient['config'])[];
  const names: string[] = keys.filter((key) => isChanged(before.config[key], after.config[key])).sort();
  return isChanged(before.managers, after.managers) ? ['managers', ...names] : names;
}

/** The record stays, so that its id and secret are refused from now on instead of being taken for those of a new display. */
function* forget(tx: Transaction, { params }: Call) {
  const { directory } = tx;
  const before = directory.get(DisplayClient, params.installation_id!)!;
  for (const { id } of directory.by(LoginSession, 'sessions-of-installation', before.id))
    yield* directory.remove(LoginSession.key(id));
  directory.update(DisplayClient, { ...before, managers: [], config: {}, secret_hash: '', forgotten: true });
  tx.audit(lineOf('Installation forgotten', before));
}

const lineOf = (action: string, { id, installation_name }: DisplayClient, details?: object) => ({
  action,
  target_type: 'client',
  target_id: id,
  target_name: installation_name,
  ...(details && { details: details as Record<string, unknown> }),
});
