import { Form } from '../kit/files.ts';
import { mp4, pdf, svg } from '../kit/samples.ts';
import { accountNeeds, nameText } from './account-needs.ts';
import type { Body, Line } from './line.ts';
import type { Need } from './verdict.ts';

export type { Known, Line } from './line.ts';

const notMultipart = 'Request must be multipart/form-data';

const move: Pick<Line, 'body' | 'wrong'> = {
  body: ({ openFolder }) => ({ folder_id: openFolder }),
  wrong: [{}, 'folder_id parameter is missing'],
};
/** For a canvas: without a folder, the copy is put beside the source. */
const copy: typeof move = { ...move, wrong: [{ folder_id: '' }, 'folder_id parameter is missing'] };

/** `METHOD path` to what the contract says of it: interface/canvases 2.3, 3.3, 4.4, interface/widgets 1.1, 1.11, 3, 10, 16.3, interface/streaming 3. */
export const needs: Readonly<Record<string, Line>> = {
  ...accountNeeds(),
  ...canvases(),
  ...folders(),
  ...permissions('/canvases/:canvas_id', 'canvas'),
  ...permissions('/canvas-folders/:folder_id', 'folder'),
  ...widgets('notes', 'Note', { link: true }),
  'GET /canvases/:canvas_id/uploads-folder': { need: 'view canvas', subscribable: true },
  'POST /canvases/:canvas_id/uploads-folder': {
    need: 'edit canvas',
    body: () => new Form({ data: Buffer.from('any text'), filename: 'notes.txt' }),
    wrong: [{ upload_type: 'note' }, notMultipart],
    noJson: notMultipart,
  },
  ...fileWidgets('images', 'Image', svg()),
  ...fileWidgets('videos', 'Video', mp4(64, 48)),
  ...fileWidgets('pdfs', 'Pdf', pdf()),
  ...widgets('browsers', 'Browser', { link: true }),
  ...widgets('anchors', 'Anchor'),
  ...widgets('ip-videos', 'IpVideo'),
  ...widgets('rdp-connections', 'RdpConnection'),
  ...widgets('tables', 'Table'),
  ...widgets('video-inputs', 'VideoInput', { body: () => ({ source: 'camera' }), missing: 'source' }),
  ...widgets('connectors', 'Connector', {
    body: ({ root, note }) => ({ src: { id: root }, dst: { id: note } }),
    wrong: [{ line_color: 5 }, 'line_color must be a string'],
    missing: 'src',
  }),
  ...annotations('notes', 'Note'),
  ...annotations('images', 'Image'),
  ...annotations('browsers', 'Browser'),
  ...annotations('videos', 'Video'),
  ...annotations('pdfs', 'Pdf'),
  ...annotations('anchors', 'Anchor'),
  ...annotations('video-inputs', 'VideoInput'),
  ...annotations('ip-videos', 'IpVideo'),
  ...annotations('rdp-connections', 'RdpConnection'),
  ...annotations('tables', 'Table'),
  ...annotations('shared-canvas'),
  // interface/widgets 15
  'GET /mipmaps/:hash': { need: 'view canvas', byHeader: true, item: ['Asset', 'hash'] },
  'GET /mipmaps/:hash/:level': { need: 'view canvas', byHeader: true, item: ['Asset', 'hash'] },
  'GET /assets/:hash': { need: 'view canvas', byHeader: true, item: ['Asset', 'hash'] },
  // interface/widgets 15.1
  'GET /files/:canvas_id/:hash': { need: 'view canvas or link', ofFile: true, item: ['Asset', 'hash'] },
  'GET /files/:canvas_id/:hash/fit': { need: 'view canvas or link', ofFile: true, item: ['Asset', 'hash'] },
  'GET /files/:canvas_id/:hash/info': { need: 'view canvas or link', ofFile: true, item: ['Asset', 'hash'] },
  'GET /files/:canvas_id/:hash/:level': { need: 'view canvas or link', ofFile: true, item: ['Asset', 'hash'] },
  'GET /files/:canvas_id/preview': { need: 'view canvas or link' },
  'GET /canvases/:canvas_id/widgets': { need: 'view canvas or link', subscribable: true },
  'GET /canvases/:canvas_id/widgets/:widget_id': {
    need: 'view canvas or link',
    subscribable: true,
    item: ['Widget', 'widget_id'],
  },
  'POST /canvases/:canvas_id/widgets': {
    need: 'edit canvas',
    body: () => ({ widget_type: 'note' }),
    wrong: [{}, 'widget_type parameter is missing'],
  },
  'PATCH /canvases/:canvas_id/widgets/:widget_id': {
    need: 'edit canvas',
    item: ['Widget', 'widget_id'],
    body: () => ({}),
    wrong: [{ pinned: 1 }, 'pinned must be a boolean'],
  },
  'DELETE /canvases/:canvas_id/widgets/:widget_id': { need: 'edit canvas', item: ['Widget', 'widget_id'] },
  'POST /canvases/:canvas_id/batch': {
    need: 'edit canvas',
    body: () => ({ operations: [{ op: 'create', type: 'note' }] }),
    wrong: [{}, 'operations parameter is missing'],
  },
  'GET /canvases/:canvas_id/pulse': { need: 'view canvas or link' },
  'GET /canvases/:canvas_id/preview': { need: 'view canvas or link' },
  'GET /canvases/:canvas_id/browsers/:widget_id/framing': { need: 'view canvas or link', item: ['Browser', 'widget_id'] },
  'POST /canvases/:canvas_id/widgets/clone': {
    need: 'edit canvas',
    body: () => ({}),
    answer: '501 Not implemented',
    ignoresBody: true,
  },
  ...clients(),
  ...installations(),
  'GET /canvases/:canvas_id/table-cells': { need: 'view canvas' },
  'GET /canvases/:canvas_id/tables/:table_id/cells': { need: 'view canvas', item: ['Table', 'table_id'] },
};

