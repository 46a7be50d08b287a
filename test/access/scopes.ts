import type { Need } from './verdict.ts';

/** What a token may be narrowed to, written from the reference (interface/auth 6.3). */
export const scopes = ['read', 'write', 'control', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of which a token needs one for a route, or any for what every token may do. */
export function scopesFor(route: string, need: Need): readonly Scope[] {
  const [method, path = ''] = route.split(' ');
  const reads = method === 'GET';
  if (need === 'anyone' || need === 'anyone, known or not' || need === 'signed in, blocked too') return scopes;
  if (need === 'administrator' || need === 'the user') return ['admin'];
  if (need === 'control client' || need === 'steer installation') return ['control'];
  if (need === 'view installation') return ['read', 'write', 'control'];
  if (reads && path.startsWith('/clients') && path !== '/clients/connect') return ['read', 'write', 'control'];
  if (reads && need !== 'the user alone' && /^\/(users|groups)/.test(path)) return ['read', 'write', 'admin'];
  return reads ? ['read', 'write'] : ['write'];
}

/** The words of the refusal for those scopes. */
export function neededScope(enough: readonly Scope[]): string {
  // To write includes to read, so the refusal names read only
  const named = enough.length > 1 ? enough.filter((scope) => scope !== 'write') : enough;
  return named.join(' or ');
}
