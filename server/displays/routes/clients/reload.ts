import { reloadTimes } from '../../../../model/displays/commands.ts';
import { editable, readCreate } from '../../../../model/field.ts';
import { createSchema } from '../../../../model/schemas.ts';
import { OneOf } from '../../../../model/types.ts';
import type { Route } from '../../../http/routing/route.ts';
import { steererOf } from '../../behaviours/clients.ts';
import { type PersonalDeps, personal, said } from '../../behaviours/personal.ts';

const fields = {
  when: editable(OneOf(reloadTimes), 'idle', {
    about:
      '`idle`: when nobody has touched it for a minute; `now`: within seconds. Both wait until everything is saved; default: `idle`',
  }),
};

/** POST /clients/:client_id/reload (interface/streaming 3.11). */
export const reloadRoutes = (deps: PersonalDeps): Route[] => [
  {
    ...personal(deps),
    path: '/clients/:client_id/reload',
    operation: 'reloadClient',
    summary: 'Has a display load itself anew, and show the same afterwards',
    file: 'server/displays/routes/clients/reload.ts',
    body: createSchema('Reload', fields),
    async handle(call) {
      const { when = 'idle' } = readCreate(fields, call.body);
      await deps.displays.steering.askClient(call.params.client_id!, { op: 'reload', when }, steererOf(call));
      return said('Reloading');
    },
  },
];
