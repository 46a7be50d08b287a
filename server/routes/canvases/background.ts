import { editable, type Fields, initialValues } from '../../../model/field.ts';
import { jsonText } from '../../../model/json.ts';
import { refuse } from '../../../model/refusal.ts';
import { Background, backgroundFields, backgroundOf } from '../../../model/resources/background.ts';
import { answerSchema, patchSchema } from '../../../model/schemas.ts';
import { Text } from '../../../model/types.ts';
import { newFile, type Uploads } from '../../assets/uploads.ts';
import { canvasScope, canvasView } from '../../collections/parts.ts';
import { patchBackground, readImageSettings, setBackgroundImage } from '../../commands/canvas-settings.ts';
import { type Form, fileOf, withForm } from '../../http/form.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { changeSettings, type SettingsParts } from './settings.ts';

const path = '/canvases/:canvas_id/background';
const file = 'server/routes/canvases/background.ts';
const answer = answerSchema('Background', backgroundFields);
const { type: _, ...imageFields }: Fields = {
  ...backgroundFields,
  fit: editable(Text({ max: 255, empty: false }), '', { about: 'Short form of `image.fit`', example: 'contain' }),
};

interface BackgroundParts extends SettingsParts {
  readonly uploads: Uploads;
}

/** What is behind everything on a canvas (canvases contract 8). Not subscribable. */
export const backgroundRoutes = (parts: BackgroundParts): Route[] => [
  {
    method: 'GET',
    path,
    operation: 'getBackground',
    tag: tags.background,
    summary: 'The background of a canvas',
    file,
    access: parts.rules.viewCanvasOrLink,
    answer,
    scope: canvasScope,
    handle: ({ params }) => backgroundText(backgroundOf(canvasView(parts, params))),
  },
  {
    method: 'PATCH',
    path,
    operation: 'updateBackground',
    tag: tags.background,
    summary: 'Changes what is sent of the background',
    file,
    access: parts.rules.editCanvas,
    body: patchSchema('Background', Background.fields),
    answer,
    scope: canvasScope,
    handle: (call) => patch(parts, call),
  },
  {
    method: 'POST',
    path,
    operation: 'uploadBackground',
    tag: tags.background,
    summary: 'Makes an uploaded image the background',
    file,
    access: parts.rules.editCanvas,
    multipart: { data: 'always', json: patchSchema('BackgroundImage', imageFields) },
    answer,
    scope: canvasScope,
    handle: (call) => withForm(call, parts.uploads, (form) => upload(parts, call, form)),
  },
];

async function patch(parts: SettingsParts, call: Call): Promise<string> {
  return backgroundText(await changeSettings(parts, call, (tx, canvas) => patchBackground(tx, canvas, call.body)));
}

async function upload(parts: BackgroundParts, call: Call, form: Form): Promise<string> {
  const { json = {} } = form;
  const data = fileOf(form);
  // Refused before the bytes are looked at and kept; the command reads it again
  readImageSettings(json, initialValues(Background.fields));
  const probed = await parts.uploads.look(data, call.requester);
  if (probed?.kind !== 'image') throw refuse.invalid('Background must be an image');
  const image = newFile(data, probed);
  const command = () => changeSettings(parts, call, (tx, canvas) => setBackgroundImage(tx, canvas, json, image));
  return backgroundText(await parts.uploads.keep(data, command));
}

/** All five keys, always; no id and no `state`. */
function backgroundText({ type, background_color, haze, grid, image }: Background): string {
  return jsonText({ type, background_color, haze, grid, image });
}
