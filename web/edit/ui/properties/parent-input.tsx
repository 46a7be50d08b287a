import type { Item } from '../../../live/board.ts';
import { Combobox } from '../../../parts/combobox.tsx';
import { liesWithin, takesThings } from '../../kinds/parents/parents.ts';
import { panelTexts } from '../../panel-texts.ts';
import type { InputProps } from './inputs.tsx';

/** More would not be read. */
const MOST = 8;

/** The widget on which others lie, or the canvas itself. */
export function ParentInput({ label, value, set, editing: { board, outline }, items }: InputProps) {
  const words = panelTexts.value.properties;
  const root = board.root.value?.id;
  const nameOf = (item: Item | undefined): string => {
    if (!item) return '';
    const { name, kind } = outline.describe(item.widget);
    return name || kind;
  };
  const now = value === undefined ? words.mixed : value === root ? words.canvas : words.choose(nameOf(board.item(String(value))));
  const optionsFor = (typed: string) => {
    const sought = typed.trim().toLocaleLowerCase();
    const own = new Set(items.map(({ id }) => id));
    const takers = board.items().filter((item) => takesThings(item) && !liesWithin(board, item, own));
    const offered = [{ id: root ?? '', name: words.canvas }, ...takers.map((item) => ({ id: item.id, name: nameOf(item) }))];
    const found = offered.filter(({ name }) => name.toLocaleLowerCase().includes(sought)).slice(0, MOST);
    return found.map(({ id, name }) => ({ key: id, value: id, text: name, face: name }));
  };
  return <Combobox label={label} placeholder={now} optionsFor={optionsFor} choose={set} none={words.noWidget} />;
}
