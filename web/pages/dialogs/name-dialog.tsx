import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { refusalText } from '../../parts/refusal-text.ts';
import { say } from '../../parts/toast.tsx';
import { texts } from '../../texts.ts';
import { makeFolder, rename } from '../deeds/changes.ts';
import { addressOf, isCanvas, type Listed } from '../home/listed.ts';
import { nameOf } from '../home/name.tsx';
import type { Person } from '../home/offers.ts';
import { folderWord } from '../home/path-words.ts';
import { asked } from '../home/questions/asking.ts';
import type { Tree } from '../home/tree.ts';
import { FormDialog } from './form-dialog.tsx';

interface FolderProps {
  readonly folder_id: string;
  readonly person: Person;
  readonly tree: Tree;
  readonly go: (address: string) => void;
}

/** Asks how a new folder is to be called; a toast leads there, because it may stand elsewhere than what is shown. */
export function FolderNameDialog({ folder_id, person, tree, go }: FolderProps) {
  const words = texts.value.dashboard;
  const folder = tree.folders.get(folder_id);
  const make = async (name: string): Promise<void> => {
    const made = await makeFolder(name, folder_id);
    asked();
    say(words.folderMade(nameOf(made)), { text: words.actions.open, run: () => go(addressOf(made)) });
  };
  return (
    <NameDialog
      title={words.newFolder}
      label={words.folderName}
      name={words.newFolder}
      hint={folder && words.createIn(folderWord(folder, person))}
      done={words.makeFolder}
      take={make}
    />
  );
}

/** The new name is shown at once. */
export function RenameDialog({ one }: { readonly one: Listed }) {
  const words = texts.value.dashboard;
  const take = async (name: string): Promise<void> => {
    asked();
    if (name !== one.name) await rename(one, name);
  };
  return (
    <NameDialog
      title={words.rename(nameOf(one))}
      label={isCanvas(one) ? words.canvasName : words.folderName}
      name={one.name}
      done={words.renameDone}
      take={take}
    />
  );
}

interface NameProps {
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly hint?: string | undefined;
  readonly done: string;
  /** Rejects with a Refusal, which is shown beside the field. */
  readonly take: (name: string) => Promise<void>;
}

function NameDialog({ title, label, name, hint, done, take }: NameProps) {
  const [text, setText] = useState(name);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current!.focus();
    input.current!.select();
  }, []);
  const send = async (): Promise<void> => {
    const wrong = faultOf(text);
    setFault(wrong);
    if (wrong !== undefined) return;
    setBusy(true);
    await take(text).catch((cause) => setFault(refusalText(cause)));
    setBusy(false);
  };
  return (
    <FormDialog title={title} done={done} isBusy={isBusy} send={send}>
      <Field
        label={label}
        value={text}
        dir="auto"
        autoComplete="off"
        error={fault}
        {...(hint !== undefined && { hint })}
        inputRef={input}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

export function faultOf(name: string): string | undefined {
  const { nameMissing, nameTooLong } = texts.peek().dashboard;
  if (name.trim() === '') return nameMissing;
  return [...name].length > 255 ? nameTooLong : undefined;
}
