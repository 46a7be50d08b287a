import { editable, readonly, secret } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { CanvasOrNone, Int, LaxBool, OneOf, PixelSize, Point, SizeOrNone, State, Text, ViewRectangle } from '../../types.ts';

export const workspaceStates = ['open', 'opening', 'canvas_list'] as const;

/** An area of a client's screens that shows at most one canvas (interface/streaming 3.3). Its id is its index. */
export const Workspace = defineResource({
  name: 'Workspace',
  key: (index: number) => `workspace:${index}`,
  fields: {
    id: secret(Int({ min: 0 }), 0),
    index: readonly(Int({ min: 0 }), 0, { about: 'Its number among those of the client' }),
    workspace_name: readonly(Text({ max: 255 }), '', { example: 'Workspace 1' }),
    workspace_state: readonly(OneOf(workspaceStates), 'canvas_list', { about: '`canvas_list`: no canvas is open' }),
    canvas_id: editable(CanvasOrNone, '', { about: 'Empty also for whoever may not see the canvas. A PATCH opens the canvas' }),
    canvas_size: readonly(SizeOrNone, undefined, { about: 'Of the open canvas' }),
    server_id: readonly(Text(), '', { about: 'This server, while a canvas is open' }),
    user: readonly(Text(), '', { about: 'E-mail of the user as whom the canvas is open' }),
    user_email: readonly(Text(), '', { about: 'The same e-mail' }),
    location: readonly(Point(), { x: 0, y: 0 }, { about: "On the client's screen area, in pixels" }),
    size: readonly(PixelSize, { width: 1, height: 1 }, { about: 'In pixels', example: { width: 1600, height: 900 } }),
    view_rectangle: editable(
      ViewRectangle,
      { x: 0, y: 0, width: 1, height: 1 },
      {
        about:
          'Where the canvas lies in the workspace: with s screen pixels for one of the canvas and (ox, oy) at the upper left corner, x = -ox * s, y = -oy * s, width = size.width * s, height = size.height * s',
        example: { x: -1000, y: -500, width: 800, height: 450 },
      },
    ),
    pinned: editable(LaxBool, false, { about: 'Touch does not move the view' }),
    info_panel_visible: editable(LaxBool, true),
    state: readonly(State, 'normal'),
    /** When the canvas was opened, in milliseconds of the steady clock; the longest open one leads. */
    opened_at: secret(Int(), 0),
  },
  indexes: { opens: ({ canvas_id }) => canvas_id || undefined },
  collection: {
    folder: 'displays',
    path: '/clients/:client_id/workspaces',
    param: 'index',
    scope: 'client',
    tag: {
      name: 'Workspaces',
      about: "Areas of a client's screens, from left to right, each of which shows at most one canvas.",
    },
    verbs: {
      list: { who: 'viewClient', summary: 'The workspaces of a client, by index' },
      get: { who: 'viewClient', summary: 'One workspace' },
      update: {
        who: 'controlClient',
        summary: 'Moves the view of a workspace, pins it, opens a canvas',
        about:
          'The client is told, and the answer holds what it applied. A workspace that is so already is answered at once. Keys of `view_rectangle` may be sent one by one.',
        refusals: [409, 501],
      },
    },
  },
});

export type Workspace = RecordOf<typeof Workspace>;
