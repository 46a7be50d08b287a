import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { isOpeningQuickly } from '../frame/quick-open.ts';

const QuickOpenDialog = lazyDialog(
  () => import('./quick-open-dialog.tsx').then((file) => file.QuickOpenDialog),
  () => {
    isOpeningQuickly.value = false;
  },
);

/** The quick search above whatever page is shown. */
export const QuickOpen = () => (isOpeningQuickly.value ? <QuickOpenDialog /> : null);
