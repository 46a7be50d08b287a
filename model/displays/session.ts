import Schema from 'typebox';
import { editable, required } from '../field.ts';
import { Bool, Int, LaterBody, Num, OneOf, Shape, Text, Time, Uuid } from '../types.ts';
import {
  changedClient,
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
  about: 'The first message: who it is and what it has. Answered by `welcome`, or by `error` and the end of the connection.',
  fields: {
    protocol: required(Int(), { about: 'Version of this protocol: 1', example: PROTOCOL }),
    token: editable(Text({ max: 1024 }), '', { about: 'Where the request for the connection had none' }),
    kind: editable(OneOf(['display', 'viewer']), 'display', {
      about: "A `viewer` is a person's browser: REST does not show it, it takes no seat and hosts nothing",
    }),
    client: required(greetingClient, { example: { installation_name: 'lobby-wall', api_access: 'rw' } }),
    workspaces: entriesOf('DeclaredWorkspace', declaredWorkspace),
    video_outputs: entriesOf('DeclaredOutput', declaredOutput),
    video_inputs: entriesOf('DeclaredInput', declaredInput),
    resume: editable(Text({ max: 255 }), '', { about: '`session_id` of a connection that broke' }),
  },
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
});

export const Update = defineMessage({
  type: 'update',
  from: 'client',
  about: 'What changed of the declaration: entries by their index or id, only the keys that changed. All or nothing.',
  answered: 'sometimes',
  fields: {
    client: editable(changedClient, {}),
    workspaces: entriesOf('ChangedWorkspace', declaredWorkspace),
    video_outputs: entriesOf('ChangedOutput', declaredOutput),
    video_inputs: entriesOf('ChangedInput', declaredInput),
    removed: editable(removedEntries, { workspaces: [], video_outputs: [], video_inputs: [] }),
  },
});

export const nackCodes = [
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
  from: 'both',
  about: 'It is done. What a client applied otherwise than asked stands in it.',
  fields: { re, workspace: editable(applied, {}), video_output: editable(applied, {}) },
});

export const Nack = defineMessage({
  type: 'nack',
  from: 'both',
  about: 'It is not done, and why.',
  fields: {
    re,
    code: editable(Text({ max: 64 }), 'error', { about: `One of ${nackCodes.join(', ')}` }),
    msg: editable(Text({ max: 1000 }), ''),
    status: editable(Int(), 0, { about: 'The status that REST has for it, where the server refuses' }),
  },
});

export const Beat = defineMessage({
  type: 'beat',
  from: 'both',
  about:
    'The server sends one every `heartbeat_seconds`, and the client answers at once; so does the server one with `client_time`.',
  fields: {
    client_time: editable(Num(), 0, { about: 'Any number; echoed' }),
    server_time: editable(Text({ max: 64 }), '', { about: "The server's clock, in its answer" }),
  },
});

export const Bye = defineMessage({
  type: 'bye',
  from: 'client',
  about: 'It goes for good: nothing waits for it to come back.',
  fields: {},
});

export const noticeReasons = ['token_revoked', 'user_blocked', 'license', 'shutdown', 'replaced'] as const;

export const Notice = defineMessage({
  type: 'notice',
  from: 'server',
  about: 'Why the connection is about to end.',
  fields: { reason: required(OneOf(noticeReasons), { example: 'shutdown' }), msg: editable(Text(), '') },
});

export const Fault = defineMessage({
  type: 'error',
  from: 'server',
  about: 'What the client did wrong; the connection ends.',
  fields: { code: required(Text({ max: 64 }), { example: 'invalid' }), msg: editable(Text(), '') },
});
