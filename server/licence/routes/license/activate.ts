import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { Licence } from '../../../../model/resources/licence.ts';
import { Text } from '../../../../model/types.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import type { Route } from '../../../http/routing/route.ts';

interface Deps {
  readonly rules: Pick<Rules, 'administrator'>;
}

const body = Schema.Object({ key: Schema.String() }, { title: 'LicenseActivation', examples: [{ key: '4711-0815' }] });

/** POST /license/activate (interface/auth 9): no issuer answers over the network. */
export const licenceActivationRoutes = ({ rules }: Deps): Route[] => [
  {
    method: 'POST',
    path: '/license/activate',
    operation: 'activateLicense',
    tag: Licence.collection.tag,
    summary: 'Not available: install a signed licence instead',
    about: 'Always 501, because nobody is asked over the network. `GET /license/request` and `POST /license` are the way.',
    file: 'server/licence/routes/license/activate.ts',
    access: rules.administrator,
    body,
    answer: 'never',
    refusals: [501],
    handle({ body }) {
      if ((body.key ?? null) === null) throw refuse.missing('key');
      Text().read(body.key, 'key', undefined);
      throw refuse.unsupported('Online license activation is not available');
    },
  },
];
