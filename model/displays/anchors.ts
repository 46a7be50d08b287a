import { exampleIds } from '../example-ids.ts';
import { required } from '../field.ts';
import { patchSchema } from '../schemas.ts';
import { LaterBody, Uuid } from '../types.ts';
import { patchOnly } from '../widgets/common.ts';
import { VideoOutputAnchor } from '../widgets/video-output-anchor.ts';
import { defineMessage } from './message.ts';

const canvas_id = required(Uuid);
const widget_id = required(Uuid);

const canvas = { canvas_id: exampleIds.canvas };
const anchor = { ...canvas, widget_id: exampleIds.widget };

/** What a client may say of an anchor; its parent is always the root. */
const { title, location, size, scale, depth, pinned } = VideoOutputAnchor.fields;
const said = { title, location, size, scale, depth, pinned };

export const AnchorCreate = defineMessage({
  type: 'anchor-create',
  from: 'client',
  scope: 'write',
  about: 'Makes a video output anchor on a canvas, with the rights of the user. The `ack` holds the widget.',
  answered: 'always',
  fields: { canvas_id, ...said },
  examples: [
    {
      ...canvas,
      title: 'Stage left',
      location: { x: 400, y: 300 },
      size: { width: 1920, height: 1080 },
      scale: 1,
      depth: 7,
      pinned: false,
    },
  ],
});

export const AnchorUpdate = defineMessage({
  type: 'anchor-update',
  from: 'client',
  scope: 'write',
  about: 'Changes a video output anchor. The `ack` holds the widget.',
  answered: 'always',
  fields: { canvas_id, widget_id, set: required(LaterBody(patchSchema('AnchorSet', { ...said, ...patchOnly }))) },
  examples: [{ ...anchor, set: { title: 'Stage', auto_raise: true } }],
});

export const AnchorDelete = defineMessage({
  type: 'anchor-delete',
  from: 'client',
  scope: 'write',
  about: 'Deletes a video output anchor; outputs that show it show nothing.',
  answered: 'always',
  fields: { canvas_id, widget_id },
  examples: [anchor],
});
