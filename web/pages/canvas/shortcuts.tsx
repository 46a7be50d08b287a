import { Dialog } from '../../parts/dialog.tsx';
import { ShortcutChapter } from '../../parts/shortcut-chapter.tsx';
import { texts } from '../../texts.ts';
import type { Navigation } from '../../view/navigation.ts';
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
        {shortcuts.chapters(texts.value).map(({ title, rows }) => (
          <ShortcutChapter
            key={title}
            title={title}
            rows={rows.map((row) => ({ text: row.text(texts.value), ways: shortcuts.shown(row, texts.value) }))}
          />
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
