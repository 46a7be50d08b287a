import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { say, sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { AddForm } from './add-form.tsx';
import { MOST, putTemplate, TooLargeTemplate } from './put-template.ts';
import '../../parts/choices.css';
import './template-dialog.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly in_trash: boolean;
  readonly modified_at: string;
}

/** Asks which canvas is put into this one: any that the person may see. */
export function TemplateDialog({ editing, onClose }: Props) {
  const words = panelTexts.value.add;
  const [canvases, setCanvases] = useState<readonly Listed[] | undefined>(undefined);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    rest.get<readonly Listed[]>('/canvases').then((all) => setCanvases(offered(all, editing.board.canvas_id)), sayFault);
  }, []);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const count = await putTemplate(editing, chosen!);
      onClose();
      say(words.templateDone(count));
    } catch (cause) {
      if (cause instanceof TooLargeTemplate) say(words.templateTooLarge(cause.count, MOST));
      else sayFault(cause);
      setBusy(false);
    }
  };
  const sought = typed.trim().toLocaleLowerCase();
  const shown = canvases?.filter(({ name }) => name.toLocaleLowerCase().includes(sought));
  return (
    <AddForm
      title={words.templateAsked}
      done={words.put}
      isReady={chosen !== undefined}
      isBusy={isBusy}
      send={() => void send()}
      onClose={onClose}
    >
      <Field label={words.findCanvas} type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      {shown ? (
        <fieldset class="choices template-choice">
          <legend>{words.canvas}</legend>
          <div class="template-list">
            {shown.map(({ id, name }) => (
              <label key={id} class="choice">
                <input type="radio" name="template" checked={id === chosen} onChange={() => setChosen(id)} />
                <span dir="auto">{name}</span>
              </label>
            ))}
            {shown.length === 0 && <p class="side-empty">{words.noCanvas}</p>}
          </div>
        </fieldset>
      ) : (
        <Spinner label={texts.value.common.loading} />
      )}
      <p class="field-hint">{words.templateHint(MOST)}</p>
    </AddForm>
  );
}

/** All but this one and those in the trash, the last changed first. */
const offered = (all: readonly Listed[], here: string): Listed[] =>
  all.filter(({ id, in_trash }) => !in_trash && id !== here).sort((a, b) => b.modified_at.localeCompare(a.modified_at));
