import { refuse } from '../../model/refusal.ts';
import type { AccessToken } from '../../model/resources/accounts/access-token.ts';
import { hasScope, type ScopeNeed, type TokenScope, tokenScopes } from '../../model/token-scopes.ts';

/** What a token leaves of the rights of its user (interface/auth 6.3). It never changes while the token is there. */
export interface Narrowing {
  /** Undefined: all. */
  readonly scopes: ReadonlySet<TokenScope> | undefined;
  /** The only canvases that it shows; undefined: all. */
  readonly canvases: ReadonlySet<string> | undefined;
  /** Callers of one user see the same when theirs have one name; `''` where nothing is narrowed. */
  readonly name: string;
}

export const NOT_NARROWED: Narrowing = Object.freeze({ scopes: undefined, canvases: undefined, name: '' });

/** Without a list of scopes, a token for some canvases has all but the administration of accounts. */
const ofCanvases: readonly TokenScope[] = ['read', 'write', 'control'];

export function narrowingOf({ id, scopes, canvas_ids }: Pick<AccessToken, 'id' | 'scopes' | 'canvas_ids'>): Narrowing {
  if (scopes === null && canvas_ids === null) return NOT_NARROWED;
  return { scopes: new Set(scopes ?? ofCanvases), canvases: canvas_ids === null ? undefined : new Set(canvas_ids), name: id };
}

/** The narrowing of a session by its own scopes. Sessions of one user with the same scopes see the same. */
export const narrowingTo = (scopes: readonly TokenScope[] | null): Narrowing =>
  scopes === null ? NOT_NARROWED : { scopes: new Set(scopes), canvases: undefined, name: scopes.join(' ') };

/** What a session has that is opened with this narrowing: the same scopes, in the order of the words. */
export const scopesOf = ({ scopes }: Narrowing): readonly TokenScope[] | null =>
  scopes ? tokenScopes.filter((scope) => scopes.has(scope)) : null;

export const allows = ({ scopes }: Narrowing, need: ScopeNeed): boolean => hasScope(scopes, need);

/** Throws the 403 of a token that was not made for this. */
export function requireScope(narrowing: Narrowing, need: ScopeNeed): void {
  if (!allows(narrowing, need)) throw refuse.unscoped(need);
}

/** Is every scope and canvas of the one in the other, too? */
export const isWithin = (one: Narrowing, other: Narrowing): boolean =>
  holds(other.scopes, one.scopes, (_, scope) => allows(other, scope)) &&
  holds(other.canvases, one.canvases, (all, canvas) => all.has(canvas));

/** Undefined is everything. */
function holds<T>(
  all: ReadonlySet<T> | undefined,
  some: ReadonlySet<T> | undefined,
  has: (all: ReadonlySet<T>, one: T) => boolean,
): boolean {
  return all === undefined || (some !== undefined && [...some].every((one) => has(all, one)));
}
