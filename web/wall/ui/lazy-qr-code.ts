import { lazyDialog } from '../../parts/lazy-dialog.tsx';

/** A link as a QR code, whose code is loaded with the first of them. Without the server its place stays empty. */
export const LazyQrCode = lazyDialog(
  () => import('../../parts/qr-code.tsx').then((file) => file.QrCode),
  () => undefined,
);
