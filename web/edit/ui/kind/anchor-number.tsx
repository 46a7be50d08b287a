import { useState } from 'preact/hooks';
import type { WidgetOf } from '../../../live/board.ts';
import { style } from '../../commands/style.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';

interface Props {
  readonly editing: Editing;
  readonly anchor: WidgetOf<'Anchor'>;
}

/** The number of an anchor, which is its place in the order in which people and displays go through them. */
export function AnchorNumber({ editing, anchor: { id, anchor_index } }: Props) {
  const name = editTexts.value.kinds.anchorNumber;
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const write = (text: string): void => {
    setTyped(undefined);
    const number = Number(text);
    if (text === '' || !Number.isSafeInteger(number) || number < 0) return;
    editing.perform(style(editing.board, [id], { anchor_index: number }, 'properties'), `number ${id}`);
  };
  return (
    <label class="bar-number">
      <span>{name}</span>
      <input
        aria-label={name}
        type="number"
        min={0}
        step={1}
        value={typed ?? String(anchor_index)}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
    </label>
  );
}
