import { Plus, RotateCcw, X } from 'lucide';
import { useState } from 'preact/hooks';
import type { ColorPresets } from '../../../model/resources/color-presets.ts';
import { SidePanel } from '../../outline/side-panel.tsx';
import { presets as ours } from '../../pages/new-canvas/grounds.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { sayFault } from '../../parts/toast.tsx';
import { rest } from '../../session/rest.ts';
import { texts } from '../../texts.ts';
import type { Editing } from '../editing.ts';
import { panelTexts } from '../panel-texts.ts';
import { editTexts } from '../texts.ts';
import { useFollowed } from './use-followed.ts';
import './canvas-panels.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

type PresetName = 'note_background' | 'note_text' | 'connector' | 'annotation';
const names: readonly PresetName[] = ['note_background', 'note_text', 'connector', 'annotation'];

/** The colours that everybody is offered on this canvas. */
export function ColoursPanel({ editing: { board, connection }, onClose }: Props) {
  const words = panelTexts.value.canvas;
  const path = `/canvases/${board.canvas_id}/color-presets`;
  const presets = useFollowed<ColorPresets>(connection, path);
  const write = (change: Partial<Record<PresetName, readonly string[]>>): void => {
    rest.patch(path, change).catch(sayFault);
  };
  return (
    <SidePanel title={editTexts.value.panels.colours} fits takesFocus onClose={onClose}>
      <div class="canvas-panel">
        <p class="field-hint">{words.coloursHint}</p>
        {presets ? (
          names.map((name) => (
            <PresetRow key={name} label={words.presets[name]} colours={presets[name]} write={(list) => write({ [name]: list })} />
          ))
        ) : (
          <Spinner label={texts.value.common.loading} />
        )}
        <div>
          <Button kind="quiet" icon={RotateCcw} onClick={() => write(ours)}>
            {words.ourColours}
          </Button>
        </div>
      </div>
    </SidePanel>
  );
}

interface RowProps {
  readonly label: string;
  readonly colours: readonly string[];
  readonly write: (colours: readonly string[]) => void;
}

function PresetRow({ label, colours, write }: RowProps) {
  const words = panelTexts.value.canvas;
  const [at, setAt] = useState<number | undefined>(undefined);
  const replace = (index: number, colour: string): void => write(colours.map((one, place) => (place === index ? colour : one)));
  const remove = (index: number): void => {
    setAt(undefined);
    write(colours.filter((_, place) => place !== index));
  };
  return (
    <fieldset class="choices preset-row">
      <legend>{label}</legend>
      <div class="presets">
        {colours.map((colour, index) => (
          <span key={`${index}`} class="preset">
            <input
              type="color"
              aria-label={words.colourOf(label, index + 1)}
              value={colour.slice(0, 7).toLowerCase()}
              onFocus={() => setAt(index)}
              onChange={({ currentTarget }) => replace(index, currentTarget.value + colour.slice(7))}
            />
          </span>
        ))}
        <IconButton icon={Plus} label={words.addColour(label)} onClick={() => write([...colours, colours.at(-1) ?? '#2f5bdb'])} />
        {at !== undefined && at < colours.length && (
          <IconButton icon={X} label={words.removeColour(label, at + 1)} onClick={() => remove(at)} />
        )}
      </div>
    </fieldset>
  );
}
