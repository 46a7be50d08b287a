import { initialValues } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { CLIENTS, Client, clientScope } from '../../../model/resources/displays/client.ts';
import { DisplayClient } from '../../../model/resources/displays/display-client.ts';
import { Server } from '../../../model/resources/server.ts';
import { type Command, type DurableView, SERVER, type Store, type Transaction } from '../../store/store.ts';

/**
 * Installations that are remembered of one user; the one that was not seen for longest is forgotten.
 * @bound Installations of one user that are remembered: the one that was seen least recently is forgotten.
 */
const REMEMBERED_MAX = 1000;

const always = (): void => undefined;

/** Runs a command of the server's own on the records of a client, and on other scopes if it says so. */
export function submit<T>(
  store: Pick<Store, 'submit'>,
  client: string,
  run: Command<T>['run'],
  more: Partial<Pick<Command<T>, 'scopes' | 'fresh' | 'author' | 'permit'>> = {},
): Promise<T> {
  const { scopes = [], fresh, author = SERVER, permit = always } = more;
  return store.submit<T>({ scopes: [CLIENTS, clientScope(client), ...scopes], fresh, author, permit, run });
}

/** What is shown of a client, with all that any node has written. Rejects with 404 when it is gone. */
export const loadClient = (store: Pick<Store, 'load'>, client: string): Promise<DurableView> =>
  store.load(clientScope(client)).catch((cause) => {
    throw cause instanceof Refusal && cause.status === 404 ? refuse.clientOffline() : cause;
  });

export const serverIdOf = ({ directory }: Pick<Store, 'directory'>): string => directory.get(Server, 'server')!.server_id;

/** Remembers an installation, so that it can come back as the same one. */
export function* remember(
  tx: Transaction,
  known: Pick<DisplayClient, 'id' | 'installation_name' | 'last_user_id' | 'secret_hash'> & Partial<DisplayClient>,
): Work {
  const { directory, now } = tx;
  const before = directory.get(DisplayClient, known.id);
  const next = { ...initialValues(DisplayClient.fields), first_seen: now, ...before, ...known, last_seen: now };
  if (before) return directory.update(DisplayClient, next);
  const others = directory.by(DisplayClient, 'displays-of', String(known.last_user_id));
  if (others.length >= REMEMBERED_MAX) {
    const oldest = others.reduce((a, b) => (b.last_seen < a.last_seen ? b : a));
    yield* directory.remove(DisplayClient.key(oldest.id));
  }
  directory.insert(DisplayClient, next);
}

/** Removes all that is shown of a client, and the scope of its workspaces. */
export function* removeClient(tx: Transaction, id: string): Work {
  const scope = tx.scope(clientScope(id));
  for (const { key } of [...scope.versions()]) yield* scope.remove(key);
  const clients = tx.scope(CLIENTS);
  if (clients.get(Client, id)) yield* clients.remove(Client.key(id));
  tx.tombstone(clientScope(id));
}
