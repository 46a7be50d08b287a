import { messageLevels } from '../../../../model/displays/commands.ts';
import { editable, readCreate, required } from '../../../../model/field.ts';
import { refuse } from '../../../../model/refusal.ts';
import { clientScope } from '../../../../model/resources/displays/client.ts';
import { Workspace } from '../../../../model/resources/displays/workspace.ts';
import { createSchema } from '../../../../model/schemas.ts';
import { Int, OneOf, Text } from '../../../../model/types.ts';
import type { Route } from '../../../http/routing/route.ts';
import { steererOf } from '../../behaviours/clients.ts';
import { type PersonalDeps, personal, said } from '../../behaviours/personal.ts';

const fields = {
  text: required(Text({ max: 500, empty: false }), {
    about: 'Shown as it is: no markup',
    example: 'The doors open in ten minutes',
  }),
  seconds: editable(Int({ min: 0, max: 86_400 }), 20, { about: '0: until somebody closes it; default: 20' }),
  level: editable(OneOf(messageLevels), 'info', { about: 'An `alert` stays until it is touched; default: `info`' }),
  workspace: editable(Int({ min: -1 }), -1, { about: 'Index; default: on all of them' }),
};

/** POST /clients/:client_id/message (interface/streaming 3.11). */
export const messageRoutes = (deps: PersonalDeps): Route[] => [
  {
    ...personal(deps),
    path: '/clients/:client_id/message',
    operation: 'messageClient',
    summary: 'Shows a message to the people in front of a display',
    about: 'At most 60 in a minute for each display.',
    file: 'server/displays/routes/clients/message.ts',
    body: createSchema('Message', fields),
    refusals: [409, 429, 501],
    async handle(call) {
      const id = call.params.client_id!;
      const { text = '', seconds = 20, level = 'info', workspace = -1 } = readCreate(fields, call.body);
      if (workspace >= 0 && !deps.store.seen(clientScope(id))?.get(Workspace, workspace))
        throw refuse.notFound('Workspace', workspace);
      const where = workspace >= 0 && { on_workspace: workspace };
      const ask = { op: 'message', text, seconds, level, ...where } as const;
      await deps.displays.steering.showMessage(id, ask, steererOf(call));
      return said('Shown');
    },
  },
];
