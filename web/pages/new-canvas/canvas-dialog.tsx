import { Check, Folder } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { refusalText } from '../../parts/refusal-text.ts';
import { texts } from '../../texts.ts';
import { FolderChoice } from '../dialogs/folder-choice.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { faultOf } from '../dialogs/name-dialog.tsx';
import { addressOf } from '../home/listed.ts';
import type { Person } from '../home/offers.ts';
import { folderWord } from '../home/path-words.ts';
import { asked } from '../home/questions/asking.ts';
import { targetsForNew } from '../home/questions/targets.ts';
import type { Tree } from '../home/tree.ts';
import { type GroundName, grounds } from './grounds.ts';
import { makeCanvas } from './make-canvas.ts';
import '../../parts/choices.css';
import './canvas-dialog.css';

interface Props {
  readonly folder_id: string;
  readonly person: Person;
  readonly tree: Tree;
  readonly go: (address: string) => void;
}

/** Asks how a new canvas is to be called, on what ground it lies and in which folder, makes it, and opens it. */
export function CanvasDialog({ folder_id, person, tree, go }: Props) {
  const words = texts.value.dashboard;
  const [name, setName] = useState(words.newCanvas);
  const [ground, setGround] = useState<GroundName>('paper');
  const [place, setPlace] = useState(folder_id);
  const [isChoosing, setChoosing] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const folder = tree.folders.get(place);
  useEffect(() => {
    input.current!.focus();
    input.current!.select();
  }, []);
  const send = async (): Promise<void> => {
    const wrong = faultOf(name);
    setFault(wrong);
    if (wrong !== undefined) return;
    setBusy(true);
    try {
      const made = await makeCanvas(name, place, ground);
      asked();
      go(addressOf(made));
    } catch (cause) {
      setFault(refusalText(cause));
    }
    setBusy(false);
  };
  const where = folder && (
    <Place name={folderWord(folder, person)} isChoosing={isChoosing} change={() => setChoosing(!isChoosing)} />
  );
  return (
    <FormDialog
      wide
      title={words.newCanvas}
      done={words.makeCanvas}
      isBusy={isBusy}
      class="canvas-form"
      beside={where}
      send={send}
    >
      <Field
        label={words.canvasName}
        value={name}
        dir="auto"
        autoComplete="off"
        error={fault}
        inputRef={input}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Grounds ground={ground} choose={setGround} />
      {isChoosing ? (
        <FolderChoice all={targetsForNew(person, tree)} person={person} chosen={place} choose={setPlace} />
      ) : (
        <p class="field-hint">{words.afterCanvas}</p>
      )}
    </FormDialog>
  );
}

interface PlaceProps {
  /** The name of the folder in which the canvas is made. */
  readonly name: string;
  readonly isChoosing: boolean;
  readonly change: () => void;
}

const Place = ({ name, isChoosing, change }: PlaceProps) => (
  <p class="canvas-place">
    <Icon of={Folder} size={16} />
    <span>{texts.value.dashboard.createIn(name)}</span>
    <button type="button" class="canvas-place-change" aria-expanded={isChoosing} onClick={change}>
      {texts.value.dashboard.changeFolder}
    </button>
  </p>
);

const Grounds = ({ ground, choose }: { readonly ground: GroundName; readonly choose: (one: GroundName) => void }) => (
  <fieldset class="choices grounds">
    <legend>{texts.value.dashboard.ground}</legend>
    {(Object.keys(grounds) as GroundName[]).map((one) => (
      <Swatch key={one} one={one} isChosen={one === ground} choose={choose} />
    ))}
  </fieldset>
);

interface SwatchProps {
  readonly one: GroundName;
  readonly isChosen: boolean;
  readonly choose: (one: GroundName) => void;
}

const Swatch = ({ one, isChosen, choose }: SwatchProps) => (
  <label class="choice ground" style={{ '--ground-colour': grounds[one].colour, '--ground-dots': grounds[one].dots }}>
    <input type="radio" name="ground" checked={isChosen} onChange={() => choose(one)} />
    <span class="ground-swatch">
      {isChosen && (
        <span class="ground-check">
          <Icon of={Check} size={13} />
        </span>
      )}
    </span>
    {texts.value.dashboard.grounds[one]}
  </label>
);
