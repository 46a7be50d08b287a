import type { Body } from '../../../../../model/field.ts';
import { Schema } from '../../../../../model/json-schema.ts';
import { refuse } from '../../../../../model/refusal.ts';
import { Bool, Text } from '../../../../../model/types.ts';
import type { Rules } from '../../../../access/authorization/rule-table.ts';
import { tags } from '../../../../http/answers/tags.ts';
import type { Call, Route } from '../../../../http/routing/route.ts';
import { loginAnswer, loginText } from '../../../../users/open-session.ts';
import { signOnAnswers } from '../../../browser.ts';
import type { SamlSignOn } from '../../../saml/sign-on.ts';
import { mostXmlLength } from '../../../saml/xml.ts';

interface Deps {
  readonly rules: Pick<Rules, 'anyone'>;
  readonly saml: Pick<SamlSignOn, 'logIn' | 'refuseUnlessOn' | 'begin'>;
}

const body = Schema.Object(
  {
    inResponseTo: Schema.String({ description: 'The id of the request to which the response is the answer' }),
    responseXml: Schema.String({ description: 'The response of the identity provider: XML, or XML in base64' }),
    remember: Schema.Optional(Schema.Boolean({ description: 'The new token lives for 14 days instead of 24 hours' })),
  },
  {
    title: 'SamlLogin',
    examples: [{ inResponseTo: '_4f1c09b7a2', responseXml: 'PHNhbWxwOlJlc3BvbnNlPjwvc2FtbHA6UmVzcG9uc2U+' }],
  },
);

/** POST /users/login/saml of the interface, and the page of this path, where a browser begins (interface/auth 2.2). */
export const samlRoutes = ({ rules, saml }: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/login/saml',
    operation: 'loginWithSaml',
    tag: tags.signIn,
    summary: 'Signs in with the answer of a SAML identity provider',
    about:
      'For programs that began the sign-on themselves and keep the id of their request. The response or the assertion in it must be signed by the certificate whose fingerprint server-config names; an assertion is accepted once.',
    file: 'server/sign-on/routes/users/login/saml.ts',
    access: rules.anyone,
    body,
    // In base64 and with escapes
    bodyLimits: { bytes: 2 * mostXmlLength },
    answer: loginAnswer,
    refusals: [401, 403, 409, 429],
    handle: (call) => logIn(saml, call),
  },
  {
    family: 'site',
    method: 'GET',
    path: '/users/login/saml',
    operation: 'beginSaml',
    tag: tags.signIn,
    summary: 'Sends a browser to the SAML identity provider',
    file: 'server/sign-on/routes/users/login/saml.ts',
    access: rules.anyone,
    answer: 'never',
    others: signOnAnswers,
    handle: (call) => saml.begin(call),
  },
];

/** Whether SAML is enabled is said first: one client finds that out with a request without a body. */
async function logIn(saml: Deps['saml'], call: Call): Promise<string> {
  saml.refuseUnlessOn();
  const request = neededText(call.body, 'inResponseTo');
  const document = neededText(call.body, 'responseXml');
  const remember = (call.body.remember ?? null) === null ? false : Bool.read(call.body.remember, 'remember', undefined);
  return loginText(await saml.logIn(call, { request, document, remember }));
}

function neededText(body: Body, key: string): string {
  const sent = body[key] ?? '';
  if (sent === '') throw refuse.missing(key);
  return Text().read(sent, key, undefined);
}
