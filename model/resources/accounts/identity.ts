import { readonly } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { Int, OneOf, Text } from '../../types.ts';
import { userKey } from './user.ts';

/** How an identity provider tells who somebody is. */
export const signOnProviders = ['saml', 'oidc'] as const;
export type SignOnProvider = (typeof signOnProviders)[number];

/**
 * The account that an identity provider means by one of its subjects (interface/auth 2.4): made by the first sign-on. In no
 * answer.
 */
export const Identity = defineResource({
  name: 'Identity',
  key: (id: string) => `identity:${id}`,
  fields: {
    id: readonly(Text(), '', { about: 'SHA-256 of provider, issuer and subject, base64url.' }),
    provider: readonly(OneOf(signOnProviders), 'saml'),
    issuer: readonly(Text(), ''),
    user_id: readonly(Int(), 0),
  },
  indexes: { 'identities-of': (identity) => userKey(identity.user_id) },
  cascades: { 'identities-of': 1 },
});
export type Identity = RecordOf<typeof Identity>;
