import Schema from 'typebox';
import type { Body } from '../../../../model/field.ts';
import { refuse } from '../../../../model/refusal.ts';
import { Bool, Text } from '../../../../model/types.ts';
import type { Rules } from '../../../access/rule-table.ts';
import type { Call, Reply, Route } from '../../../http/route.ts';
import { tags } from '../../../http/tags.ts';
import { forBrowser, sendOn, signOnAnswers } from '../../../sign-on/browser.ts';
import { nextPath } from '../../../sign-on/next-path.ts';
import { pendingRequests, startPath } from '../../../sign-on/saml/browser.ts';
import { authnRequestUrl, newRequestId } from '../../../sign-on/saml/request.ts';
import { samlSetup } from '../../../sign-on/saml/setup.ts';
import { type SamlDeps, signOnWithSaml } from '../../../sign-on/saml/sign-on.ts';
import { mostXmlBytes } from '../../../sign-on/saml/xml.ts';
import { loginAnswer, loginText } from '../../../users/open-session.ts';

interface Deps extends SamlDeps {
  readonly rules: Pick<Rules, 'anyone'>;
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
export const samlRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/login/saml',
    operation: 'loginWithSaml',
    tag: tags.signIn,
    summary: 'Signs in with the answer of a SAML identity provider',
    about:
      'For programs that began the sign-on themselves and keep the id of their request. The response or the assertion in it must be signed by the certificate whose fingerprint server-config names; an assertion is accepted once.',
    file: 'server/routes/users/login/saml.ts',
    access: deps.rules.anyone,
    body,
    // In base64 and with escapes
    bodyLimits: { bytes: 2 * mostXmlBytes },
    answer: loginAnswer,
    refusals: [401, 403, 409],
    handle: (call) => login(deps, call),
  },
  {
    family: 'site',
    method: 'GET',
    path: '/users/login/saml',
    operation: 'beginSaml',
    tag: tags.signIn,
    summary: 'Sends a browser to the SAML identity provider',
    file: 'server/routes/users/login/saml.ts',
    access: deps.rules.anyone,
    answer: 'never',
    others: signOnAnswers,
    handle: (call) => begin(deps, call),
  },
];

/** Whether SAML is enabled is said first: one client finds that out with a request without a body. */
async function login(deps: Deps, call: Call): Promise<string> {
  samlSetup(deps.store.directory, deps.externalUrl);
  const request = neededText(call.body, 'inResponseTo');
  const document = neededText(call.body, 'responseXml');
  const remember = (call.body.remember ?? null) === null ? false : Bool.read(call.body.remember, 'remember', undefined);
  return loginText(await signOnWithSaml(deps, call, { document, request: () => request, remember }));
}

function neededText(body: Body, key: string): string {
  const sent = body[key] ?? '';
  if (sent === '') throw refuse.missing(key);
  return Text().read(sent, key, undefined);
}

function begin(deps: Deps, call: Call): Promise<Reply> {
  const next = nextPath(call.query.next);
  return forBrowser(startPath(next), [], async () => {
    const setup = samlSetup(deps.store.directory, deps.externalUrl);
    const id = newRequestId();
    const cookie = pendingRequests(setup).with(call.headers.cookie, { id, next });
    return sendOn(await authnRequestUrl(setup, id), [cookie]);
  });
}
