import { reported } from '../../displays/report.ts';
import { readonly } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { State, Text, Time } from '../../types.ts';

/** The only one of its client. */
export const REPORT_ID = 'report';

/** What a display has reported last (interface/streaming 3.11). It is gone with its client. */
export const ClientReport = defineResource({
  name: 'ClientReport',
  key: (id: string) => id,
  fields: {
    id: readonly(Text(), REPORT_ID, { about: 'Always `report`' }),
    at: readonly(Time, '', { about: 'When the server was told' }),
    ...reported,
    state: readonly(State, 'normal'),
  },
  collection: {
    folder: 'displays',
    path: '/clients/:client_id/report',
    scope: 'client',
    called: 'Report',
    tag: { name: 'Clients', about: 'Display clients that are connected, with their workspaces, outputs and inputs.' },
    verbs: {
      get: { who: 'controlClient', operation: 'getClientReport', summary: 'How a display is, as it said last' },
    },
  },
});
export type ClientReport = RecordOf<typeof ClientReport>;
