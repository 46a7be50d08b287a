import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Refused } from '../session/ask.ts';
import { sayFault } from './toast.tsx';

/** A dialog or panel whose code is loaded when it is first opened. Without the server a toast says so, and `lost` closes it. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  lost: (props: Props) => void,
): ComponentType<Props> {
  return function LazyDialog(props: Props) {
    const loaded = useSignal<{ readonly Dialog: ComponentType<Props> } | undefined>(undefined);
    useEffect(() => {
      load().then(
        (Dialog) => {
          loaded.value = { Dialog };
        },
        () => {
          sayFault(new Refused(0, ''));
          lost(props);
        },
      );
    }, []);
    const Dialog = loaded.value?.Dialog;
    return Dialog ? <Dialog {...props} /> : null;
  };
}
