import Schema from 'typebox';
import { refuse } from '../../../../model/refusal.ts';
import { orNull } from '../../../../model/types/not-sent.ts';
import { Int, Text } from '../../../../model/types.ts';
import type { Rules } from '../../../access/rule-table.ts';
import type { Call, Route } from '../../../http/route.ts';
import { tags } from '../../../http/tags.ts';
import type { Pairings } from '../../../sign-on/pairings.ts';
import { wallAnswer } from '../pairing.ts';

interface Deps {
  readonly rules: Pick<Rules, 'ownAccount'>;
  readonly pairings: Pairings;
}

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
    file: 'server/routes/session/pairing/confirm.ts',
    access: rules.ownAccount,
    ownPagesOnly: true,
    body: Schema.Object({ code: Schema.String({ examples: ['K7QF-2M4X'] }), user_id: Schema.Optional(user_id) }),
    answer: wallAnswer,
    refusals: [404, 429],
    handle: async (call) => JSON.stringify(await pairings.confirm(call, codeOf(call), userOf(call))),
  },
];

function codeOf({ body }: Call): string {
  if ((body.code ?? null) === null) throw refuse.missing('code');
  return Text().read(body.code, 'code', undefined);
}

function userOf({ body, actor }: Call): number {
  return (body.user_id ?? null) === null ? actor.id : Int().read(body.user_id, 'user_id', undefined);
}
