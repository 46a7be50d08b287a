import type { ComponentChildren } from 'preact';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { texts } from '../../texts.ts';
import { deleteForGood, emptyFolder } from '../deeds/changes.ts';
import { isCanvas, type Listed } from '../home/listed.ts';
import { nameOf } from '../home/name.tsx';
import { asked } from '../home/questions/asking.ts';

/** Asks before things are lost. */
export function DeleteDialog({ some }: { readonly some: readonly Listed[] }) {
  const words = texts.value.dashboard;
  return (
    <Warning
      title={words.deleteTitle(some.length, nameOf(some[0]!))}
      done={words.deleteDone}
      run={() => void deleteForGood(some)}
    >
      {some.every(isCanvas) ? words.deleteCanvas : words.deleteFolder}
    </Warning>
  );
}

/** @param props.count of what is in it at once; what is in that goes along */
export function EmptyDialog({ folder_id, count }: { readonly folder_id: string; readonly count: number }) {
  const words = texts.value.dashboard;
  return (
    <Warning title={words.emptyTitle} done={words.emptyDone} run={() => void emptyFolder(folder_id)}>
      {words.emptyText(count)}
    </Warning>
  );
}

interface WarningProps {
  readonly title: string;
  readonly done: string;
  readonly run: () => void;
  readonly children: ComponentChildren;
}

const Warning = ({ title, done, run, children }: WarningProps) => (
  <Dialog
    title={title}
    onClose={asked}
    actions={
      <>
        <Button kind="quiet" onClick={asked}>
          {texts.value.common.cancel}
        </Button>
        <Button
          kind="danger"
          onClick={() => {
            asked();
            run();
          }}
        >
          {done}
        </Button>
      </>
    }
  >
    <p>{children}</p>
  </Dialog>
);
