import { Save, Undo2 } from 'lucide';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { refusalText } from '../../parts/refusal-text.ts';
import { texts } from '../../texts.ts';
import { demoState, setMode } from '../deeds/changes.ts';
import { canvases } from '../home/library.ts';
import type { ListedCanvas } from '../home/listed.ts';
import { nameOf } from '../home/name.tsx';
import { asked } from '../home/questions/asking.ts';
import './demo-dialog.css';

/** Says what demo mode is, turns it on and off, saves the state and brings it back. */
export function DemoDialog({ canvas }: { readonly canvas: ListedCanvas }) {
  const words = texts.value.dashboard;
  const [told, setTold] = useState('');
  const now = canvases.value?.get(canvas.id) ?? canvas;
  const isOn = now.mode === 'demo';
  const tell = (deed: Promise<unknown>, done: string): void => {
    setTold('');
    deed.then(
      () => setTold(done),
      (cause) => setTold(refusalText(cause)),
    );
  };
  return (
    <Dialog
      title={words.demoTitle(nameOf(now))}
      onClose={asked}
      actions={<Button onClick={asked}>{texts.value.common.close}</Button>}
    >
      <p>{words.demoAbout}</p>
      <div class="demo-state">
        <p class="demo-mode">{isOn ? words.demoOn : words.demoOff}</p>
        {isOn ? (
          <Button onClick={() => void setMode(now, 'normal')}>{words.demoStop}</Button>
        ) : (
          <Button kind="primary" onClick={() => void setMode(now, 'demo')}>
            {words.demoStart}
          </Button>
        )}
      </div>
      {isOn && (
        <>
          <div class="demo-deeds">
            <Button icon={Undo2} onClick={() => tell(demoState(now, 'restore'), words.demoRestored)}>
              {words.demoRestore}
            </Button>
            <Button icon={Save} onClick={() => tell(demoState(now, 'save'), words.demoSaved)}>
              {words.demoSave}
            </Button>
          </div>
          <p class="demo-hint">
            {words.demoRestoreAbout} {words.demoStopAbout}
          </p>
        </>
      )}
      <p role="status" class="demo-told">
        {told}
      </p>
    </Dialog>
  );
}
