import { exampleIds } from '../../../../../model/example-ids.ts';
import { Schema } from '../../../../../model/json-schema.ts';
import type { Rules } from '../../../../access/authorization/rule-table.ts';
import { tags } from '../../../../http/answers/tags.ts';
import type { Call, Route } from '../../../../http/routing/route.ts';
import { type MailProofDeps, proveMail } from '../../../mail-proof.ts';

interface Deps extends MailProofDeps {
  readonly rules: Pick<Rules, 'anyone'>;
}

/** GET /users/password/validate-reset-token (interface/auth 4). */
export const validateResetTokenRoutes = (deps: Deps): Route[] => [
  {
    method: 'GET',
    path: '/users/password/validate-reset-token',
    operation: 'validateResetToken',
    tag: tags.signIn,
    summary: 'Is the token of a reset mail valid? It stays so',
    about: 'A token works once, for 24 hours.',
    file: 'server/users/routes/users/password/validate-reset-token.ts',
    access: deps.rules.anyone,
    query: { token: Schema.String({ description: 'From the link in the mail', examples: [exampleIds.token] }) },
    answer: Schema.Object({ valid: Schema.Literal(true) }, { title: 'ValidToken', examples: [{ valid: true }] }),
    refusals: [429],
    handle: (call) => validate(deps, call),
  },
];

function validate(deps: Deps, call: Call): string {
  proveMail(deps, call, 'reset-password', call.query.token);
  return '{"valid":true}';
}
