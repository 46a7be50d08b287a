import { kindIcon } from '../../../outline/kind-icons.ts';
import { kindWords } from '../../../outline/labels.ts';
import { SidePanel } from '../../../outline/side-panel.tsx';
import { Button } from '../../../parts/button.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { say } from '../../../parts/toast.tsx';
import { texts } from '../../../texts.ts';
import type { Editing } from '../../editing.ts';
import { focusBeside } from '../focus-beside.ts';
import { rescueTexts } from '../rescue-texts.ts';
import { timeWords } from '../time-words.ts';
import type { Bin, DeletionEntry } from './bin.ts';
import '../rescue-rows.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** What the person has deleted here in the last days, each to be put back. */
export function BinPanel({ editing, onClose }: Props) {
  const words = rescueTexts.value.bin;
  const bin = editing.rescue.current?.bin();
  const entries = bin?.entries() ?? [];
  return (
    <SidePanel title={words.title} fits takesFocus onClose={onClose}>
      <p class="side-empty">{entries.length === 0 ? words.none : words.about}</p>
      {entries.length > 0 && (
        <ul class="rescue-rows">
          {entries.map((entry) => (
            <DeletionRow key={entry.key} entry={entry} bin={bin!} editing={editing} />
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

interface RowProps {
  readonly entry: DeletionEntry;
  readonly bin: Bin;
  readonly editing: Editing;
}

function DeletionRow({ entry, bin, editing }: RowProps) {
  const words = rescueTexts.value.bin;
  const { count, at, first } = entry.value;
  const { outline } = texts.value;
  const isStroke = first.widget_type === 'Annotation';
  const kind = isStroke ? rescueTexts.value.conflicts.stroke : kindWords(first.widget_type, outline)[0];
  const one = first.name === '' ? kind : `${kind} ${first.name}`;
  const title = count > 1 ? words.many(count) : one;
  return (
    <li class="rescue-row" aria-label={title} tabIndex={-1}>
      <header>
        <Icon of={kindIcon(count > 1 ? undefined : first.icon)} size={18} />
        <b dir="auto">{title}</b>
        <small class="rescue-time">{timeWords(at)}</small>
      </header>
      <div class="rescue-choices">
        <Button
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget as HTMLElement);
            putBack(entry, bin, editing);
          }}
        >
          {words.putBack}
        </Button>
      </div>
    </li>
  );
}

function putBack(entry: DeletionEntry, bin: Bin, editing: Editing): void {
  const words = rescueTexts.peek().bin;
  const { board, edits, outline, navigation } = editing;
  const { edit, left } = bin.restoring(entry, { board, record: (id) => edits.record(id) });
  bin.remove(entry.key);
  if (left > 0) say(words.left(left));
  editing.perform(edit);
  const ids = edit.operations.map(({ id }) => id).filter((id) => board.item(id));
  outline.selection.select(...ids);
  if (ids[0]) navigation.travel.toWidget(ids[0]);
}
