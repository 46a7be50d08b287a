import { Dialog } from '../../parts/dialog.tsx';
import { ShortcutChapter } from '../../parts/shortcut-chapter.tsx';
import { texts } from '../../texts/texts.ts';
import { type Chapter, shortcutGroups, showShortcuts } from './shortcuts.ts';
import './shortcut-list.css';

/** The list of keyboard shortcuts, while it is open. Once in the page. */
export function ShortcutList() {
  if (!showShortcuts.value) return null;
  const words = texts.value.common;
  const everywhere: Chapter = {
    title: words.everywhere,
    shortcuts: [
      { keys: ['?'], text: words.shortcutsHere },
      { keys: ['Esc'], text: words.leave },
    ],
  };
  return (
    <Dialog
      title={words.shortcuts}
      onClose={() => {
        showShortcuts.value = false;
      }}
    >
      <div class="shortcuts">
        {[...shortcutGroups.value, everywhere].map(({ title, shortcuts }) => (
          <ShortcutChapter key={title} title={title} rows={shortcuts.map(({ keys, text }) => ({ text, ways: [keys] }))} />
        ))}
      </div>
    </Dialog>
  );
}
