import { exampleIds } from '../../../model/example-ids.ts';
import { jsonText } from '../../../model/json.ts';
import { Schema } from '../../../model/json-schema.ts';
import { Server } from '../../../model/resources/server.ts';
import type { Rules } from '../../access/authorization/rule-table.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Route } from '../../http/routing/route.ts';
import type { Store } from '../../store/store.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'anyone'>;
  /** `<semver> [<build id>]` */
  readonly version: string;
}

const answer = Schema.Object(
  {
    api: Schema.Array(Schema.String(), { minItems: 1, description: 'Versions of this interface', examples: [['v1.4']] }),
    go: Schema.String({ description: 'Version of the runtime', examples: ['20.19.0'] }),
    server_id: Schema.String({ format: 'uuid', examples: [exampleIds.server] }),
    version: Schema.String({ description: '`<version> [<build>]`', examples: ['0.1.0 [a91c3e07b0d2]'] }),
  },
  { title: 'ServerInfo' },
);

/** GET /server-info (interface/auth 7). `go` is the version of the runtime: one client requires the key. */
export const serverInfoRoutes = ({ store, rules, version }: Deps): Route[] => [
  {
    method: 'GET',
    path: '/server-info',
    operation: 'getServerInfo',
    tag: tags.server,
    summary: 'Version of the interface and of the server',
    about: 'Without a token. `version` is that of the server, `api` the versions of this interface that it speaks.',
    file: 'server/server-config/routes/server-info.ts',
    access: rules.anyone,
    answer,
    handle: () => {
      const { server_id } = store.directory.get(Server, 'server')!;
      return jsonText({ api: ['v1.4'], go: process.versions.node, server_id, version });
    },
  },
];
