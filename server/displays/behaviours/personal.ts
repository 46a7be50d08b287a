import { Schema } from '../../../model/json-schema.ts';
import { CLIENTS, Client, clientScope } from '../../../model/resources/displays/client.ts';
import type { Params } from '../../access/access-rule.ts';
import type { Rules } from '../../access/authorization/rule-table.ts';
import type { PlainRoute } from '../../http/routing/route.ts';
import type { ClientDeps } from './clients.ts';

export interface PersonalDeps extends ClientDeps {
  readonly rules: Pick<Rules, 'controlClient'>;
}

/** What the commands have in common that are for a display and the people in front of it, and change nothing that REST shows. */
export const personal = ({ rules }: PersonalDeps) =>
  ({
    method: 'POST',
    tag: Client.collection.tag,
    access: rules.controlClient,
    ruleScope: CLIENTS,
    scope: ({ client_id }: Params) => clientScope(client_id!),
    answer: Schema.Object({ msg: Schema.String() }),
    refusals: [409, 501],
  }) as const satisfies Partial<PlainRoute>;

export const said = (msg: string): string => JSON.stringify({ msg });
