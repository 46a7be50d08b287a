import { jsonText } from '../../model/json.ts';
import { configSchema, presentConfig, ServerConfig } from '../../model/resources/server-config.ts';
import { User } from '../../model/resources/user.ts';
import type { Actor } from '../access/actor.ts';
import type { Rules } from '../access/rules.ts';
import { computed } from '../changes/computed.ts';
import type { Source } from '../changes/source.ts';
import type { Route } from '../http/route.ts';
import { tags } from '../http/tags.ts';
import type { DurableView, Store } from '../store/types.ts';

interface Parts {
  readonly store: Store;
  readonly rules: Pick<Rules, 'optional'>;
  /** The start-up setting: in force until `external_url` is patched. */
  readonly externalUrl: string;
}

/** GET /server-config (auth contract 8): everyone sees the public part, administrators all. */
export const serverConfigRoutes = ({ store, rules, externalUrl }: Parts): Route[] => [
  {
    method: 'GET',
    path: '/server-config',
    operation: 'getServerConfig',
    tag: tags.server,
    summary: 'Settings of the server, as far as the caller may see them',
    about: 'Without a token, or for a user, the public part; for an administrator everything, with `access` and `email`.',
    file: 'server/routes/server-config.ts',
    access: rules.optional,
    answer: configSchema(),
    watch: ({ actor }) => configFor(store.directory, actor, externalUrl),
  },
];

/** Asks for the role each time: who loses it keeps the stream, with the public part (auth contract 3). */
function configFor(directory: DurableView, actor: Actor, externalUrl: string): Source {
  const signedIn = actor.credential !== 'none';
  const isAdministrator = (): boolean => (signedIn && directory.get(User, actor.id)?.admin) ?? false;
  return computed({
    key: `directory/server-config/${signedIn ? actor.id : ''}`,
    form: 'item',
    kinds: signedIn ? [ServerConfig, User] : [ServerConfig],
    present: () => [{ key: ServerConfig.key(''), shown: jsonText(presentConfig(directory, isAdministrator(), externalUrl)) }],
  });
}