/** interface/streaming 3.10 */
function installations(): Record<string, Line> {
  return {
    'GET /installations': { need: 'signed in', subscribable: true },
    'GET /installations/:installation_id': { need: 'view installation', subscribable: true },
    'PATCH /installations/:installation_id': {
      need: 'steer installation',
      body: () => ({ config: { contact: 'Desk, 4000' } }),
      wrong: [{ config: 5 }, 'config must be an object'],
    },
    'DELETE /installations/:installation_id': { need: 'steer installation' },
  };
}

function clients(): Record<string, Line> {
  const item = '/clients/:client_id';
  const read: Line = { need: 'view client', subscribable: true };
  const [workspace, output, input] = [
    ['Workspace', 'index'],
    ['Video output', 'index'],
    ['Video input', 'input_id'],
  ] as const;
  return {
    'GET /clients': { need: 'signed in', subscribable: true },
    'GET /clients/connect': { need: 'a good token or none', leaves: true, answer: '400 WebSocket upgrade required' },
    [`GET ${item}`]: read,
    [`GET ${item}/report`]: { need: 'control client', subscribable: true, answer: '404 The client has not reported' },
    [`POST ${item}/identify`]: {
      need: 'control client',
      body: () => ({}),
      wrong: [{ seconds: 'x' }, 'seconds must be an integer'],
    },
    [`POST ${item}/message`]: { need: 'control client', body: () => ({ text: 'x' }), wrong: [{}, 'text parameter is missing'] },
    [`POST ${item}/reload`]: { need: 'control client', body: () => ({}), wrong: [{ when: 5 }, 'when must be a string'] },
    [`GET ${item}/workspaces`]: read,
    [`GET ${item}/workspaces/:index`]: { ...read, item: workspace },
    [`PATCH ${item}/workspaces/:index`]: {
      need: 'control client',
      item: workspace,
      body: () => ({ pinned: true }),
      wrong: [{ pinned: 5 }, 'pinned must be a boolean'],
    },
    [`POST ${item}/workspaces/:index/open-canvas`]: {
      need: 'control client',
      item: workspace,
      body: ({ openCanvas }) => ({ canvas_id: openCanvas }),
      wrong: [{}, 'canvas_id parameter is missing'],
    },
    [`GET ${item}/video-outputs`]: read,
    [`GET ${item}/video-outputs/:index`]: { ...read, item: output },
    [`PATCH ${item}/video-outputs/:index`]: {
      need: 'control client',
      item: output,
      body: () => ({ suspended: true }),
      wrong: [{ suspended: 5 }, 'suspended must be a boolean'],
    },
    [`GET ${item}/video-inputs`]: read,
    [`GET ${item}/video-inputs/:input_id`]: { ...read, item: input },
  };
}

function canvases(): Record<string, Line> {
  const item = '/canvases/:canvas_id';
  return {
    'GET /canvases': { need: 'signed in', subscribable: true },
    'POST /canvases': { need: 'signed in', body: () => ({}), wrong: nameText },
    [`GET ${item}`]: { need: 'view canvas or link', subscribable: true },
    [`PATCH ${item}`]: { need: 'edit canvas', body: ({ unique }) => ({ name: unique }), wrong: nameText },
    [`DELETE ${item}`]: { need: 'owner canvas' },
    [`POST ${item}/move`]: { need: 'owner canvas', ...move },
    [`POST ${item}/give`]: {
      need: 'administrator',
      body: ({ recipient }) => ({ user_id: recipient }),
      wrong: [{}, 'user_id parameter is missing'],
    },
    [`PATCH ${item}/move`]: { need: 'owner canvas', ...move },
    [`POST ${item}/copy`]: { need: 'view canvas', ...copy },
    [`PATCH ${item}/copy`]: { need: 'view canvas', ...copy },
    [`POST ${item}/save`]: { need: 'edit canvas', body: () => ({}), answer: '409 Canvas :canvas_id is not a demo canvas' },
    [`POST ${item}/restore`]: { need: 'edit canvas', body: () => ({}), answer: '409 Canvas :canvas_id is not a demo canvas' },
    [`GET ${item}/background`]: { need: 'view canvas or link', subscribable: true },
    [`PATCH ${item}/background`]: {
      need: 'edit canvas',
      body: () => ({ type: 'haze' }),
      wrong: [{ type: 'image' }, 'Background has no image'],
    },
    [`POST ${item}/background`]: {
      need: 'edit canvas',
      body: () => new Form({ data: svg(), filename: 'background.svg' }),
      wrong: [{ fit: 'fill' }, notMultipart],
      noJson: notMultipart,
    },
    [`GET ${item}/color-presets`]: { need: 'view canvas', subscribable: true },
    [`PATCH ${item}/color-presets`]: {
      need: 'edit canvas',
      body: () => ({ note_text: [] }),
      wrong: [{ note_text: 5 }, 'note_text must be an array'],
    },
  };
}

