import { editable, required } from '../field.ts';
import type { JsonSchema } from '../json-schema.ts';
import { apiAccesses, capabilities, controls } from '../resources/displays/client.ts';
import { workspaceStates } from '../resources/displays/workspace.ts';
import {
  Bodies,
  Bool,
  CanvasOrNone,
  InputId,
  Int,
  List,
  OneOf,
  OutputSource,
  PixelSize,
  Point,
  Resolution,
  Shape,
  Text,
  Uuid,
  ViewRectangle,
} from '../types.ts';

/**
 * More screens, outputs or inputs than a client can have.
 * @bound Screens, outputs or inputs that a display declares: the declaration is refused.
 */
export const ENTRIES_MAX = 256;

const index = required(Int({ min: 0, max: 9999 }), { about: 'Unique among those of the client', example: 0 });

/** What a client says of itself (interface/streaming 4.3). */
export const declaredClient = {
  installation_name: editable(Text({ max: 255 }), '', { about: 'Required of displays; not unique', example: 'lobby-wall' }),
  version: editable(Text({ max: 255 }), ''),
  api_access: editable(OneOf(apiAccesses), 'none', { about: 'Whether REST shows it (`ro`), and steers it (`rw`)' }),
  control: editable(OneOf(controls), 'owner', { about: '`all`: any signed-in user may steer it' }),
  /** Unknown ones are ignored. */
  capabilities: editable(List(Text({ max: 64 }), { max: 100 }), [], {
    about: `Of ${capabilities.join(', ')}; others are ignored`,
  }),
};

/** None was sent: no rectangle is 0 wide. */
const wholeWorkspace: ViewRectangle = { x: 0, y: 0, width: 0, height: 0 };

export const declaredWorkspace = {
  index,
  size: required(PixelSize, { example: { width: 1600, height: 900 } }),
  workspace_name: editable(Text({ max: 255 }), '', { about: 'Default: `Workspace <index + 1>`' }),
  location: editable(Point(), { x: 0, y: 0 }),
  pinned: editable(Bool, false),
  info_panel_visible: editable(Bool, true),
  view_rectangle: editable(ViewRectangle, wholeWorkspace, { about: 'Default: the whole workspace at zoom 1' }),
  canvas_id: editable(CanvasOrNone, ''),
  workspace_state: editable(OneOf(workspaceStates), 'canvas_list'),
};

export const declaredOutput = {
  index,
  label: editable(Text({ max: 255 }), '', { about: 'Default: `Output <index + 1>`' }),
  source: editable(OutputSource, '', { about: 'Default: `workspace-0` if there is one' }),
  suspended: editable(Bool, false),
};

export const declaredInput = {
  source: required(Text({ max: 1024, empty: false }), { example: 'video=cam-front' }),
  name: editable(Text({ max: 255 }), '', { about: 'Default: the source' }),
  id: editable(InputId, '', { about: 'Default: the first 16 hex digits of the SHA-256 of the source' }),
  resolution: editable(Resolution, { width: 0, height: 0 }),
};

/** Entries of a `hello` or an `update`: what is read of one depends on whether it is there already. */
export const entriesOf = (schema: JsonSchema) => editable(Bodies(schema, { max: ENTRIES_MAX }), []);

export const removedEntries = Shape('Removed', {
  workspaces: editable(List(Int({ min: 0 }), { max: ENTRIES_MAX }), []),
  video_outputs: editable(List(Int({ min: 0 }), { max: ENTRIES_MAX }), []),
  video_inputs: editable(List(InputId, { max: ENTRIES_MAX }), []),
});

/** The identity that a client was given by an earlier `welcome`, and what it says of itself. */
export const greetingClient = Shape('GreetingClient', {
  id: editable(Uuid, '', { about: 'From an earlier `welcome`; without it the server gives one' }),
  secret: editable(Text({ max: 255 }), ''),
  ...declaredClient,
});
