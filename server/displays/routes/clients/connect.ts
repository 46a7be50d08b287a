import { Client } from '../../../../model/resources/displays/client.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import type { Route } from '../../../http/routing/route.ts';
import type { Displays } from '../../displays.ts';

interface Deps {
  readonly rules: Pick<Rules, 'connectDisplay'>;
  readonly displays: Pick<Displays, 'take'>;
}

/** GET /clients/connect: a WebSocket, over which a display client shows itself and is steered (interface/streaming 4). */
export const connectRoutes = ({ rules, displays }: Deps): Route[] => [
  {
    method: 'GET',
    path: '/clients/connect',
    operation: 'connectClient',
    tag: Client.collection.tag,
    summary: 'Connects a display client by WebSocket',
    about:
      'The first message is `hello`, with a token where the request had none. The messages are those of the AsyncAPI document, `/api/asyncapi.json`, which `/api/docs/displays` shows. Without a token only a viewer may connect, as Guest, and see what links share.',
    file: 'server/displays/routes/clients/connect.ts',
    access: rules.connectDisplay,
    answer: 'never',
    protocol: 'WebSocket',
    take: (upgraded) => displays.take(upgraded),
  },
];
