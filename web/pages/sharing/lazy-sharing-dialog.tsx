import { useSignal } from '@preact/signals';
import type { ComponentProps } from 'preact';
import { useEffect } from 'preact/hooks';
import { sayFault } from '../../parts/toast.tsx';
import { Refused } from '../../session/ask.ts';

const load = () => import('./sharing-dialog.tsx');
type Loaded = Awaited<ReturnType<typeof load>>['SharingDialog'];

/** The dialog for sharing, whose code is loaded when it is first opened. Without the server it says so, and closes. */
export function LazySharingDialog(props: ComponentProps<Loaded>) {
  const loaded = useSignal<{ readonly Dialog: Loaded } | undefined>(undefined);
  useEffect(() => {
    load().then(
      ({ SharingDialog }) => {
        loaded.value = { Dialog: SharingDialog };
      },
      () => {
        sayFault(new Refused(0, ''));
        props.onClose();
      },
    );
  }, []);
  const Dialog = loaded.value?.Dialog;
  return Dialog ? <Dialog {...props} /> : null;
}
