import Schema from 'typebox';
import { jsonText } from '../../model/json.ts';
import { Server } from '../../model/resources/server.ts';
import type { Rules } from '../access/rules.ts';
import type { Route } from '../http/route.ts';
import type { Store } from '../store/types.ts';

interface Parts {
  readonly store: Store;
  readonly rules: Pick<Rules, 'anyone'>;
  /** `<semver> [<build id>]` */
  readonly version: string;
}

const answer = Schema.Object(
  {
    api: Schema.Array(Schema.String(), { minItems: 1 }),
    go: Schema.String(),
    server_id: Schema.String(),
    version: Schema.String(),
  },
  { title: 'ServerInfo' },
);

/** GET /server-info (auth contract 7). `go` is the version of the runtime: a client's model requires the key. */
export const serverInfoRoutes = ({ store, rules, version }: Parts): Route[] => [
  {
    method: 'GET',
    path: '/server-info',
    summary: 'Version of the interface and of the server',
    file: 'server/routes/server-info.ts',
    access: rules.anyone,
    answer,
    handle: () => {
      const { server_id } = store.directory.get(Server, 'server')!;
      return jsonText({ api: ['v1.4'], go: process.versions.node, server_id, version });
    },
  },
];
