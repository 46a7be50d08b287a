import { audited } from '../../audit.ts';
import { exampleIds } from '../../example-ids.ts';
import { readonly, secret, type Values } from '../../field.ts';
import { defineResource } from '../../resource.ts';
import { Scopes } from '../../types/scopes.ts';
import { Bool, Int, List, OneOf, State, Text, Uuid } from '../../types.ts';

/** Where the running display clients are: nothing of them is on a disk. */
export const CLIENTS = 'live:clients';

/** Where the workspaces, outputs and inputs of a client are. */
export const clientScope = (id: string): string => `live:client:${id}`;

/** The client whose scope it is; undefined: it is no such scope. */
export const clientOfScope = (scope: string): string | undefined =>
  scope.startsWith('live:client:') ? scope.slice('live:client:'.length) : undefined;

export const apiAccesses = ['none', 'ro', 'rw'] as const;
export const controls = ['owner', 'all'] as const;
export const capabilities = ['rdp', 'ip-video', 'media-report', 'identify', 'message', 'reload', 'configured'] as const;

const fields = {
  id: readonly(Uuid, '', { about: 'Stays the same when the installation restarts', example: exampleIds.client }),
  installation_name: readonly(Text({ max: 255 }), '', {
    mirrors: ['name'],
    about: 'Chosen by the installation; not unique',
    example: 'lobby-wall',
  }),
  version: readonly(Text({ max: 255 }), '', { example: '3.4.1 [9c0ffee12]' }),
  access: readonly(OneOf(['rw', 'ro']), 'ro', { about: '`rw` if you may steer it' }),
  state: readonly(State, 'normal'),
  api_access: secret(OneOf(apiAccesses), 'none'),
  control: secret(OneOf(controls), 'owner'),
  /** The user as whom it is connected. */
  owner: secret(Int(), 0),
  capabilities: secret(List(OneOf(capabilities), { max: 100 }), []),
  /** The permanent token with which it is connected; `''`: none. */
  access_token: secret(Text(), ''),
  /** What the session with which it is connected is narrowed to; null: nothing, or what that token is. */
  scopes: secret(Scopes, null),
  session: secret(Text(), ''),
  /** The process that has its session; `''` where one process serves alone. */
  node: secret(Text(), ''),
  /** The previous node is gone, and this one waits for the client to come back. */
  adopted: secret(Bool, false),
};
export type Client = Values<typeof fields>;

/** A running display client (interface/streaming 3.2). It exists as long as it is connected, or is expected back. */
export const Client = defineResource({
  name: 'Client',
  fields,
  audit: audited<Client>({
    noun: 'Client',
    type: 'client',
    target: ({ id, installation_name }) => ({ id, name: installation_name }),
    words: ['connected', 'disconnected'],
  }),
  collection: {
    folder: 'displays',
    path: '/clients',
    param: 'client_id',
    scope: CLIENTS,
    tag: { name: 'Clients', about: 'Display clients that are connected, with their workspaces, outputs and inputs.' },
    verbs: {
      list: {
        who: 'listClients',
        summary: 'All clients that show themselves',
        about: 'The longest connected one first.',
      },
      get: { who: 'viewClient', summary: 'One client' },
    },
  },
});
