import type { Rules } from '../../../../../access/authorization/rule-table.ts';
import { tags } from '../../../../../http/answers/tags.ts';
import type { Route } from '../../../../../http/routing/route.ts';
import { signOnAnswers } from '../../../../browser.ts';
import { startPath } from '../../../../oidc/settings.ts';
import type { OidcSignOn } from '../../../../oidc/sign-on.ts';

interface Deps {
  readonly rules: Pick<Rules, 'anyone'>;
  readonly oidc: Pick<OidcSignOn, 'finish'>;
}

/** GET /users/login/oidc/callback (interface/auth 2.6): where the provider sends the browser back to. */
export const oidcCallbackRoutes = ({ rules, oidc }: Deps): Route[] => [
  {
    family: 'site',
    method: 'GET',
    path: `${startPath}/callback`,
    operation: 'finishOidcSignOn',
    tag: tags.signIn,
    summary: 'Takes a browser back from the provider of OpenID Connect, and gives it a session',
    file: 'server/sign-on/routes/users/login/oidc/callback.ts',
    access: rules.anyone,
    answer: 'never',
    others: signOnAnswers,
    handle: (call) => oidc.finish(call),
  },
];
