import { type Body, readCreate, sentValue } from '../../../model/field.ts';
import { jsonText } from '../../../model/json.ts';
import { refuse } from '../../../model/refusal.ts';
import { AccessToken, endOf } from '../../../model/resources/accounts/access-token.ts';
import { GUEST } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import type { Actor } from '../../access/actor.ts';
import { newToken, tokenHash } from '../../access/authentication/tokens.ts';
import type { Access } from '../../access/authorization/access.ts';
import { namedUser } from '../../access/authorization/path-ids.ts';
import { isWithin, narrowingOf } from '../../access/narrowing.ts';
import type { Behaviour } from '../../collections/behaviour.ts';
import { named } from '../../collections/named.ts';
import type { Store } from '../../store/store.ts';
import { refuseMoreTokens, type UserLimits } from '../user-limits.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  readonly access: Pick<Access, 'reached' | 'passes' | 'place'>;
  readonly userLimits: Pick<UserLimits, 'tokens'>;
}

/** The answer to the create is the only one that shows the secret of a token (interface/auth 6). */
export const accessTokens = ({ store: { directory }, access, userLimits }: Deps): Behaviour => ({
  create: {
    async handle({ params, body, actor }, submit) {
      if (namedUser(directory, params.user_id!).id === GUEST) throw refuse.denied();
      refuseUnsupported(body);
      const { expires_at = null, scopes = null, canvas_ids = null } = readCreate(AccessToken.fields, body);
      refuseWider(actor, { expires_at, scopes, canvas_ids });
      for (const id of canvas_ids ?? []) requireCanvas(access, actor, id);
      const token = newToken();
      const text: string = await submit({ hash: tokenHash(token) });
      return `${text.slice(0, -1)},"plain_token":"${token}"}`;
    },
    admit: (tx, { params }) => refuseMoreTokens(tx.directory, Number(params.user_id), userLimits.tokens),
  },
  update: {
    handle(call, submit) {
      const token = named(AccessToken, directory, call.params) as AccessToken;
      refuseUnsupported(call.body);
      refuseOtherNarrowing(call.body, token);
      return submit({});
    },
  },
});

type Chosen = Pick<AccessToken, 'expires_at' | 'scopes' | 'canvas_ids'>;

/** Some clients send it. To ignore it would make a token that does not expire, which is worse than a 400. */
function refuseUnsupported({ expires }: Body): void {
  if ((expires ?? null) !== null) throw refuse.invalid('expires is not supported: send expires_at');
}

/** What a token makes may do no more and live no longer than itself. */
function refuseWider(actor: Actor, chosen: Chosen): void {
  const isLonger = endOf(chosen) > actor.endsAt;
  // The name does not matter for the comparison
  if (!isLonger && isWithin(narrowingOf({ id: '', ...chosen }), actor.narrowing)) return;
  throw refuse.forbidden('The new token would allow more than the token that makes it');
}

/** A token for a canvas that is not there would show nothing, and nobody would know why. */
function requireCanvas(access: Deps['access'], actor: Actor, id: string): void {
  const given = access.place(id)?.kind === Canvas ? access.reached(actor, id) : undefined;
  if (given === undefined || !access.passes(actor, given, 'view')) throw refuse.notFound(Canvas.name, id);
}

/** A client may send back what it was shown. Anything else would go unnoticed if it were ignored. */
function refuseOtherNarrowing(body: Body, token: AccessToken): void {
  for (const key of ['expires_at', 'scopes', 'canvas_ids'] as const) {
    const field = AccessToken.fields[key];
    const sent = sentValue(body, key, field);
    if (sent === undefined || jsonText(field.type.read(sent, key, undefined)) === jsonText(token[key])) continue;
    throw refuse.invalid(`${key} cannot be changed: make another token`);
  }
}
