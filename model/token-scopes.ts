/** What a permanent token may be narrowed to (interface/auth 6.3). */
export const tokenScopes = ['read', 'write', 'control', 'admin'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/**
 * What rules and messages ask of a token, and the scopes each of which is enough for it: to write includes to read, to steer displays
 * includes to see them, and to administer accounts includes to list them. Otherwise no scope includes another.
 */
const enough = {
  nothing: tokenScopes,
  read: ['read', 'write'],
  'read or control': ['read', 'write', 'control'],
  'read or admin': ['read', 'write', 'admin'],
  write: ['write'],
  control: ['control'],
  admin: ['admin'],
} as const satisfies Record<string, readonly TokenScope[]>;

/** The scope that a rule or a message needs. */
export type ScopeNeed = keyof typeof enough;

/** `scopes`: undefined for a token that has them all. */
export const hasScope = (scopes: ReadonlySet<TokenScope> | undefined, need: ScopeNeed): boolean =>
  scopes === undefined || enough[need].some((scope) => scopes.has(scope));
