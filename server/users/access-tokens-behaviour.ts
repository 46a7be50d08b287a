import { type Body, readCreate } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { AccessToken } from '../../model/resources/access-token.ts';
import { GUEST } from '../../model/resources/user.ts';
import { namedUser } from '../access/path-ids.ts';
import { newToken, tokenHash } from '../access/tokens.ts';
import type { Behaviour } from '../collections/behaviour.ts';
import { namedKey } from '../collections/named.ts';
import type { Store } from '../store/store.ts';
import { refuseMoreTokens, type UserLimits } from './user-limits.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  readonly userLimits: Pick<UserLimits, 'tokens'>;
}

/** The answer to the create is the only one that shows the secret of a token (interface/auth 6). */
export const accessTokens = ({ store: { directory }, userLimits }: Deps): Behaviour => ({
  create: {
    async handle({ params, body }, submit) {
      if (namedUser(directory, params.user_id!).id === GUEST) throw refuse.denied();
      refuseUnsupported(body);
      readCreate(AccessToken.fields, body);
      const token = newToken();
      const text: string = await submit({ hash: tokenHash(token) });
      return `${text.slice(0, -1)},"plain_token":"${token}"}`;
    },
    admit: (tx, { params }) => refuseMoreTokens(tx.directory, Number(params.user_id), userLimits.tokens),
  },
  update: {
    handle(call, submit) {
      namedKey(AccessToken, directory, call.params);
      refuseUnsupported(call.body);
      return submit({});
    },
  },
});

/** Some clients send these. To ignore them would make a token that never expires and may do everything, which is worse than a 400. */
function refuseUnsupported({ expires, scopes }: Body): void {
  if ((expires ?? null) !== null) throw refuse.invalid('expires is not supported');
  const none = (scopes ?? null) === null || (Array.isArray(scopes) && scopes.length === 0);
  if (!none) throw refuse.invalid('scopes is not supported');
}
