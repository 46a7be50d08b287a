import type { ProvenIdentity } from '../account.ts';
import { isToldEmail } from '../told-email.ts';
import { OidcFault } from './fault.ts';
import type { OidcSettings } from './settings.ts';

type ClaimSettings = Pick<OidcSettings, 'issuer' | 'groupClaim' | 'trustsEmails'>;

/** What a provider says of a person. Nothing in it has a type until it is looked at. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * More groups than anybody is in, and longer than their names are.
 * @bound Groups that an OpenID Connect provider may name: the first are used.
 */
const MOST_GROUPS = 1000;
const LONGEST_GROUP = 1000;
/** The limit is from OpenID Connect Core 1.0, section 2. */
const LONGEST_SUBJECT = 255;

/** Reads the person from claims. Throws an OidcFault. `claims`: of a verified token, with what the provider adds to it. */
export function identityOf(claims: Claims, { issuer, groupClaim, trustsEmails }: ClaimSettings): ProvenIdentity {
  const subject = textOf(claims.sub);
  if (subject === '' || subject.length > LONGEST_SUBJECT) throw new OidcFault('subject', 'the subject is missing or too long');
  return {
    provider: 'oidc',
    issuer,
    subject,
    email: emailOf(claims),
    isVouched: trustsEmails || verified.has(claims.email_verified),
    name: textOf(claims.name) || textOf(claims.preferred_username),
    groups: groupClaim === '' ? undefined : groupsOf(claims, groupClaim),
  };
}

/** Does the token itself say all that is needed? */
export const isComplete = (claims: Claims, groupClaim: string): boolean =>
  claims.email !== undefined && (groupClaim === '' || isSaid(claims, groupClaim));

/** Some providers send a text. */
const verified: ReadonlySet<unknown> = new Set([true, 'true']);

function emailOf({ email, email_verified }: Claims): string {
  if (typeof email !== 'string' || !isToldEmail(email)) throw new OidcFault('e-mail', 'the provider tells no e-mail address');
  if ((email_verified ?? undefined) !== undefined && !verified.has(email_verified)) {
    throw new OidcFault('e-mail', 'the provider has not verified the e-mail address');
  }
  return email;
}

/**
 * One that is missing means that the person is in none, so that leaving the last one counts. But some providers leave it out when
 * there are too many, and then say where else to ask: undefined, and memberships stay as they are.
 */
function groupsOf(claims: Claims, name: string): readonly string[] | undefined {
  const said = claimAt(claims, name);
  if (said === undefined && isElsewhere(claims, name)) return undefined;
  const all: readonly unknown[] = Array.isArray(said) ? said : [said];
  return all
    .filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= LONGEST_GROUP)
    .slice(0, MOST_GROUPS);
}

const isSaid = (claims: Claims, name: string): boolean => claimAt(claims, name) !== undefined || isElsewhere(claims, name);

/** OpenID Connect Core 1.0, section 5.6.2. */
const isElsewhere = (claims: Claims, name: string): boolean => ownOf(claims._claim_names, name) !== undefined;

/** The claim of this name, or the one at this path: `groups`, `https://idp.example/groups`, `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  const direct = ownOf(claims, name);
  return direct === undefined ? name.split('.').reduce(ownOf, claims as unknown) : direct;
}

const ownOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Claims)[key] : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
