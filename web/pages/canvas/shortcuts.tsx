import { Dialog } from '../../parts/dialog.tsx';
import { ShortcutChapter } from '../../parts/shortcut-chapter.tsx';
import { texts } from '../../texts.ts';
import type { Navigation } from '../../view/navigation.ts';
import { type ShortcutGroup, type Shortcuts, shortcutGroups } from '../../view/shortcuts.ts';
import './shortcuts.css';

interface Props {
  readonly navigation: Navigation;
  readonly close: () => void;
}

/** All shortcuts that are there now, whoever added them. */
export function ShortcutList({ navigation: { shortcuts, preferences }, close }: Props) {
  const { view } = texts.value;
  const { singleKeys } = preferences;
  return (
    <Dialog title={view.shortcuts} onClose={close} wide>
      <div class="shortcut-groups">
        {shortcutGroups.map((group) => (
          <Group key={group} group={group} shortcuts={shortcuts} />
        ))}
      </div>
      <label class="shortcut-choice">
        <input
          type="checkbox"
          checked={singleKeys.value}
          onChange={(event) => {
            singleKeys.value = event.currentTarget.checked;
          }}
        />
        <span>
          {view.singleKeys}
          <small>{view.singleKeysHint}</small>
        </span>
      </label>
    </Dialog>
  );
}

function Group({ group, shortcuts }: { readonly group: ShortcutGroup; readonly shortcuts: Shortcuts }) {
  const rows = shortcuts.table.value.filter((row) => row.group === group);
  if (rows.length === 0) return null;
  const shown = rows.map((row) => ({ text: row.text(texts.value), ways: shortcuts.shown(row, texts.value) }));
  return <ShortcutChapter title={texts.value.view.groups[group]} rows={shown} />;
}
