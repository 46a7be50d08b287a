import { Dialog } from '../../parts/dialog.tsx';
import { texts } from '../../texts/texts.ts';
import { type ShortcutChapter, type ShortcutLine, shortcutGroups, showShortcuts } from './shortcuts.ts';
import './shortcut-list.css';

/** The list of keyboard shortcuts, while it is open. Once in the page. */
export function ShortcutList() {
  if (!showShortcuts.value) return null;
  const words = texts.value.common;
  const everywhere: ShortcutChapter = {
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
          <section key={title}>
            <h3>{title}</h3>
            <dl>{shortcuts.map(Line)}</dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const Line = ({ keys, text }: ShortcutLine) => (
  <div key={text} class="shortcut">
    <dt>{text}</dt>
    <dd>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dd>
  </div>
);
