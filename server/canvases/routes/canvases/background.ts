import { editable, type Fields, initialValues } from '../../../../model/field.ts';
import { jsonText } from '../../../../model/json.ts';
import { refuse } from '../../../../model/refusal.ts';
import { Background, backgroundFields, backgroundOf } from '../../../../model/resources/background.ts';
import type { Canvas } from '../../../../model/resources/canvas.ts';
import { answerSchema, patchSchema } from '../../../../model/schemas.ts';
import { Text } from '../../../../model/types.ts';
import { newFile, type Uploads } from '../../../assets/uploads.ts';
import { hashOf } from '../../../changes/record-tag.ts';
import { canvasScope } from '../../../collections/deps.ts';
import { refuseChanged } from '../../../collections/if-match.ts';
import { tags } from '../../../http/answers/tags.ts';
import { fileOf, type UploadForm, withForm } from '../../../http/bodies/upload-form.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Transaction } from '../../../store/store.ts';
import { changeSettings, type SettingsDeps } from '../../change/change-settings.ts';
import { patchBackground, readImageSettings, setBackgroundImage } from '../../change/settings.ts';
import { settingSource } from '../../show/setting-source.ts';

const path = '/canvases/:canvas_id/background';
const file = 'server/canvases/routes/canvases/background.ts';
const answer = answerSchema('Background', backgroundFields);
const { type: _, ...imageFields }: Fields = {
  ...backgroundFields,
  fit: editable(Text({ max: 255, empty: false }), '', { about: 'Short form of `image.fit`', example: 'contain' }),
};

interface BackgroundDeps extends SettingsDeps {
  readonly uploads: Uploads;
}

/** The background of a canvas (interface/canvases 8). */
export const backgroundRoutes = (deps: BackgroundDeps): Route[] => [
  {
    method: 'GET',
    path,
    operation: 'getBackground',
    tag: tags.background,
    summary: 'The background of a canvas',
    file,
    access: deps.rules.viewCanvasOrLink,
    answer,
    scope: canvasScope,
    watch: ({ params }) => settingSource(deps, params, Background, (view) => backgroundText(backgroundOf(view))),
  },
  {
    method: 'PATCH',
    path,
    operation: 'updateBackground',
    tag: tags.background,
    summary: 'Changes what is sent of the background',
    file,
    access: deps.rules.editCanvas,
    body: patchSchema('Background', Background.fields),
    answer,
    scope: canvasScope,
    ifMatch: true,
    handle: (call) => patch(deps, call),
  },
  {
    method: 'POST',
    path,
    operation: 'uploadBackground',
    tag: tags.background,
    summary: 'Makes an uploaded image the background',
    file,
    access: deps.rules.editCanvas,
    multipart: { data: 'always', json: patchSchema('BackgroundImage', imageFields) },
    answer,
    scope: canvasScope,
    handle: (call) => withForm(call, deps.uploads, (form) => upload(deps, call, form)),
  },
];

async function patch(deps: SettingsDeps, call: Call): Promise<string> {
  const change = (tx: Transaction, canvas: Canvas): Background => {
    refuseChanged(call, () => hashOf(backgroundText(backgroundOf(tx.scope(canvas.id)))));
    return patchBackground(tx, canvas, call.body);
  };
  return backgroundText(await changeSettings(deps, call, change));
}

async function upload(deps: BackgroundDeps, call: Call, form: UploadForm): Promise<string> {
  const { json = {} } = form;
  const data = fileOf(form);
  // Wrong settings are refused before the file is probed and kept; the command reads them again
  readImageSettings(json, initialValues(Background.fields));
  const probed = await deps.uploads.look(data, call.requester);
  if (probed?.kind !== 'image') throw refuse.invalid('Background must be an image');
  const image = newFile(data, probed);
  const command = () => changeSettings(deps, call, (tx, canvas) => setBackgroundImage(tx, canvas, json, image));
  return backgroundText(await deps.uploads.keep(data, command));
}

/** The text always has all keys, and no id. */
function backgroundText({ type, background_color, haze, grid, image }: Background): string {
  return jsonText({ type, background_color, haze, grid, image, state: 'normal' });
}
