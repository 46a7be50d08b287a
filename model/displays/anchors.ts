import { exampleIds } from '../example-ids.ts';
import { editable, required } from '../field.ts';
import { patchSchema } from '../schemas.ts';
import { LaterBody, Uuid } from '../types.ts';
import { VideoOutputAnchor } from '../widgets/video-output-anchor.ts';
import { defineMessage } from './message.ts';

const canvas_id = required(Uuid);
const widget_id = required(Uuid);

const canvas = { canvas_id: exampleIds.canvas };
const anchor = { ...canvas, widget_id: exampleIds.widget };

export const AnchorCreate = defineMessage({
  type: 'anchor-create',
  from: 'client',
  about: 'Makes a video output anchor on a canvas, with the rights of the user. The `ack` holds the widget.',
  answered: 'always',
  fields: { canvas_id },
  examples: [
    {
      ...{ ...canvas, title: 'Stage left', location: { x: 400, y: 300 }, size: { width: 1920, height: 1080 } },
      ...{ scale: 1, depth: 7, pinned: false },
    },
  ],
});

export const AnchorUpdate = defineMessage({
  type: 'anchor-update',
  from: 'client',
  about: 'Changes a video output anchor.',
  answered: 'always',
  fields: { canvas_id, widget_id, set: editable(LaterBody(patchSchema('AnchorSet', VideoOutputAnchor.fields)), {}) },
  examples: [{ ...anchor, set: { title: 'Stage', auto_raise: true } }],
});

export const AnchorDelete = defineMessage({
  type: 'anchor-delete',
  from: 'client',
  about: 'Deletes a video output anchor; outputs that show it show nothing.',
  answered: 'always',
  fields: { canvas_id, widget_id },
  examples: [anchor],
});
