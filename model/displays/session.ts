import { exampleIds } from '../example-ids.ts';
import { editable, required } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { createSchema, patchSchema } from '../schemas.ts';
import { Bool, Int, LaterBody, Num, OneOf, Shape, Text, Time, Uuid } from '../types.ts';
import {
  declaredClient,
  declaredInput,
  declaredOutput,
  declaredWorkspace,
  entriesOf,
  greetingClient,
  removedEntries,
} from './declaration.ts';
import { defineMessage } from './message.ts';

export const PROTOCOL = 1;

export const Hello = defineMessage({
  type: 'hello',
  from: 'client',
  scope: 'read',
  about: 'The first message: who it is and what it has. Answered by `welcome`, or by `error` and the end of the connection.',
  fields: {
    protocol: required(Int(), { about: 'Version of this protocol: 1', example: PROTOCOL }),
    token: editable(Text({ max: 1024 }), '', { about: 'Where the request for the connection had none' }),
    kind: editable(OneOf(['display', 'viewer']), 'display', {
      about: "A `viewer` is a person's browser: REST does not show it, it takes no seat and hosts nothing",
    }),
    client: required(greetingClient, { example: { installation_name: 'lobby-wall', api_access: 'rw' } }),
    workspaces: entriesOf(createSchema('DeclaredWorkspace', declaredWorkspace)),
    video_outputs: entriesOf(createSchema('DeclaredOutput', declaredOutput)),
    video_inputs: entriesOf(createSchema('DeclaredInput', declaredInput)),
    resume: editable(Text({ max: 255 }), '', { about: '`session_id` of a connection that broke' }),
  },
  examples: [
    {
      protocol: PROTOCOL,
      token: exampleIds.token,
      kind: 'display',
      client: {
        installation_name: 'lobby-wall',
        version: '0.4.0 [51ab9c2]',
        api_access: 'rw',
        control: 'owner',
        capabilities: ['rdp', 'ip-video', 'media-report'],
      },
      workspaces: [{ index: 0, size: { width: 1600, height: 900 } }],
      video_outputs: [{ index: 0, label: 'Projector', source: 'workspace-0', suspended: false }],
      video_inputs: [
        { id: 'cam-front', name: 'Front camera', source: 'video=cam-front', resolution: { width: 1920, height: 1080 } },
      ],
    },
    {
      protocol: PROTOCOL,
      client: { id: exampleIds.client, secret: 'q9', installation_name: 'lobby-wall', api_access: 'rw' },
      workspaces: [{ index: 0, size: { width: 1600, height: 900 }, canvas_id: exampleIds.canvas, workspace_state: 'open' }],
      resume: 's-81',
    },
  ],
});

const who = Shape('ConnectedUser', { id: required(Int()), email: required(Text()), name: required(Text()) });

export const Welcome = defineMessage({
  type: 'welcome',
  from: 'server',
  about: 'The client is connected, and a display is shown by REST from now on.',
  fields: {
    protocol: editable(Int(), PROTOCOL),
    client_id: editable(Uuid, ''),
    client_secret: editable(Text(), '', { about: 'Only when it is new: keep it with the id' }),
    session_id: editable(Text(), ''),
    resumed: editable(Bool, false, { about: 'The earlier connection goes on: nothing of it was lost' }),
    server_id: editable(Text(), ''),
    server_version: editable(Text(), ''),
    server_time: editable(Time, ''),
    user: required(who),
    heartbeat_seconds: editable(Int(), 15),
    command_timeout_ms: editable(Int(), 5000),
    max_message_bytes: editable(Int(), 0),
  },
  examples: [
    {
      protocol: PROTOCOL,
      client_id: exampleIds.client,
      client_secret: 'q9',
      session_id: 's-92',
      resumed: false,
      server_id: exampleIds.server,
      server_version: '0.1.0 [a91c3e07b]',
      server_time: '2026-03-14T09:26:53.589Z',
      user: { id: exampleIds.user, email: 'ada@corp.example', name: 'Ada' },
      heartbeat_seconds: 15,
      command_timeout_ms: 5000,
      max_message_bytes: 1_048_576,
    },
  ],
});

export const Update = defineMessage({
  type: 'update',
  from: 'client',
  scope: 'read',
  about: 'What changed of the declaration: entries by their index or id, only the keys that changed. All or nothing.',
  answered: 'sometimes',
  fields: {
    client: editable(LaterBody(patchSchema('ChangedClient', declaredClient)), {}),
    workspaces: entriesOf(patchSchema('ChangedWorkspace', declaredWorkspace)),
    video_outputs: entriesOf(patchSchema('ChangedOutput', declaredOutput)),
    video_inputs: entriesOf(patchSchema('ChangedInput', declaredInput)),
    removed: editable(removedEntries, { workspaces: [], video_outputs: [], video_inputs: [] }),
  },
  examples: [
    { workspaces: [{ index: 0, workspace_state: 'open', view_rectangle: { x: -1000, y: -500, width: 800, height: 450 } }] },
    {
      client: { api_access: 'ro' },
      video_outputs: [{ index: 0, suspended: true }],
      video_inputs: [{ source: 'video=cam-rear', name: 'Rear camera' }],
      removed: { video_inputs: ['cam-front'] },
    },
  ],
});

