import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import type { Editing } from '../editing.ts';

interface Props {
  readonly editing: Editing;
}

interface DialogProps extends Props {
  readonly onClose: () => void;
}

const lost = ({ onClose }: DialogProps): void => onClose();
const TableSize = lazyDialog<DialogProps>(async () => (await import('./tables/table-size.tsx')).TableSize, lost);
const WebAddress = lazyDialog<DialogProps>(async () => (await import('./ask/web-address.tsx')).WebAddress, lost);
const ConnectTo = lazyDialog<DialogProps>(async () => (await import('./ask/connect-to.tsx')).ConnectTo, lost);
const PutOn = lazyDialog<DialogProps>(async () => (await import('./ask/put-on-widget.tsx')).PutOnWidget, lost);

/** What is asked about connectors, tables, parents and web pages. */
export function KindDialogs({ editing }: Props) {
  const { kinds, stage } = editing;
  const onClose = (): void => {
    kinds.answered();
    stage.focus({ preventScroll: true });
  };
  switch (kinds.asked.value) {
    case 'table':
      return <TableSize editing={editing} onClose={onClose} />;
    case 'address':
      return <WebAddress editing={editing} onClose={onClose} />;
    case 'connect':
      return <ConnectTo editing={editing} onClose={onClose} />;
    case 'put':
      return <PutOn editing={editing} onClose={onClose} />;
    default:
      return null;
  }
}
