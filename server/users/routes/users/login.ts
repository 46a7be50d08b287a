import { exampleIds } from '../../../../model/example-ids.ts';
import { Schema } from '../../../../model/json-schema.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import { type LogInDeps, logIn } from '../../log-in.ts';
import { loginAnswer, loginText } from '../../open-session.ts';

interface Deps extends LogInDeps {
  readonly rules: Pick<Rules, 'anyone'>;
}

const token = Schema.String({ examples: [exampleIds.token] });
const remember = Schema.Optional(Schema.Boolean({ description: 'The new token lives for 14 days instead of 24 hours' }));
const passwordForm = Schema.Object(
  { email: Schema.String({ format: 'email' }), password: Schema.String({ format: 'password' }), remember },
  {
    title: 'PasswordLogin',
    additionalProperties: false,
    examples: [{ email: 'ada@corp.example', password: 'correct-horse-battery' }],
  },
);
const tokenForm = Schema.Object(
  { token, remember },
  { title: 'TokenLogin', additionalProperties: false, examples: [{ token: exampleIds.token, remember: true }] },
);

/** POST /users/login (interface/auth 2.1). */
export const loginRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/login',
    operation: 'login',
    tag: tags.signIn,
    summary: 'Signs in with e-mail and password, or with a token',
    about:
      'Answers a new temporary token, which lives for 24 hours, with `remember` for 14 days, and as long as a stream is open with it. With a token in the body that one stays valid, too. A failed attempt is written to the audit log; after some, further ones are refused for a while.',
    file: 'server/users/routes/users/login.ts',
    access: deps.rules.anyone,
    body: Schema.Union([passwordForm, tokenForm]),
    answer: loginAnswer,
    refusals: [401, 403, 429],
    handle: async (call) => loginText(await logIn(deps, call)),
  },
];
