import { editable, readCreate } from '../../../../model/field.ts';
import { createSchema } from '../../../../model/schemas.ts';
import { Int } from '../../../../model/types.ts';
import type { Route } from '../../../http/routing/route.ts';
import { steererOf } from '../../behaviours/clients.ts';
import { type PersonalDeps, personal, said } from '../../behaviours/personal.ts';

const fields = { seconds: editable(Int({ min: 1, max: 60 }), 8, { about: 'How long it is shown; default: 8' }) };

/** POST /clients/:client_id/identify (interface/streaming 3.11). */
export const identifyRoutes = (deps: PersonalDeps): Route[] => [
  {
    ...personal(deps),
    path: '/clients/:client_id/identify',
    operation: 'identifyClient',
    summary: 'Shows on the screens of a display which one it is',
    file: 'server/displays/routes/clients/identify.ts',
    body: createSchema('Identify', fields),
    async handle(call) {
      const { seconds = 8 } = readCreate(fields, call.body);
      await deps.displays.steering.askClient(call.params.client_id!, { op: 'identify', seconds }, steererOf(call));
      return said('Shown');
    },
  },
];
