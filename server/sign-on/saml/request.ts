import { hash, randomBytes } from 'node:crypto';
import type { SamlSetup, ServiceProvider } from './setup.ts';

/** Random enough that nobody foresees it, and a valid name of XML. */
export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`;

/** The address of the identity provider with an AuthnRequest of this id (HTTP-Redirect binding, not signed). */
export async function authnRequestUrl(setup: SamlSetup, id: string): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  const saml = new SAML({
    ...named(setup),
    entryPoint: setup.target,
    generateUniqueId: () => id,
    // How people prove who they are is for their provider to decide: with a second factor, for example
    disableRequestedAuthnContext: true,
    // Nothing is verified here
    idpCert: (done) => done(new Error('A request needs no certificate')),
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

/** The metadata with which an administrator introduces this server to an identity provider. The same setup gives the same text. */
export async function samlMetadata(provider: ServiceProvider): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  const id = hash('sha256', JSON.stringify(provider), 'hex');
  return generateServiceProviderMetadata({ ...named(provider), wantAssertionsSigned: true, generateUniqueId: () => `_${id}` });
}

const named = ({ audience, recipient, nameIdFormat }: ServiceProvider) => ({
  issuer: audience,
  callbackUrl: recipient,
  identifierFormat: nameIdFormat,
});
