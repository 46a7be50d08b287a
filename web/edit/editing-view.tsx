import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { lazyDialog } from '../parts/lazy-dialog.tsx';
import { WholeCanvas } from './canvas/whole-canvas.tsx';
import { createEditing } from './create-editing.ts';
import type { EditedCanvas, EditedStage, Editing } from './editing.ts';
import { KindDialogs } from './kinds/kind-dialogs.tsx';
import { beginEditTexts } from './texts.ts';
import { Dock } from './ui/dock.tsx';
import { ContextMenu } from './ui/menu/context-menu.tsx';
import { PanelHost } from './ui/panels/panel-host.tsx';
import { SelectionBar } from './ui/selection/selection-bar.tsx';
import './editing.css';

const QuestionDialog = lazyDialog(
  () => import('./ui/question-dialog.tsx').then((file) => file.QuestionDialog),
  ({ asked }) => {
    asked.value = undefined;
  },
);

interface Props {
  readonly context: EditedCanvas;
  readonly shown: EditedStage;
}

/** The tools of a canvas that a person may change, and all that they open. */
export function EditingView({ context, shown }: Props) {
  const editing = useEditing(context, shown);
  if (!editing) return null;
  return (
    <>
      <WholeCanvas editing={editing} context={context} />
      <Dock editing={editing} />
      <SelectionBar editing={editing} />
      {editing.seating.seats.value.map((seat) => (
        <SelectionBar key={seat} editing={editing.bySeat.get(seat)!} />
      ))}
      <ContextMenu editing={editing} />
      <PanelHost editing={editing} />
      <KindDialogs editing={editing} />
      {editing.question.value && <QuestionDialog question={editing.question.value} asked={editing.question} />}
    </>
  );
}

/** A new one for each canvas that is shown, once the texts are there. */
function useEditing(context: EditedCanvas, shown: EditedStage): Editing | undefined {
  const current = useSignal<Editing | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    beginEditTexts().then(
      () => {
        if (!isOver) current.value = createEditing(context, shown);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      current.peek()?.close();
      current.value = undefined;
    };
  }, [context, shown]);
  return current.value;
}
