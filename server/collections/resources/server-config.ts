import { jsonText } from '../../../model/json.ts';
import { presentConfig, ServerConfig } from '../../../model/resources/server-config.ts';
import { User } from '../../../model/resources/user.ts';
import { type Actor, viewerOf } from '../../access/actor.ts';
import { allows } from '../../access/narrowing.ts';
import { computed } from '../../changes/computed.ts';
import type { Source } from '../../changes/source.ts';
import type { DurableView, Store } from '../../store/store.ts';
import type { Behaviour } from '../behaviour.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  /** The setting with which the server started. It holds until somebody patches `external_url`. */
  readonly externalUrl: string;
}

/** Everybody sees the public part, and administrators see everything (interface/auth 8). */
export const serverConfig = ({ store, externalUrl }: Deps): Behaviour => ({
  get: ({ actor }) => configFor(store.directory, actor, externalUrl),
});

/** Looks the role up each time: an actor who loses it keeps the stream, which then shows the public part (interface/auth 3). */
function configFor(directory: DurableView, actor: Actor, externalUrl: string): Source {
  const signedIn = actor.credential !== 'none';
  const isAllowed = signedIn && allows(actor.narrowing, 'admin');
  const isAdministrator = (): boolean => (isAllowed && directory.get(User, actor.id)?.admin) ?? false;
  return computed({
    key: `directory/server-config/${viewerOf(actor)}`,
    form: 'item',
    kinds: signedIn ? [ServerConfig, User] : [ServerConfig],
    record: () => directory.version(ServerConfig.key('')),
    present: () => [{ key: ServerConfig.key(''), shown: jsonText(presentConfig(directory, isAdministrator(), externalUrl)) }],
  });
}
