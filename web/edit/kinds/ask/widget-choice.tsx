import type { Item } from '../../../live/board.ts';
import type { Outline } from '../../../outline/outline.ts';
import { Combobox } from '../../../parts/combobox.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { editTexts } from '../../texts.ts';
import './widget-choice.css';

interface Props {
  readonly title: string;
  readonly outline: Outline;
  /** Which widgets may be chosen. */
  readonly fits: (item: Item) => boolean;
  readonly choose: (item: Item) => void;
  readonly onClose: () => void;
}

/** Twelve are offered at a time; whoever misses one types more of its name. */
const MOST = 12;

/** Asks for a widget of the canvas by its name. */
export function WidgetChoice({ title, outline, fits, choose, onClose }: Props) {
  const words = editTexts.value.kinds;
  const optionsFor = (typed: string) => offered(typed.trim().toLocaleLowerCase(), outline, fits);
  return (
    <Dialog title={title} onClose={onClose}>
      <Combobox
        label={title}
        placeholder={words.nameOfWidget}
        none={words.noSuchWidget}
        optionsFor={optionsFor}
        choose={choose}
      />
    </Dialog>
  );
}

/** In reading order. */
function offered(sought: string, { reading, describe, board }: Outline, fits: Props['fits']) {
  const options: { key: string; value: Item; text: string; face: string }[] = [];
  for (const { item } of reading.entries.peek()) {
    if (options.length === MOST) break;
    if (!fits(item)) continue;
    const text = nameIn(item, describe, board);
    if (text.toLocaleLowerCase().includes(sought)) options.push({ key: item.id, value: item, text, face: text });
  }
  return options;
}

/** A cell is called after its table, too. */
function nameIn({ widget }: Item, describe: Outline['describe'], board: Outline['board']): string {
  const { kind, name } = describe(widget);
  const table = widget.widget_type === 'TableCell' ? board.item(widget.parent_id)?.widget : undefined;
  const within = table ? describe(table).name : '';
  return [kind, name, within && `(${within})`].filter(Boolean).join(' ');
}
