import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { noAnswer } from '../session/rest.ts';
import { sayFault } from './toast.tsx';
import { whenIdle } from './when-idle.ts';

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

/**
 * Loads the code of these dialogs when the page is idle: they open at once then, take what is typed right after the press, and open
 * without the server, too.
 */
export function useEarly(dialogs: readonly { readonly load: () => Promise<unknown> }[]): void {
  useEffect(() => whenIdle(() => void Promise.allSettled(dialogs.map(({ load }) => load()))), []);
}
