import { editable, type Fields, initialValues, readonly } from '../field.ts';
import type { View } from '../hooks.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Colours, State, Text } from '../types.ts';

const six = (first: string): readonly string[] => [first, '#2e86c1ff', '#17a589ff', '#7d3c98ff', '#ca6f1eff', '#c0392bff'];

/** The colours that clients offer: one record of a canvas, or the defaults when there is none (interface/canvases 9). */
export const ColorPresets = defineResource({
  name: 'ColorPresets',
  fields: {
    id: readonly(Text(), 'color-presets'),
    annotation: editable(Colours, six('#1f4e79ff')),
    connector: editable(Colours, six('#1f4e79ff')),
    note_background: editable(Colours, ['#fef3c7ff', '#d1fae5ff', '#dbeafeff', '#ede9feff', '#fee2e2ff', '#f1f5f9ff']),
    note_text: editable(Colours, []),
  },
  content: true,
});

export type ColorPresets = RecordOf<typeof ColorPresets>;

export const colorPresetsOf = (view: View): ColorPresets =>
  view.get(ColorPresets, ColorPresets.fields.id.initial()) ?? initialValues(ColorPresets.fields);

/** The fields of an answer: all but the id, and the state, which no record holds. */
export const colorPresetsFields: Fields = {
  ...Object.fromEntries(Object.entries(ColorPresets.fields as Fields).filter(([name]) => name !== 'id')),
  state: readonly(State, 'normal'),
};
