import { MonitorCheck, MonitorSmartphone } from 'lucide';
import { Icon } from '../../parts/icon.tsx';

/** The sign above each step. */
export const PairMark = ({ isDone = false }: { readonly isDone?: boolean }) => (
  <span class={isDone ? 'pair-mark done' : 'pair-mark'}>
    <Icon of={isDone ? MonitorCheck : MonitorSmartphone} size={26} />
  </span>
);
