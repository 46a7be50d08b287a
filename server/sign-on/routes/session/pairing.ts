import { exampleIds } from '../../../../model/example-ids.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { orNull } from '../../../../model/types/not-sent.ts';
import { OneOf, Text } from '../../../../model/types.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, PlainRoute, Reply, Route } from '../../../http/routing/route.ts';
import type { Pairings } from '../../pairings.ts';
import { type SessionReplyDeps, sessionKeys, sessionReply } from '../session.ts';

interface Deps extends SessionReplyDeps {
  readonly rules: Pick<Rules, 'anyone' | 'ownAccount'>;
  readonly pairings: Pairings;
}

const shared = {
  family: 'page',
  tag: tags.signIn,
  file: 'server/sign-on/routes/session/pairing.ts',
  ownPagesOnly: true,
} as const satisfies Partial<PlainRoute>;

const lasts = orNull(
  Schema.Enum(['wall']),
  '`wall`: the session is to last as long as it is used, and is that of an installation',
);
const name = orNull(Schema.String({ maxLength: 255 }), 'What the wall calls itself, for whoever confirms');
const seconds = Schema.Integer({ minimum: 0, description: 'Seconds' });
const code = Schema.String({ examples: ['K7QF-2M4X'] });

/** What a person is shown of a wall, before and after confirming it. */
export const wallAnswer = Schema.Object({
  name: Schema.String(),
  address: Schema.String(),
  lasts: Schema.Enum(['', 'wall'], { description: '`wall`: it asks to stay signed in' }),
  expires_in: seconds,
});

const pairedAnswer = Schema.Object({
  ...sessionKeys,
  installation: Schema.Optional(
    Schema.Object(
      { id: Schema.String(), secret: Schema.Optional(Schema.String()) },
      { description: 'Of a wall that stays signed in: what it says hello with. A further machine of a wall gets no secret' },
    ),
  ),
});

/** The pairing of a wall that has no keyboard: its own side, and the look at it (interface/auth 2.7). */
export const pairingRoutes = (deps: Deps): Route[] => [
  {
    ...shared,
    method: 'POST',
    path: '/session/pairing',
    operation: 'beginPairing',
    summary: 'Gives a wall a code that a person confirms elsewhere',
    access: deps.rules.anyone,
    body: Schema.Object({ name: Schema.Optional(name), lasts: Schema.Optional(lasts) }),
    answer: Schema.Object({
      code,
      secret: Schema.String({ examples: [exampleIds.token] }),
      expires_in: seconds,
      interval: seconds,
    }),
    refusals: [429],
    handle: async (call) => JSON.stringify(await deps.pairings.begin(call, { name: nameOf(call), lasts: lastsOf(call) })),
  },
  {
    ...shared,
    method: 'GET',
    path: '/session/pairing',
    operation: 'getPairing',
    summary: 'The wall that shows a code',
    access: deps.rules.ownAccount,
    query: { code },
    answer: wallAnswer,
    refusals: [404, 429],
    handle: async (call) => JSON.stringify(await deps.pairings.find(call, call.query.code ?? '')),
  },
  {
    ...shared,
    method: 'POST',
    path: '/session/pairing/:secret',
    operation: 'takePairing',
    summary: 'The session of a wall, once somebody has confirmed its code',
    access: deps.rules.anyone,
    answer: pairedAnswer,
    headers: ['Set-Cookie'],
    others: { 202: { says: 'Nobody has confirmed the code yet: ask again after the interval' } },
    refusals: [403, 404, 429],
    handle: (call) => take(deps, call),
  },
];

function nameOf({ body }: Call): string {
  const sent = body.name ?? undefined;
  if (sent === undefined) return '';
  const name = Text({ max: 255 }).read(sent, 'name', undefined);
  // The name is shown to people who decide whether to trust the wall
  if (/\p{C}/u.test(name)) throw refuse.invalid('name must not have control characters');
  return name;
}

const lastsOf = ({ body }: Call): '' | 'wall' =>
  (body.lasts ?? null) === null ? '' : OneOf(['wall']).read(body.lasts, 'lasts', undefined);

async function take(deps: Deps, call: Call): Promise<Reply> {
  const opened = await deps.pairings.take(call, call.params.secret!);
  if (!opened) return { status: 202 };
  const { installation } = opened;
  return sessionReply(deps, call, opened, true, installation && { installation });
}
