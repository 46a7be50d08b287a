import { useState } from 'preact/hooks';
import { texts } from '../../texts.ts';
import { transfer } from '../deeds/transfer.ts';
import type { Listed } from '../home/listed.ts';
import { nameOf } from '../home/name.tsx';
import type { Person } from '../home/offers.ts';
import { asked, type Way } from '../home/questions/asking.ts';
import { targetsFor } from '../home/questions/targets.ts';
import type { Tree } from '../home/tree.ts';
import { FolderChoice } from './folder-choice.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  readonly some: readonly Listed[];
  readonly way: Way;
  readonly person: Person;
  readonly tree: Tree;
}

/** Asks into which folder things go. */
export function FolderDialog({ some, way, person, tree }: Props) {
  const words = texts.value.dashboard;
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const title = { move: words.moveTitle, copy: words.copyTitle, restore: words.restoreTitle }[way];
  const done = { move: words.moveHere, copy: words.copyHere, restore: words.restoreHere }[way];
  const send = (): void => {
    asked();
    void transfer(some, way, chosen!);
  };
  return (
    <FormDialog title={title(some.length, nameOf(some[0]!))} done={done} isReady={chosen !== undefined} send={send}>
      <FolderChoice all={targetsFor(some, way, person, tree)} person={person} chosen={chosen} choose={setChosen} />
    </FormDialog>
  );
}
