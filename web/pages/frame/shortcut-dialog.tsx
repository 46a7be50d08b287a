import { Dialog } from '../../parts/dialog.tsx';
import { ShortcutChapter } from '../../parts/shortcut-chapter.tsx';
import { texts } from '../../texts.ts';
import { showShortcuts } from './shortcuts.ts';
import './shortcut-list.css';

/** The list of keyboard shortcuts that every page has. */
export function ShortcutDialog() {
  const words = texts.value.common;
  const rows = [
    { text: words.quickOpen, ways: [words.quickKeys.split(' ')] },
    { text: words.shortcutsHere, ways: [['?']] },
    { text: words.leave, ways: [['Esc']] },
  ];
  return (
    <Dialog
      title={words.shortcuts}
      onClose={() => {
        showShortcuts.value = false;
      }}
    >
      <div class="shortcuts">
        <ShortcutChapter title={words.everywhere} rows={rows} />
      </div>
    </Dialog>
  );
}
