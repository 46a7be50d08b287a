import { installationConfig } from '../../displays/wall-config.ts';
import { exampleIds } from '../../example-ids.ts';
import { editable, readonly, secret } from '../../field.ts';
import { Schema } from '../../json-schema.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { answerSchema, patchSchema } from '../../schemas.ts';
import { Managers } from '../../types/managers.ts';
import { Bool, Int, OneOf, State, Text, Time, Uuid } from '../../types.ts';

const fields = {
  id: readonly(Uuid, '', { about: 'The id that its display has in `/clients`', example: exampleIds.client }),
  managers: editable(Managers, [], {
    about: 'Who may steer it besides its user and administrators. Changed by administrators and managers only',
  }),
  installation_name: readonly(Text(), '', { example: 'lobby-wall' }),
  kind: readonly(OneOf(['page', 'other']), 'other', { about: '`page`: it goes by `config`' }),
  version: readonly(Text(), '', { example: '3.4.1 [9c0ffee12]' }),
  last_user_id: secret(Int(), 0),
  first_seen: readonly(Time, ''),
  last_seen: readonly(Time, '', { about: 'When it came or went last' }),
  last_address: readonly(Text(), ''),
  config: editable(installationConfig, {}, { about: 'Only what differs from the defaults; merged with what is sent' }),
  state: readonly(State, 'normal'),
  secret_hash: secret(Text(), ''),
  /** Somebody deleted it: its id and secret open nothing any more. */
  forgotten: secret(Bool, false),
};

const shown = Schema.Intersect([
  answerSchema('Installation', fields),
  Schema.Object({
    user_id: Schema.Integer({ description: 'The user as whom it was connected last' }),
    connected: Schema.Boolean({ description: 'Its display is in `/clients`, or hides itself from there' }),
  }),
]);

/**
 * An installation that was connected once, so that it can prove to be the same one when it comes back, with the configuration of
 * one that is a page (interface/streaming 3.10, 4.12).
 */
export const DisplayClient = defineResource({
  name: 'DisplayClient',
  version: 2,
  migrate: (old) => ({
    managers: [],
    kind: 'other',
    version: '',
    last_address: '',
    config: {},
    forgotten: false,
    state: 'normal',
    ...old,
  }),
  key: (id: string) => `display-client:${id}`,
  fields,
  indexes: { 'displays-of': ({ last_user_id }) => String(last_user_id) },
  collection: {
    folder: 'displays',
    path: '/installations',
    param: 'installation_id',
    scope: 'directory',
    called: 'Installation',
    answer: shown,
    tag: {
      name: 'Installations',
      about: 'Every display that was connected once, also while it is away, with the configuration of a wall that is a page.',
    },
    verbs: {
      list: {
        who: 'signedInLicensed',
        operation: 'listInstallations',
        summary: 'Installations that the caller may see',
        about: 'Of administrators all; of others those that were connected as them last, and those that they manage.',
      },
      get: { who: 'viewInstallation', operation: 'getInstallation', summary: 'One installation' },
      update: {
        who: 'configureInstallation',
        operation: 'patchInstallation',
        summary: 'Changes the configuration of a wall, or who manages it',
        body: patchSchema('Installation', fields),
        refusals: [409],
      },
      delete: {
        who: 'steerInstallation',
        operation: 'deleteInstallation',
        summary: 'Forgets an installation; its secret and its sessions end',
      },
    },
  },
});

export type DisplayClient = RecordOf<typeof DisplayClient>;
