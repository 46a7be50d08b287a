import type { Rules } from '../../../../../access/authorization/rule-table.ts';
import { tags } from '../../../../../http/answers/tags.ts';
import type { Route } from '../../../../../http/routing/route.ts';
import { signOnAnswers } from '../../../../browser.ts';
import type { SamlSignOn } from '../../../../saml/sign-on.ts';
import { mostXmlLength } from '../../../../saml/xml.ts';

interface Deps {
  readonly rules: Pick<Rules, 'anyone'>;
  readonly saml: Pick<SamlSignOn, 'finish'>;
}

/**
 * POST /users/login/saml/callback: the assertion consumer, to which the page of the identity provider posts (interface/auth 2.2). Which
 * request an answer must fit says a cookie that only the browser has which began it.
 */
export const samlCallbackRoutes = ({ rules, saml }: Deps): Route[] => [
  {
    family: 'site',
    method: 'POST',
    path: '/users/login/saml/callback',
    operation: 'endSaml',
    tag: tags.signIn,
    summary: 'Takes the answer of the SAML identity provider',
    file: 'server/sign-on/routes/users/login/saml/callback.ts',
    access: rules.anyone,
    isHtmlForm: true,
    bodyLimits: { bytes: 2 * mostXmlLength },
    answer: 'never',
    others: signOnAnswers,
    handle: (call) => saml.finish(call),
  },
];
