import { X } from 'lucide';
import { Button, IconButton } from '../../parts/button.tsx';
import { texts } from '../../texts.ts';
import { selection, selectNothing } from '../home/cards/picked.ts';
import { listedOf } from '../home/library.ts';
import type { Around } from '../home/questions/around.ts';
import { groupMenu } from './item-menu.ts';

/** How many things are selected, and what can be done with all of them. */
export function SelectionBar({ around }: { readonly around: Around }) {
  const words = texts.value.dashboard;
  const some = [...selection.value.ids].map(listedOf).filter((one) => one !== undefined);
  const items = some.length === 0 ? [] : groupMenu(some, around).flat();
  return (
    <div class="selection-bar" role="toolbar" aria-label={words.selected(some.length)}>
      <p role="status">{words.selected(some.length)}</p>
      {items.map(({ text, icon, run }) => (
        <Button key={text} kind="quiet" {...(icon && { icon })} onClick={run} title={text}>
          {text}
        </Button>
      ))}
      <IconButton icon={X} label={words.selectNone} onClick={selectNothing} />
    </div>
  );
}
