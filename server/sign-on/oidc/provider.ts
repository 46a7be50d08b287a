import type { ClientAuth, ClientMetadata, Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import { isPrivateWay, webAddress } from '../../../model/web-address.ts';
import type { Clock } from '../../clock.ts';
import type { OutgoingClient } from '../../outgoing/outgoing.ts';
import { OidcFault } from './fault.ts';
import { faultOf } from './library-faults.ts';
import type { OidcClient } from './settings.ts';

type Library = typeof import('openid-client');

/** A provider that can be asked, and how this server asks it. */
export interface OidcProvider {
  readonly library: Library;
  readonly configuration: Configuration;
  /** Is there more to learn about a person than the token says? */
  readonly hasUserInfo: boolean;
}

interface Deps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly outgoing: Pick<OutgoingClient, 'fetch'>;
}

/** What a provider said of itself. Everybody who needs it at the same time waits for the same request. */
interface ProviderMetadata {
  readonly issuer: string;
  readonly metadata: Promise<ServerMetadata>;
  /** In milliseconds of `steady`. */
  until: number;
}

/** A provider changes its endpoints and algorithms seldom; its keys have an age of their own, in the library. */
const DISCOVERED_MS = 3_600_000;
/** A provider that did not answer is not asked again by everybody who tries. */
const FAILED_MS = 5_000;
/** The clocks of two machines differ. */
export const TOLERANCE_SECONDS = 60;

/** Only the provider has the keys of these algorithms. With HS256 the key would be the client secret; with `none`, nothing. */
const algorithms: ReadonlySet<string> = new Set([
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]);

/** Finds the provider that the settings name (OpenID Connect Discovery 1.0). Rejects with an OidcFault. */
export function createOidcProviders({ clock, outgoing }: Deps): (client: OidcClient) => Promise<OidcProvider> {
  let discovered: ProviderMetadata | undefined;
  let made: { readonly metadata: ServerMetadata; readonly client: string; readonly provider: OidcProvider } | undefined;

  const discover = (library: Library, issuer: string): ProviderMetadata => {
    const metadata = askForMetadata(library, issuer, outgoing);
    const one: ProviderMetadata = { issuer, metadata, until: clock.steady() + DISCOVERED_MS };
    metadata.catch(() => {
      one.until = clock.steady() + FAILED_MS;
    });
    return one;
  };
  return async (client) => {
    // Loaded at the first use
    const library = await import('openid-client');
    if (discovered?.issuer !== client.issuer || discovered.until <= clock.steady()) discovered = discover(library, client.issuer);
    const metadata = await discovered.metadata;
    const name = JSON.stringify([client.issuer, client.clientId, client.clientSecret]);
    if (made?.metadata !== metadata || made.client !== name) {
      made = { metadata, client: name, provider: configure(library, metadata, client, outgoing) };
    }
    return made.provider;
  };
}

async function askForMetadata(
  library: Library,
  issuer: string,
  outgoing: Pick<OutgoingClient, 'fetch'>,
): Promise<ServerMetadata> {
  try {
    const options = { [library.customFetch]: fetchBy(outgoing), execute: isPlain(issuer) ? [library.allowInsecureRequests] : [] };
    const found = await library.discovery(new URL(issuer), 'unused', undefined, library.None(), options);
    return usable(found.serverMetadata(), issuer);
  } catch (cause) {
    const { reason, message } = faultOf(cause);
    throw new OidcFault(reason === 'provider unavailable' ? reason : 'provider not usable', message);
  }
}

/** What counts of the metadata. Refuses a provider that does not do what its proof depends on. */
function usable(metadata: ServerMetadata, issuer: string): ServerMetadata {
  // The library makes exceptions for addresses that stand for many issuers, each of which could name anybody's e-mail address
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== new URL(issuer).href) {
    throw new OidcFault('provider not usable', 'the provider calls itself by another issuer than the settings do');
  }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const) {
    if (name === 'userinfo_endpoint' && metadata[name] === undefined) continue;
    const url = webAddress(String(metadata[name]));
    if (!url || !isPrivateWay(url)) throw new OidcFault('provider not usable', `its ${name} is not an https address`);
  }
  const offered: readonly string[] = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const accepted = Array.isArray(offered) ? offered.filter((one) => algorithms.has(one)) : [];
  if (accepted.length === 0) throw new OidcFault('provider not usable', 'it signs with no algorithm that is accepted');
  const { mtls_endpoint_aliases: _, ...rest } = metadata;
  return { ...rest, id_token_signing_alg_values_supported: accepted };
}

function configure(
  library: Library,
  metadata: ServerMetadata,
  client: OidcClient,
  outgoing: Pick<OutgoingClient, 'fetch'>,
): OidcProvider {
  const settings: Partial<ClientMetadata> = { [library.clockTolerance]: TOLERANCE_SECONDS };
  const configuration = new library.Configuration(metadata, client.clientId, settings, authentication(library, metadata, client));
  configuration[library.customFetch] = fetchBy(outgoing);
  // The time of every request is bounded by what sends it
  configuration.timeout = undefined;
  if (isPlain(client.issuer)) library.allowInsecureRequests(configuration);
  library.enableNonRepudiationChecks(configuration);
  return { library, configuration, hasUserInfo: metadata.userinfo_endpoint !== undefined };
}

/**
 * The secret goes into the body where the provider says that it takes it there. In the header it must be encoded in a way that some of
 * the largest providers do not decode; but every provider has to take it there, so that is the default of the specification.
 */
function authentication(library: Library, metadata: ServerMetadata, { clientSecret }: OidcClient): ClientAuth {
  if (clientSecret === '') return library.None();
  const methods = metadata.token_endpoint_auth_methods_supported;
  const isPosted = Array.isArray(methods) && methods.includes('client_secret_post');
  return isPosted ? library.ClientSecretPost(clientSecret) : library.ClientSecretBasic(clientSecret);
}

/** Without TLS: on this machine itself, or it would not be among the settings. */
const isPlain = (issuer: string): boolean => issuer.startsWith('http:');

const fetchBy =
  ({ fetch }: Pick<OutgoingClient, 'fetch'>): CustomFetch =>
  (address, { method, headers, body }) =>
    fetch(address, { method, headers, body: body as URLSearchParams | undefined });
