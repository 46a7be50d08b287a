import { Bookmark, DoorOpen, RotateCcw } from 'lucide';
import { useState } from 'preact/hooks';
import { SidePanel } from '../../outline/side-panel.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { say, sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { editTexts } from '../texts.ts';
import './canvas-panels.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** What cannot be undone, and so is asked for first. */
type Question = 'restore' | 'leave';

/** A state of the canvas that is saved once and restored before each demonstration. */
export function DemoPanel({ editing: { board }, onClose }: Props) {
  const words = panelTexts.value.canvas.demo;
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const path = `/canvases/${board.canvas_id}`;
  const perform = async (what: Promise<unknown>, done: string): Promise<void> => {
    setQuestion(undefined);
    setBusy(true);
    await what.then(() => say(done), sayFault);
    setBusy(false);
  };
  const setMode = (mode: 'demo' | 'normal', done: string) => perform(rest.patch(path, { mode }), done);
  const answers: Readonly<Record<Question, () => Promise<void>>> = {
    restore: () => perform(rest.post(`${path}/restore`), words.restored),
    leave: () => setMode('normal', words.left),
  };
  const isDemo = board.canvas.value?.mode === 'demo';
  return (
    <SidePanel title={editTexts.value.panels.demo} fits takesFocus onClose={onClose}>
      <div class="canvas-panel">
        <p class="field-hint">{isDemo ? words.hintOn : words.hintOff}</p>
        {isDemo ? (
          <div class="canvas-buttons">
            <Button icon={Bookmark} busy={isBusy} onClick={() => void perform(rest.post(`${path}/save`), words.saved)}>
              {words.save}
            </Button>
            <Button icon={RotateCcw} disabled={isBusy} onClick={() => setQuestion('restore')}>
              {words.restore}
            </Button>
            <Button kind="quiet" icon={DoorOpen} disabled={isBusy} onClick={() => setQuestion('leave')}>
              {words.leave}
            </Button>
          </div>
        ) : (
          <div class="canvas-buttons">
            <Button kind="primary" busy={isBusy} onClick={() => void setMode('demo', words.begun)}>
              {words.begin}
            </Button>
          </div>
        )}
      </div>
      {question && <Ask of={question} answer={() => void answers[question]()} onClose={() => setQuestion(undefined)} />}
    </SidePanel>
  );
}

interface AskProps {
  readonly of: Question;
  readonly answer: () => void;
  readonly onClose: () => void;
}

function Ask({ of, answer, onClose }: AskProps) {
  const { questions } = panelTexts.value.canvas.demo;
  const { title, text, yes } = questions[of];
  const actions = (
    <>
      <Button kind="quiet" onClick={onClose}>
        {texts.value.common.cancel}
      </Button>
      <Button kind="danger" onClick={answer}>
        {yes}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <p>{text}</p>
    </Dialog>
  );
}
