import { jsonText } from '../../../../model/json.ts';
import type { Canvas } from '../../../../model/resources/canvas.ts';
import { ColorPresets, colorPresetsFields, colorPresetsOf } from '../../../../model/resources/color-presets.ts';
import { answerSchema, patchSchema } from '../../../../model/schemas.ts';
import { hashOf } from '../../../changes/record-tag.ts';
import { canvasScope } from '../../../collections/deps.ts';
import { refuseChanged } from '../../../collections/if-match.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Transaction } from '../../../store/store.ts';
import { changeSettings, type SettingsDeps } from '../../change/change-settings.ts';
import { patchColorPresets } from '../../change/settings.ts';
import { settingSource } from '../../show/setting-source.ts';

const path = '/canvases/:canvas_id/color-presets';
const file = 'server/canvases/routes/canvases/color-presets.ts';
const answer = answerSchema('ColorPresets', colorPresetsFields);

/** The colours that clients offer on a canvas (interface/canvases 9). No link gives access. */
export const colorPresetsRoutes = (deps: SettingsDeps): Route[] => [
  {
    method: 'GET',
    path,
    operation: 'getColorPresets',
    tag: tags.background,
    summary: 'The colour presets of a canvas',
    file,
    access: deps.rules.viewCanvas,
    answer,
    scope: canvasScope,
    watch: ({ params }) => settingSource(deps, params, ColorPresets, (view) => presetsText(colorPresetsOf(view))),
  },
  {
    method: 'PATCH',
    path,
    operation: 'updateColorPresets',
    tag: tags.background,
    summary: 'Replaces the lists of colours that are sent',
    file,
    access: deps.rules.editCanvas,
    body: patchSchema('ColorPresets', ColorPresets.fields),
    answer,
    scope: canvasScope,
    ifMatch: true,
    handle: (call) => patch(deps, call),
  },
];

async function patch(deps: SettingsDeps, call: Call): Promise<string> {
  const change = (tx: Transaction, canvas: Canvas): ColorPresets => {
    refuseChanged(call, () => hashOf(presetsText(colorPresetsOf(tx.scope(canvas.id)))));
    return patchColorPresets(tx, canvas, call.body);
  };
  return presetsText(await changeSettings(deps, call, change));
}

function presetsText({ annotation, connector, note_background, note_text }: ColorPresets): string {
  return jsonText({ annotation, connector, note_background, note_text, state: 'normal' });
}
