import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { noAnswer } from '../session/rest.ts';
import { sayFault } from './toast.tsx';

/**
 * A dialog or panel whose code is loaded when it is first opened, or before that by `useEarly`. Without the server a toast says so,
 * and `lost` closes it.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  lost: (props: Props) => void,
): ComponentType<Props> & { readonly load: () => Promise<unknown> } {
  function LazyDialog(props: Props) {
    const loaded = useSignal<{ readonly Dialog: ComponentType<Props> } | undefined>(undefined);
    useEffect(() => {
      load().then(
        (Dialog) => {
          loaded.value = { Dialog };
        },
        () => {
          sayFault(noAnswer());
          lost(props);
        },
      );
    }, []);
    const Dialog = loaded.value?.Dialog;
    return Dialog ? <Dialog {...props} /> : null;
  }
  LazyDialog.load = load;
  return LazyDialog;
}
