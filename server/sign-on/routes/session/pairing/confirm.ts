import { Schema } from '../../../../../model/json-schema.ts';
import { refuse } from '../../../../../model/refusal.ts';
import { DISPLAY_SCOPES, WallScopes, wallScopes } from '../../../../../model/resources/accounts/pairing.ts';
import { orNull } from '../../../../../model/types/not-sent.ts';
import { Int, Text } from '../../../../../model/types.ts';
import type { Rules } from '../../../../access/authorization/rule-table.ts';
import { tags } from '../../../../http/answers/tags.ts';
import type { Call, Route } from '../../../../http/routing/route.ts';
import type { PairedUser, Pairings } from '../../../pairings.ts';
import { wallAnswer } from '../pairing.ts';

interface Deps {
  readonly rules: Pick<Rules, 'ownAccount'>;
  readonly pairings: Pairings;
}

const scopes = orNull(
  WallScopes.accepts,
  'What the wall is signed in for; default, and for an empty list: `read`, which is what a display needs. Never for accounts',
);
const user_id = orNull(Schema.Integer(), 'As whom the wall is signed in; default: the caller. Others only by administrators');

/** POST /session/pairing/confirm (interface/auth 2.7). */
export const pairingConfirmRoutes = ({ rules, pairings }: Deps): Route[] => [
  {
    method: 'POST',
    family: 'page',
    path: '/session/pairing/confirm',
    operation: 'confirmPairing',
    tag: tags.signIn,
    summary: 'Signs the wall in that shows a code',
    file: 'server/sign-on/routes/session/pairing/confirm.ts',
    access: rules.ownAccount,
    ownPagesOnly: true,
    body: Schema.Object({
      code: Schema.String({ examples: ['K7QF-2M4X'] }),
      user_id: Schema.Optional(user_id),
      scopes: Schema.Optional(scopes),
    }),
    answer: wallAnswer,
    refusals: [404, 429],
    handle: async (call) =>
      JSON.stringify(await pairings.confirm(call, codeOf(call), { user: userOf(call), scopes: scopesOf(call) })),
  },
];

function codeOf({ body }: Call): string {
  if ((body.code ?? null) === null) throw refuse.missing('code');
  return Text().read(body.code, 'code', undefined);
}

function userOf({ body, actor }: Call): number {
  return (body.user_id ?? null) === null ? actor.id : Int().read(body.user_id, 'user_id', undefined);
}

/** An empty list counts as not sent, as that of a token does. */
function scopesOf({ body }: Call): PairedUser['scopes'] {
  const sent = new Set(WallScopes.read(body.scopes ?? [], 'scopes', undefined));
  return sent.size === 0 ? DISPLAY_SCOPES : wallScopes.filter((scope) => sent.has(scope));
}
