import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { showShortcuts } from './shortcuts.ts';

const ShortcutDialog = lazyDialog(
  () => import('./shortcut-dialog.tsx').then((file) => file.ShortcutDialog),
  () => {
    showShortcuts.value = false;
  },
);

/** The list of keyboard shortcuts, while it is open. Once in the page. */
export const ShortcutList = () => (showShortcuts.value ? <ShortcutDialog /> : null);
