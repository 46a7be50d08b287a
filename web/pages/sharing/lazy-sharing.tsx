import { lazyDialog } from '../../parts/lazy-dialog.tsx';

export const LazySharing = lazyDialog(
  () => import('./sharing.tsx').then((file) => file.Sharing),
  ({ onClose }) => onClose(),
);
