import { useEffect, useState } from 'preact/hooks';
import { isWidgetElement } from '../../live/element.ts';
import type { KeptEntry } from '../../live/kept/kept-list.ts';
import { kindIcon } from '../../outline/kind-icons.ts';
import { labelOf } from '../../outline/labels.ts';
import { SidePanel } from '../../outline/side-panel.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { choose } from './choose.ts';
import { ConflictValues } from './conflict-values.tsx';
import type { Conflict } from './conflicts.ts';
import { focusBeside } from './focus-beside.ts';
import { rescueTexts } from './rescue-texts.ts';
import { timeWords } from './time-words.ts';
import './rescue-rows.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** What the person has changed and somebody else, too, with a choice for each. */
export function ConflictsPanel({ editing, onClose }: Props) {
  const words = rescueTexts.value.conflicts;
  const list = editing.rescue.current?.conflicts.list.value ?? [];
  useBoard(editing);
  return (
    <SidePanel title={words.title} fits takesFocus class="conflicts-panel" onClose={onClose}>
      <p class="side-empty">{list.length === 0 ? words.none : words.about}</p>
      {list.length > 0 && (
        <ul class="rescue-rows">
          {list.map((entry) => (
            <ConflictRow key={entry.key} entry={entry} editing={editing} />
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

/** Draws again whatever the canvas shows. */
function useBoard({ board }: Editing): void {
  const [, setTurn] = useState(0);
  useEffect(() => board.onChange(() => setTurn((turn) => turn + 1)), [board]);
}

interface RowProps {
  readonly entry: KeptEntry<Conflict>;
  readonly editing: Editing;
}

function ConflictRow({ entry, editing }: RowProps) {
  const words = rescueTexts.value.conflicts;
  const { key: id, value: conflict } = entry;
  const { outline, navigation, board } = editing;
  const record = editing.rescue.current!.conflicts.record(id);
  const item = board.item(id);
  const { icon, name } = nameOf(entry, editing);
  const choices = choose(editing, id, conflict);
  const go = (): void => {
    outline.selection.select(id);
    navigation.travel.toWidget(id);
  };
  const doing = (act: (() => void) | undefined) => (event: MouseEvent) => {
    focusBeside(event.currentTarget as HTMLElement);
    act?.();
  };
  return (
    <li class="rescue-row" aria-label={name} tabIndex={-1}>
      <header>
        <Icon of={icon} size={18} />
        {item ? (
          <Button kind="quiet" aria-label={words.goTo(name)} onClick={go}>
            {name}
          </Button>
        ) : (
          <b dir="auto">{name}</b>
        )}
        {conflict.at && <small class="rescue-time">{timeWords(conflict.at)}</small>}
      </header>
      <ConflictValues mine={conflict.mine} theirs={record} />
      <div class="rescue-choices">
        {record && <Button onClick={doing(choices.mine)}>{words.useMine}</Button>}
        <Button onClick={doing(choices.theirs)}>{words.keepTheirs}</Button>
        {choices.both && <Button onClick={doing(choices.both)}>{words.keepBoth}</Button>}
      </div>
    </li>
  );
}

function nameOf({ key, value: { widget_type } }: KeptEntry<Conflict>, { board, rescue }: Editing) {
  const words = rescueTexts.value.conflicts;
  const record = rescue.current!.conflicts.record(key);
  const { outline } = texts.value;
  if (widget_type === 'Annotation') return { icon: kindIcon('line'), name: words.stroke };
  if (!record || !isWidgetElement(record))
    return { icon: kindIcon(undefined), name: outline.kinds[widget_type]?.[0] ?? widget_type };
  const { icon, kind, name } = labelOf(record, board, outline);
  return { icon: kindIcon(icon), name: name === '' ? kind : `${kind} ${name}` };
}