const nackCodes = [
  'invalid',
  'forbidden',
  'not_found',
  'no_canvas',
  'refused',
  'busy',
  'unsupported',
  'not_host',
  'taken',
  'error',
] as const;
export type NackCode = (typeof nackCodes)[number];

const re = required(Text({ max: 64 }), { about: 'The `id` of what is answered', example: 'c7' });
const applied = LaterBody(Schema.Object({}, { description: 'Values that differ from what was asked' }));

export const Ack = defineMessage({
  type: 'ack',
  from: 'client',
  scope: 'read',
  about: 'The command is done, or begun. What the client applied otherwise than asked stands in it.',
  fields: { re, workspace: editable(applied, {}), video_output: editable(applied, {}) },
  examples: [
    { re: 'c7', workspace: { view_rectangle: { x: -1000, y: -500, width: 900, height: 506.25 } } },
    { re: 'c8', video_output: { source: 'workspace-0' } },
  ],
});

export const ServerAck = defineMessage({
  type: 'ack',
  from: 'server',
  about: 'It is done.',
  fields: {
    re,
    widget: editable(LaterBody(Schema.Object({})), {}, { about: 'The whole anchor: of anchor-create and anchor-update' }),
    channel: editable(Int({ min: 0 }), 0, { about: 'Of subscribe: with it the messages of the stream begin' }),
    stream: editable(OneOf(['whole', 'resumed']), 'whole', { about: 'Of subscribe: what the first message holds' }),
    revision: editable(Int({ min: 0 }), 0, { about: 'Of subscribe: that of the first message' }),
  },
  examples: [
    { re: 'a1', widget: { id: exampleIds.widget, widget_type: 'VideoOutputAnchor', title: 'Stage left' } },
    { re: '7', channel: 12, stream: 'whole', revision: 4711 },
  ],
});

export const Nack = defineMessage({
  type: 'nack',
  from: 'both',
  scope: 'read',
  about: 'It is not done, and why.',
  fields: {
    re,
    code: editable(Text({ max: 64 }), 'error', { about: `One of ${nackCodes.join(', ')}` }),
    msg: editable(Text({ max: 1000 }), ''),
    status: editable(Int(), 0, { about: 'The status that REST has for it, where the server refuses' }),
  },
  examples: [
    { re: 'c8', code: 'refused', msg: 'Wall is in presentation mode' },
    { re: '7', code: 'forbidden', msg: 'Permission denied', status: 403 },
  ],
});

export const Beat = defineMessage({
  type: 'beat',
  from: 'client',
  scope: 'read',
  about: 'Answers a beat of the server, at once. With `client_time` it asks for one.',
  fields: { client_time: editable(Num(), 0, { about: 'Any number; echoed' }) },
  examples: [{}, { client_time: 81_243.5 }],
});

export const ServerBeat = defineMessage({
  type: 'beat',
  from: 'server',
  about: 'Sent every `heartbeat_seconds`, and as the answer to one with `client_time`.',
  fields: {
    client_time: editable(Num(), 0, { about: 'As it was sent' }),
    server_time: editable(Text({ max: 64 }), '', { about: "The server's clock, in an answer" }),
  },
  examples: [{}, { client_time: 81_243.5, server_time: '2026-03-14T09:26:53.589Z' }],
});

export const Bye = defineMessage({
  type: 'bye',
  from: 'client',
  scope: 'read',
  about: 'It goes for good: nothing waits for it to come back.',
  fields: {},
  examples: [{}],
});

const noticeReasons = ['token_revoked', 'user_blocked', 'license', 'shutdown', 'apart', 'replaced'] as const;

export const Notice = defineMessage({
  type: 'notice',
  from: 'server',
  about: 'Why the connection is about to end.',
  fields: { reason: required(OneOf(noticeReasons), { example: 'shutdown' }), msg: editable(Text(), '') },
  examples: [{ reason: 'shutdown', msg: 'The server ends' }],
});

export const Fault = defineMessage({
  type: 'error',
  from: 'server',
  about: 'What the client did wrong; the connection ends.',
  fields: { code: required(Text({ max: 64 }), { example: 'invalid' }), msg: editable(Text(), '') },
  examples: [{ code: 'invalid', msg: 'workspaces[0].size parameter is missing' }],
});
