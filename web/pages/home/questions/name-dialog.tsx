import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { Refused } from '../../../session/ask.ts';
import { texts } from '../../../texts/texts.ts';
import { asked } from '../asking.ts';
import { makeCanvas, makeFolder, rename } from '../changes.ts';
import { addressOf, isCanvas, type Listed } from '../listed.ts';
import { nameOf } from '../name.tsx';
import type { Tree } from '../tree.ts';

interface MakeProps {
  readonly what: 'canvas' | 'folder';
  readonly folder_id: string;
  readonly tree: Tree;
  readonly go: (address: string) => void;
}

/** Asks how a new canvas or folder is to be called, and opens the canvas. */
export function MakeDialog({ what, folder_id, tree, go }: MakeProps) {
  const words = texts.value.dashboard;
  const folder = tree.folders.get(folder_id);
  const make = async (name: string): Promise<void> => {
    const made = what === 'canvas' ? await makeCanvas(name, folder_id) : await makeFolder(name, folder_id);
    asked();
    if (what === 'canvas') go(addressOf(made));
  };
  return (
    <NameDialog
      title={what === 'canvas' ? words.newCanvas : words.newFolder}
      label={what === 'canvas' ? words.canvasName : words.folderName}
      name={what === 'canvas' ? words.newCanvas : words.newFolder}
      hint={folder && words.createIn(nameOf(folder))}
      done={words.create}
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
  /** Rejects with a Refused, which is shown beside the field. */
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
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const wrong = faultOf(text);
    setFault(wrong);
    if (wrong !== undefined || isBusy) return;
    setBusy(true);
    await take(text).catch((cause) => setFault(refusalText(cause)));
    setBusy(false);
  };
  const form = useId();
  return (
    <Dialog
      title={title}
      onClose={asked}
      actions={
        <>
          <Button onClick={asked}>{texts.value.common.cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={isBusy}>
            {done}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void send(event)} noValidate>
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
      </form>
    </Dialog>
  );
}

function faultOf(name: string): string | undefined {
  const { nameMissing, nameTooLong } = texts.peek().dashboard;
  if (name.trim() === '') return nameMissing;
  return [...name].length > 255 ? nameTooLong : undefined;
}

/** In the words of the server where it has some. */
export function refusalText(cause: unknown): string {
  const { failed, offline } = texts.peek().common;
  if (!(cause instanceof Refused)) return failed;
  return cause.status === 0 ? offline : cause.msg || failed;
}
