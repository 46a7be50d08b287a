import { exampleIds } from '../../../../model/example-ids.ts';
import { jsonText } from '../../../../model/json.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { Licence } from '../../../../model/resources/licence.ts';
import { Server } from '../../../../model/resources/server.ts';
import { Text } from '../../../../model/types.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { type Clock, timestamp } from '../../../clock.ts';
import type { Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import { requestText } from '../../terms.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  readonly rules: Pick<Rules, 'administrator'>;
  readonly clock: Pick<Clock, 'now'>;
}

const example = requestText({ server_id: exampleIds.server, key: 'order 4711', created_at: '2026-03-14T09:26:53.589Z' });
const answer = Schema.Object(
  { request: Schema.String({ description: 'Base64url of JSON: `server_id`, `key`, `created_at`', examples: [example] }) },
  { title: 'LicenseRequest' },
);

/** GET /license/request (interface/auth 9). */
export const licenceRequestRoutes = ({ store, rules, clock }: Deps): Route[] => [
  {
    method: 'GET',
    path: '/license/request',
    operation: 'getLicenseRequest',
    tag: Licence.collection.tag,
    summary: 'A text that asks an issuer for a licence for this server',
    about: 'It goes to the issuer by mail or by hand; the server keeps nothing of it.',
    file: 'server/licence/routes/license/request.ts',
    access: rules.administrator,
    query: {
      key: Schema.String({ maxLength: 1024, description: 'Whatever the issuer wants to know, such as the number of an order' }),
    },
    answer,
    handle({ query }) {
      const key = Text({ max: 1024 }).read(query.key ?? '', 'key', undefined);
      const { server_id } = store.directory.get(Server, 'server')!;
      return jsonText({ request: requestText({ server_id, key, created_at: timestamp(clock.now()) }) });
    },
  },
];
