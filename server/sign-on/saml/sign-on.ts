import type { View } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { UsedAssertion } from '../../../model/resources/used-assertion.ts';
import { tokenHash } from '../../access/tokens.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../http/deps.ts';
import type { Call } from '../../http/route.ts';
import type { Store, Transaction } from '../../store/store.ts';
import { type OpenedSession, recordFailure, type SessionDeps } from '../../users/open-session.ts';
import { openSignOn, type SignOnProof } from '../account.ts';
import { checkAssertion, identityOf } from './assertion.ts';
import { type ReadResponse, readResponse, verifiedAssertion } from './response.ts';
import { SamlFault } from './saml-fault.ts';
import { type SamlSetup, samlSetup } from './setup.ts';

export interface SamlDeps extends SessionDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'info'>;
  /** The setting with which the server started. */
  readonly externalUrl: string;
}

export interface SentResponse {
  /** XML, raw or in base64. */
  readonly document: string;
  /** The id of the request that it must answer, given the one that it says it answers. Undefined: it answers none of ours. */
  readonly request: (inResponseTo: string | undefined) => string | undefined;
  readonly remember: boolean;
}

type Asking = Pick<Call, 'author' | 'permit'>;

/**
 * Opens a session for whoever a SAML response proves (interface/auth 2.2). Whatever is wrong with the response is one 401; the
 * reason stands in the log of the server and, as a word, in the audit log.
 */
export async function signOnWithSaml(deps: SamlDeps, call: Asking, sent: SentResponse): Promise<OpenedSession> {
  const setup = samlSetup(deps.store.directory, deps.externalUrl);
  return openSignOn(deps, call, await provedBy(deps, call, setup, sent), sent.remember);
}

async function provedBy(
  deps: SamlDeps,
  call: Asking,
  setup: SamlSetup,
  { document, request }: SentResponse,
): Promise<SignOnProof> {
  try {
    const response = readResponse(document);
    const id = request(response.inResponseTo);
    if (id === undefined) throw new SamlFault('request', 'it answers no request that this browser began in the last ten minutes');
    return await prove(deps, setup, response, id);
  } catch (cause) {
    if (!(cause instanceof SamlFault)) throw cause;
    const { reason, message } = cause;
    deps.log.info({ reason, ip: call.author.ip }, `a SAML response was refused: ${message}`);
    await recordFailure(deps, call.author.ip, { user: undefined, told: { provider: 'saml', reason } });
    throw refuse.invalidSaml();
  }
}

async function prove(deps: SamlDeps, setup: SamlSetup, response: ReadResponse, request: string): Promise<SignOnProof> {
  const { store, clock, externalUrl } = deps;
  const assertion = await verifiedAssertion(response, setup, request);
  const { id, expires_at } = checkAssertion(assertion, setup, request, clock.now());
  const used: UsedAssertion = { id: tokenHash(JSON.stringify([setup.issuer, id])), expires_at };
  if (isUsed(store.directory, used)) throw new SamlFault('replayed', 'the assertion was used before');
  return {
    identity: identityOf(assertion, setup.issuer, setup.groupAttribute),
    holds(tx) {
      // An administrator may have set something else meanwhile, and another request may have used the assertion
      const isSame = JSON.stringify(samlSetup(tx.directory, externalUrl)) === JSON.stringify(setup);
      if (!isSame || isUsed(tx.directory, used)) throw refuse.invalidSaml();
      use(tx, used);
    },
  };
}

const isUsed = (view: View, { id }: UsedAssertion): boolean => view.get(UsedAssertion, id) !== undefined;
const use = ({ directory }: Transaction, used: UsedAssertion): void => directory.insert(UsedAssertion, used);
