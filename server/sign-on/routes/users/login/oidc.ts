import type { Rules } from '../../../../access/authorization/rule-table.ts';
import { tags } from '../../../../http/answers/tags.ts';
import type { Route } from '../../../../http/routing/route.ts';
import { signOnAnswers } from '../../../browser.ts';
import { startPath } from '../../../oidc/settings.ts';
import type { OidcSignOn } from '../../../oidc/sign-on.ts';

interface Deps {
  readonly rules: Pick<Rules, 'anyone'>;
  readonly oidc: Pick<OidcSignOn, 'begin'>;
}

/** GET /users/login/oidc (interface/auth 2.6): outside the interface, for browsers. */
export const oidcRoutes = ({ rules, oidc }: Deps): Route[] => [
  {
    family: 'site',
    method: 'GET',
    path: startPath,
    operation: 'beginOidcSignOn',
    tag: tags.signIn,
    summary: 'Sends a browser to the provider of OpenID Connect',
    file: 'server/sign-on/routes/users/login/oidc.ts',
    access: rules.anyone,
    answer: 'never',
    others: signOnAnswers,
    handle: (call) => oidc.begin(call),
  },
];
