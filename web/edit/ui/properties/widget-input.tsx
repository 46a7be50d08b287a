import { Combobox } from '../../../parts/combobox.tsx';
import { isConnectable } from '../../kinds/connect/connectable.ts';
import { panelTexts } from '../../panel-texts.ts';
import type { InputProps } from './inputs.tsx';

/** More would not be read. */
const MOST = 8;

/** A widget of the canvas, by what it says. */
export function WidgetInput({ label, value, set, editing }: InputProps) {
  const { board, outline } = editing;
  const words = panelTexts.value.properties;
  const nameOf = (id: string): string => {
    const item = board.item(id);
    if (!item) return '';
    const { name, kind } = outline.describe(item.widget);
    return name || kind;
  };
  const optionsFor = (typed: string) => {
    const sought = typed.trim().toLocaleLowerCase();
    const found = board.items().filter((item) => isConnectable(item) && nameOf(item.id).toLocaleLowerCase().includes(sought));
    return found.slice(0, MOST).map(({ id }) => ({ key: id, value: id, text: nameOf(id), face: nameOf(id) }));
  };
  return (
    <Combobox
      label={label}
      placeholder={value === undefined ? words.mixed : words.choose(nameOf(String(value)))}
      optionsFor={optionsFor}
      choose={set}
      none={words.noWidget}
    />
  );
}
