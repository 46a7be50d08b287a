import type { Body, Type } from '../../../../../model/field.ts';
import { Schema } from '../../../../../model/json-schema.ts';
import { refuse } from '../../../../../model/refusal.ts';
import { WallScopes, wallScopes } from '../../../../../model/resources/accounts/pairing.ts';
import { orNull } from '../../../../../model/types/not-sent.ts';
import { Int, Name, Text, Uuid } from '../../../../../model/types.ts';
import type { Rules } from '../../../../access/authorization/rule-table.ts';
import { tags } from '../../../../http/answers/tags.ts';
import type { Call, Route } from '../../../../http/routing/route.ts';
import type { HandedOver } from '../../../handed-over.ts';
import type { Pairings } from '../../../pairings.ts';
import { wallAnswer } from '../pairing.ts';

interface Deps {
  readonly rules: Pick<Rules, 'ownAccount'>;
  readonly pairings: Pairings;
}

const Surface = Text({ max: 64, empty: false });
const scopes = orNull(
  WallScopes.accepts,
  'What the wall is signed in for. Default, and for an empty list: `read`, which is what a display needs, and `write` besides for one that stays signed in. Never for accounts',
);
const new_user = orNull(
  Schema.Object({ name: Name.accepts }),
  'An account of its own is made for the wall, without a password and without mail. Only by administrators, in place of `user_id`',
);
const installation_id = orNull(Uuid.accepts, 'It is the same wall again, which the caller may steer');
const surface = orNull(Surface.accepts, 'It is a further machine of that wall, and shows this surface of it');
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
      new_user: Schema.Optional(new_user),
      installation_id: Schema.Optional(installation_id),
      surface: Schema.Optional(surface),
    }),
    answer: wallAnswer,
    refusals: [404, 429],
    handle: async (call) => JSON.stringify(await pairings.confirm(call, codeOf(call), handedOver(call))),
  },
];

function codeOf({ body }: Call): string {
  if ((body.code ?? null) === null) throw refuse.missing('code');
  return Text().read(body.code, 'code', undefined);
}

function handedOver(call: Call): HandedOver {
  const { body, actor } = call;
  const user = sent(body.user_id, Int(), 'user_id');
  const newUser = newUserOf(call);
  if (user !== undefined && newUser !== undefined) throw refuse.invalid('user_id and new_user exclude each other');
  return {
    user: user ?? actor.id,
    newUser,
    scopes: scopesOf(call),
    installation: sent(body.installation_id, Uuid, 'installation_id') ?? '',
    surface: sent(body.surface, Surface, 'surface') ?? '',
  };
}

const sent = <T>(value: unknown, type: Type<T>, key: string): T | undefined =>
  (value ?? null) === null ? undefined : type.read(value, key, undefined);

function newUserOf({ body }: Call): string | undefined {
  const { new_user: made = null } = body;
  if (made === null) return undefined;
  if (typeof made !== 'object' || Array.isArray(made)) throw refuse.wrongType('new_user', 'an object');
  const { name = null } = made as Body;
  if (name === null) throw refuse.missing('new_user.name');
  return Name.read(name, 'new_user.name', undefined);
}

/** An empty list counts as not sent, as that of a token does. */
function scopesOf({ body }: Call): HandedOver['scopes'] {
  const said = new Set(WallScopes.read(body.scopes ?? [], 'scopes', undefined));
  return said.size === 0 ? undefined : wallScopes.filter((scope) => said.has(scope));
}
