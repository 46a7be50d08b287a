import { exampleIds } from '../../../../../model/example-ids.ts';
import type { Body } from '../../../../../model/field.ts';
import { editable, readCreate, required } from '../../../../../model/field.ts';
import { refuse } from '../../../../../model/refusal.ts';
import { User } from '../../../../../model/resources/accounts/user.ts';
import { CLIENTS, Client, clientScope } from '../../../../../model/resources/displays/client.ts';
import { Workspace } from '../../../../../model/resources/displays/workspace.ts';
import { Server } from '../../../../../model/resources/server.ts';
import { answerSchema, createSchema } from '../../../../../model/schemas.ts';
import { CanvasOrNone, Text } from '../../../../../model/types.ts';
import type { Rules } from '../../../../access/authorization/rule-table.ts';
import { clientView } from '../../../../collections/deps.ts';
import { named } from '../../../../collections/named.ts';
import type { Route } from '../../../../http/routing/route.ts';
import { type ClientDeps, shownWorkspace, steererOf } from '../../../behaviours/clients.ts';

interface Deps extends ClientDeps {
  readonly rules: Pick<Rules, 'controlClient'>;
}

/** Some programs send the keys with hyphens. */
const fields = {
  canvas_id: required(CanvasOrNone, {
    aliases: ['canvas-id'],
    about: 'Empty closes what is open',
    example: exampleIds.canvas,
  }),
  server_id: editable(Text({ max: 255 }), '', { aliases: ['server-id'], about: 'This server, or empty' }),
  user_email: editable(Text({ max: 1024 }), '', {
    aliases: ['user-email'],
    about: 'E-mail of the user as whom the client is connected, or empty',
  }),
};

/** POST /clients/:client_id/workspaces/:index/open-canvas (interface/streaming 3.3). */
export const openCanvasRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/clients/:client_id/workspaces/:index/open-canvas',
    operation: 'openCanvas',
    tag: Workspace.collection.tag,
    summary: 'Opens a canvas in a workspace',
    about:
      'Answered when the client has begun to open it: the workspace is `opening`, and `open` once it is shown. What is open already is not loaded again.',
    file: 'server/displays/routes/clients/workspaces/open-canvas.ts',
    access: deps.rules.controlClient,
    ruleScope: CLIENTS,
    scope: ({ client_id }) => clientScope(client_id!),
    body: createSchema('OpenCanvas', fields),
    answer: answerSchema(Workspace.name, Workspace.fields),
    refusals: [409, 501],
    async handle(call) {
      const { client_id = '', index = '' } = call.params;
      const { id } = named(Workspace, clientView(deps, call.params), call.params);
      const canvas = readCanvas(deps, client_id, call.body);
      const done = await deps.displays.steering.openCanvas(client_id, id as number, canvas, steererOf(call));
      return shownWorkspace(deps, call, index, done);
    },
  },
];

function readCanvas({ store }: Deps, client: string, body: Body): string {
  const { canvas_id = '', server_id = '', user_email = '' } = readCreate(fields, body);
  if (server_id !== '' && server_id !== store.directory.get(Server, 'server')!.server_id) {
    throw refuse.invalid(`Unknown server ${server_id.slice(0, 100)}`);
  }
  const owner = store.directory.get(User, store.seen(CLIENTS)!.get(Client, client)!.owner);
  if (user_email !== '' && user_email.toLowerCase() !== owner?.email.toLowerCase()) {
    throw refuse.invalid(`User ${user_email.slice(0, 255)} is not signed in on this client`);
  }
  return canvas_id;
}
