import type { Colour } from '../../../../model/looks/shapes.ts';
import type { Item } from '../../../live/board.ts';
import { editingByType } from '../../by-type.ts';
import { fullColour } from '../../presets.ts';

const TEXT = 'text_color';

/** The field that the colour of a widget is; undefined: it has none. */
export const colourFieldOf = (item: Item): string | undefined => colourFieldsOf(item).find((field) => field !== TEXT);

export const hasTextColour = (item: Item): boolean => colourFieldsOf(item).includes(TEXT);

/** What all of them have in common; undefined: several colours, or none. */
export function commonColour(items: readonly Item[], fieldOf: (item: Item) => string | undefined): Colour | undefined {
  const found = new Set(
    items.flatMap((item) => {
      const field = fieldOf(item);
      return field ? [fullColour(String((item.widget as unknown as Readonly<Record<string, unknown>>)[field]))] : [];
    }),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** Whether the letters of all of them follow their paper. */
export const isAutomatic = (items: readonly Item[]): boolean =>
  items.filter(hasTextColour).every(({ widget }) => 'auto_text_color' in widget && widget.auto_text_color);

/** The fields of a type that are colours: of its paper or line, and of its letters. */
function colourFieldsOf({ widget }: Item): readonly string[] {
  const editing = (
    editingByType as Readonly<Record<string, { readonly fields: readonly (readonly [string, string])[] } | undefined>>
  )[widget.widget_type];
  return (editing?.fields ?? []).flatMap(([field, control]) => (control === 'colour' ? [field] : []));
}
