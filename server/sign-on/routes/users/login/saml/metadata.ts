import type { Rules } from '../../../../../access/authorization/rule-table.ts';
import { tags } from '../../../../../http/answers/tags.ts';
import type { Route } from '../../../../../http/routing/route.ts';
import type { Store } from '../../../../../store/store.ts';
import { samlMetadata } from '../../../../saml/request.ts';
import { samlServiceProvider } from '../../../../saml/setup.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  /** The setting with which the server started. */
  readonly externalUrl: string;
  readonly rules: Pick<Rules, 'anyone'>;
}

/** GET /users/login/saml/metadata: what an identity provider must know of this server, also before SAML is enabled (interface/auth 2.2). */
export const samlMetadataRoutes = ({ store, externalUrl, rules }: Deps): Route[] => [
  {
    family: 'site',
    method: 'GET',
    path: '/users/login/saml/metadata',
    operation: 'getSamlMetadata',
    tag: tags.signIn,
    summary: 'The SAML metadata of this server',
    file: 'server/sign-on/routes/users/login/saml/metadata.ts',
    access: rules.anyone,
    answer: 'text',
    mediaType: 'application/samlmetadata+xml',
    handle: () => samlMetadata(samlServiceProvider(store.directory, externalUrl)),
  },
];
