import { exampleIds } from '../example-ids.ts';
import { editable, required } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { Bool, CanvasOrNone, Int, LaterBody, Nullable, OneOf, OutputSource, Shape, Text, Uuid, ViewRectangle } from '../types.ts';
import { defineMessage } from './message.ts';

const commandOps = [
  'open-canvas',
  'close-canvas',
  'patch-workspace',
  'patch-output',
  'host-widget',
  'unhost-widget',
  'identify',
  'message',
  'reload',
] as const;
export type CommandOp = (typeof commandOps)[number];

const closeReasons = ['api', 'deleted', 'access_lost'] as const;
export type CloseReason = (typeof closeReasons)[number];

const unhostReasons = ['deleted', 'moved', 'access_lost'] as const;
export type UnhostReason = (typeof unhostReasons)[number];

export const messageLevels = ['info', 'warning', 'alert'] as const;
export const reloadTimes = ['idle', 'now'] as const;

const commander = Shape('Commander', { id: required(Int()), email: required(Text()), name: required(Text()) });

/** The user that caused a command; null: the server itself. */
export interface Commander {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** What a command asks, by its `op`. */
export type Ask =
  | { readonly op: 'open-canvas'; readonly workspace: number; readonly canvas_id: string }
  | { readonly op: 'close-canvas'; readonly workspace: number; readonly reason: CloseReason }
  | { readonly op: 'patch-workspace'; readonly workspace: number; readonly set: WorkspaceSet }
  | { readonly op: 'patch-output'; readonly output: number; readonly set: OutputSet }
  | HostWidget
  | { readonly op: 'unhost-widget'; readonly canvas_id: string; readonly widget_id: string; readonly reason: UnhostReason }
  | PersonalAsk;

/** What is for a display and the people in front of it: nothing that REST shows changes. The display declares that it can do it. */
export type PersonalAsk =
  | { readonly op: 'identify'; readonly seconds: number }
  | ShowMessage
  | { readonly op: 'reload'; readonly when: (typeof reloadTimes)[number] };

export interface ShowMessage {
  readonly op: 'message';
  readonly text: string;
  /** 0: until somebody closes it. */
  readonly seconds: number;
  readonly level: (typeof messageLevels)[number];
  /** Index; undefined: on all workspaces. */
  readonly on_workspace?: number;
}

export interface HostWidget {
  readonly op: 'host-widget';
  readonly canvas_id: string;
  /** The same form as in REST. */
  readonly widget: { readonly id: string };
}

/** Only the keys that are to change; a rectangle is always whole. */
export interface WorkspaceSet {
  readonly pinned?: boolean;
  readonly info_panel_visible?: boolean;
  readonly view_rectangle?: ViewRectangle;
}

export interface OutputSet {
  readonly source?: string;
  readonly suspended?: boolean;
}

const set = Shape('CommandSet', {
  pinned: editable(Bool, false),
  info_panel_visible: editable(Bool, false),
  view_rectangle: editable(ViewRectangle, { x: 0, y: 0, width: 1, height: 1 }),
  source: editable(OutputSource, ''),
  suspended: editable(Bool, false),
});

const asked = { timeout_ms: 4800, by: { id: exampleIds.user, email: 'ada@corp.example', name: 'Ada' } };
const canvas = { canvas_id: exampleIds.canvas };
const server = { timeout_ms: 5000, by: null };

export const Command = defineMessage({
  type: 'command',
  from: 'server',
  about:
    'Asks the client to do something; it answers with `ack` once it has begun, or with `nack`. Each is safe to repeat. One at a time for each workspace and each output.',
  answered: 'always',
  fields: {
    op: required(OneOf(commandOps)),
    workspace: editable(Int({ min: 0 }), 0, { about: 'Index: of open-canvas, close-canvas, patch-workspace' }),
    output: editable(Int({ min: 0 }), 0, { about: 'Index: of patch-output' }),
    canvas_id: editable(CanvasOrNone, '', { about: 'Of open-canvas, host-widget, unhost-widget' }),
    set: editable(set, undefined as never, {
      about: 'Of patch-workspace and patch-output: the keys to change; a rectangle is whole',
    }),
    widget: editable(LaterBody(Schema.Object({})), {}, { about: 'The whole widget: of host-widget' }),
    widget_id: editable(Uuid, '', { about: 'Of unhost-widget' }),
    reason: editable(Text(), '', {
      about: `Of close-canvas: ${closeReasons.join(', ')}; of unhost-widget: ${unhostReasons.join(', ')}`,
    }),
    seconds: editable(Int({ min: 0 }), 0, { about: 'Of identify and message: how long it is shown; 0: until it is closed' }),
    text: editable(Text({ max: 500 }), '', { about: 'Of message' }),
    level: editable(OneOf(messageLevels), 'info', { about: 'Of message' }),
    on_workspace: editable(Int({ min: 0 }), 0, { about: 'Of message: the only workspace that shows it' }),
    when: editable(OneOf(reloadTimes), 'idle', { about: 'Of reload: when nobody uses it, or within seconds' }),
    timeout_ms: editable(Int(), 5000, { about: 'How long the server still waits for the answer' }),
    by: editable(Nullable(commander), null, { about: 'Who asked; null: the server itself' }),
  },
  examples: [
    { op: 'open-canvas', workspace: 0, ...canvas, ...asked },
    { op: 'close-canvas', workspace: 0, reason: 'deleted', ...server },
    { op: 'patch-workspace', workspace: 0, set: { view_rectangle: { x: -1000, y: -500, width: 800, height: 450 } }, ...asked },
    { op: 'patch-output', output: 0, set: { source: 'workspace-0', suspended: false }, ...asked },
    { op: 'host-widget', ...canvas, widget: { id: exampleIds.widget, widget_type: 'RdpConnection' }, ...server },
    { op: 'identify', seconds: 8, ...asked },
    { op: 'message', text: 'The doors open in ten minutes', seconds: 20, level: 'warning', on_workspace: 0, ...asked },
    { op: 'reload', when: 'idle', ...asked },
    { op: 'unhost-widget', ...canvas, widget_id: exampleIds.widget, reason: 'moved', ...server },
  ],
});

export const Cancel = defineMessage({
  type: 'cancel',
  from: 'server',
  about: 'Nobody waits for this command any more: do not begin it. Who has begun it already says so by an `update`.',
  fields: { re: required(Text({ max: 64 }), { example: 'c7' }) },
  examples: [{ re: 'c7' }],
});