function folders(): Record<string, Line> {
  const item = '/canvas-folders/:folder_id';
  return {
    'GET /canvas-folders': { need: 'signed in', subscribable: true },
    'POST /canvas-folders': { need: 'signed in', body: () => ({}), wrong: nameText },
    [`GET ${item}`]: { need: 'view folder', subscribable: true },
    [`PATCH ${item}`]: { need: 'edit folder', body: ({ unique }) => ({ name: unique }), wrong: nameText },
    [`DELETE ${item}`]: { need: 'owner folder' },
    [`DELETE ${item}/children`]: { need: 'empty folder' },
    [`POST ${item}/move`]: { need: 'owner folder', ...move },
    [`PATCH ${item}/move`]: { need: 'owner folder', ...move },
    [`POST ${item}/copy`]: { need: 'copy folder', ...move },
    [`PATCH ${item}/copy`]: { need: 'copy folder', ...move },
  };
}

function permissions(path: string, place: 'canvas' | 'folder'): Record<string, Line> {
  return {
    [`GET ${path}/permissions`]: { need: `view ${place}`, subscribable: true },
    [`POST ${path}/permissions`]: {
      need: `share ${place}`,
      body: ({ recipient }) => ({ users: [{ id: recipient, permission: 'view' }] }),
      wrong: [{ users: 5 }, 'users must be an array'],
    },
  };
}

interface WidgetLine extends Pick<Line, 'body' | 'wrong'> {
  readonly link?: boolean;
  /** A key that a create must send. */
  readonly missing?: string;
}

function widgets(
  collection: string,
  kind: string,
  { link = false, body, wrong, missing }: WidgetLine = {},
): Record<string, Line> {
  const list = `/canvases/:canvas_id/${collection}`;
  const read: Need = link ? 'view canvas or link' : 'view canvas';
  const write = {
    need: 'edit canvas',
    body: body ?? (() => ({})),
    wrong: wrong ?? [{ pinned: 1 }, 'pinned must be a boolean'],
  } as const;
  const item = [kind, 'widget_id'] as const;
  return {
    [`GET ${list}`]: { need: read, subscribable: true },
    [`GET ${list}/:widget_id`]: { need: read, subscribable: true, item },
    [`POST ${list}`]: { ...write, wrong: missing ? [{}, `${missing} parameter is missing`] : write.wrong },
    [`PATCH ${list}/:widget_id`]: { ...write, item },
    [`DELETE ${list}/:widget_id`]: { need: 'edit canvas', item },
  };
}

/** Widgets that an upload makes (interface/widgets 5). */
function fileWidgets(collection: string, kind: string, data: Buffer): Record<string, Line> {
  const list = `/canvases/:canvas_id/${collection}`;
  return {
    ...widgets(collection, kind, { link: true }),
    [`POST ${list}`]: {
      need: 'edit canvas',
      body: () => new Form({ data, filename: 'file' }),
      wrong: [{ pinned: true }, notMultipart],
      noJson: notMultipart,
    },
    [`GET ${list}/:widget_id/download`]: { need: 'view canvas or link', item: [kind, 'widget_id'] },
  };
}

/** Without a kind: on the canvas plane, whose path names no widget. */
function annotations(collection: string, kind?: string): Record<string, Line> {
  const list = `/canvases/:canvas_id/${collection}${kind ? '/:widget_id' : ''}/annotations`;
  const of = kind ? { item: [kind, 'widget_id'] as const } : {};
  const item = ['Annotation', 'annotation_id'] as const;
  const body = (): Body => ({ line_color: '#ff0000ff', points: [] });
  return {
    [`GET ${list}`]: { need: 'view canvas', subscribable: true, ...of },
    [`GET ${list}/:annotation_id`]: { need: 'view canvas', subscribable: true, item },
    [`POST ${list}`]: { need: 'edit canvas', body, wrong: [{ points: 5 }, 'line_color parameter is missing'], ...of },
    [`PATCH ${list}/:annotation_id`]: {
      need: 'edit canvas',
      body,
      wrong: [{ line_color: 5 }, 'line_color must be a string'],
      item,
    },
    [`DELETE ${list}/:annotation_id`]: { need: 'edit canvas', item },
  };
}
