import { hash, randomBytes } from 'node:crypto';

/** A new token: 32 random bytes in base64url, 43 characters. Its owner sees it once, and it is stored nowhere. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. A plain hash is enough: a token has 256 random bits, so there is nothing to guess. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');
