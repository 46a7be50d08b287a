import { User } from '../../../model/resources/accounts/user.ts';
import { configText, patchConfig, ServerConfig } from '../../../model/resources/config/server-config.ts';
import { type Actor, isAdministrator, viewerOf } from '../../access/actor.ts';
import { allows } from '../../access/narrowing.ts';
import { computed } from '../../changes/computed.ts';
import { hashOf } from '../../changes/record-tag.ts';
import type { Source } from '../../changes/source.ts';
import type { Behaviour } from '../../collections/behaviour.ts';
import type { DurableView, Store } from '../../store/store.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  /** The setting with which the server started. It holds until somebody patches `external_url`. */
  readonly externalUrl: string;
}

/**
 * Everybody sees the public part, and administrators see everything and change it (interface/auth 8). The record shows nothing of its
 * values, so what names them for `If-Match` is the text that an administrator reads.
 */
export const serverConfigBehaviour = ({ store, externalUrl }: Deps): Behaviour => ({
  get: ({ actor }) => configFor(store.directory, actor, externalUrl),
  update: { run: ({ directory }, { body }) => patchConfig(directory, body, externalUrl) },
  tag: (directory) => hashOf(configText(directory, true, externalUrl)),
});

/** Looks the role up each time: an actor who loses it keeps the stream, which then shows the public part (interface/auth 3). */
function configFor(directory: DurableView, actor: Actor, externalUrl: string): Source {
  const signedIn = actor.credential !== 'none';
  const isAllowed = signedIn && allows(actor.narrowing, 'admin');
  const mayReadAll = (): boolean => isAllowed && isAdministrator(directory, actor);
  return computed({
    key: `directory/server-config/${viewerOf(actor)}`,
    form: 'item',
    kinds: signedIn ? [ServerConfig, User] : [ServerConfig],
    present: () => [{ key: ServerConfig.key(''), shown: configText(directory, mayReadAll(), externalUrl) }],
  });
}
