import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { texts } from '../../texts.ts';
import { asked } from '../home/questions/asking.ts';

interface Props {
  readonly title: string;
  /** On the button that sends the form. */
  readonly done: string;
  readonly isBusy?: boolean;
  readonly isReady?: boolean;
  readonly wide?: boolean;
  /** Classes of the form. */
  readonly class?: string;
  /** Beside the buttons. */
  readonly beside?: ComponentChildren;
  readonly send: () => unknown;
  readonly children: ComponentChildren;
}

/** A question with fields: Enter sends it, and there is a way to leave it. */
export function FormDialog({ title, done, isBusy = false, isReady = true, wide = false, class: more, ...props }: Props) {
  const form = useId();
  const sent = (event: Event): void => {
    event.preventDefault();
    if (isReady && !isBusy) props.send();
  };
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={asked}
      actions={
        <>
          {props.beside}
          <Button kind="quiet" onClick={asked}>
            {texts.value.common.cancel}
          </Button>
          <Button kind="primary" type="submit" form={form} busy={isBusy} disabled={!isReady}>
            {done}
          </Button>
        </>
      }
    >
      <form id={form} class={more} onSubmit={sent} noValidate>
        {props.children}
      </form>
    </Dialog>
  );
}
