import { refuse } from '../../../../../model/refusal.ts';
import type { Rules } from '../../../../access/rule-table.ts';
import type { Call, Reply, Route } from '../../../../http/route.ts';
import { tags } from '../../../../http/tags.ts';
import { forBrowser, signedOn, signOnAnswers } from '../../../../sign-on/browser.ts';
import type { Pending } from '../../../../sign-on/pending.ts';
import { pendingRequests, startPath } from '../../../../sign-on/saml/browser.ts';
import { samlSetup } from '../../../../sign-on/saml/setup.ts';
import { type SamlDeps, signOnWithSaml } from '../../../../sign-on/saml/sign-on.ts';
import { mostXmlBytes } from '../../../../sign-on/saml/xml.ts';

interface Deps extends SamlDeps {
  readonly rules: Pick<Rules, 'anyone'>;
}

/**
 * POST /users/login/saml/callback: the assertion consumer, to which the page of the identity provider posts (interface/auth 2.2). Which
 * request an answer must fit says a cookie that only the browser has which began it.
 */
export const samlCallbackRoutes = (deps: Deps): Route[] => [
  {
    family: 'site',
    method: 'POST',
    path: '/users/login/saml/callback',
    operation: 'endSaml',
    tag: tags.signIn,
    summary: 'Takes the answer of the SAML identity provider',
    file: 'server/routes/users/login/saml/callback.ts',
    access: deps.rules.anyone,
    isHtmlForm: true,
    bodyLimits: { bytes: 2 * mostXmlBytes },
    answer: 'never',
    others: signOnAnswers,
    handle: (call) => end(deps, call),
  },
];

function end(deps: Deps, call: Call): Promise<Reply> {
  return forBrowser(startPath('/'), [], async () => {
    const cookies = pendingRequests(samlSetup(deps.store.directory, deps.externalUrl));
    const pending = cookies.read(call.headers.cookie);
    const { SAMLResponse: document } = call.body;
    if (typeof document !== 'string' || document === '') throw refuse.missing('SAMLResponse');
    if (pending.length === 0) throw refuse.conflict(begunElsewhere);
    let answered: Pending | undefined;
    const request = (inResponseTo: string | undefined): string | undefined => {
      answered = pending.find(({ id }) => id === inResponseTo);
      return answered?.id;
    };
    const opened = await signOnWithSaml(deps, call, { document, request, remember: false });
    return signedOn(call, opened, answered!.next, [cookies.without(call.headers.cookie, answered!.id)]);
  });
}

/** Also said to those who begin at the identity provider, which anybody can make a browser do as somebody else. */
const begunElsewhere = 'This sign-in was not begun here, or more than ten minutes ago';
