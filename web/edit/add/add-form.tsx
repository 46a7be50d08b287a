import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { texts } from '../../texts.ts';
import './add-form.css';

interface Props {
  readonly title: string;
  /** On the button that sends it. */
  readonly done: string;
  readonly isReady: boolean;
  readonly isBusy?: boolean;
  readonly send: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog that asks for something and makes a widget of it; Enter sends it. */
export function AddForm({ title, done, isReady, isBusy = false, send, onClose, children }: Props) {
  const form = useId();
  const sent = (event: Event): void => {
    event.preventDefault();
    if (isReady && !isBusy) send();
  };
  const actions = (
    <>
      <Button kind="quiet" onClick={onClose}>
        {texts.value.common.cancel}
      </Button>
      <Button kind="primary" type="submit" form={form} busy={isBusy} disabled={!isReady}>
        {done}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <form id={form} class="add-form" onSubmit={sent} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
