import type { Signal } from '@preact/signals';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import type { EditQuestion } from '../question.ts';

/** Asks before something large is done; closing it is No. */
export function QuestionDialog({
  question,
  asked,
}: {
  readonly question: EditQuestion;
  readonly asked: Signal<EditQuestion | undefined>;
}) {
  const close = (): void => {
    asked.value = undefined;
  };
  const actions = (
    <>
      <Button onClick={close}>{question.no}</Button>
      <Button
        kind="danger"
        onClick={() => {
          close();
          question.run();
        }}
      >
        {question.yes}
      </Button>
    </>
  );
  return (
    <Dialog title={question.title} onClose={close} actions={actions}>
      <p>{question.text}</p>
    </Dialog>
  );
}
