import { House } from 'lucide';
import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { texts } from '../../../texts/texts.ts';
import { asked, type Way } from '../asking.ts';
import { folderIcon } from '../card.tsx';
import { homeOf, type Listed } from '../listed.ts';
import { nameOf } from '../name.tsx';
import type { Person } from '../offers.ts';
import { matcherOf } from '../search.ts';
import { type Target, targetsFor } from '../targets.ts';
import { transfer } from '../transfer.ts';
import type { Tree } from '../tree.ts';
import './folder-dialog.css';

interface Props {
  readonly some: readonly Listed[];
  readonly way: Way;
  readonly person: Person;
  readonly tree: Tree;
}

/** Asks into which folder things go. */
export function FolderDialog({ some, way, person, tree }: Props) {
  const words = texts.value.dashboard;
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const all = targetsFor(some, way, person, tree);
  const matches = matcherOf(sought);
  const shown = all.filter(({ folder }) => matches(folder.name));
  const name = nameOf(some[0]!);
  const title = { move: words.moveTitle, copy: words.copyTitle, restore: words.restoreTitle }[way](some.length, name);
  const done = { move: words.moveHere, copy: words.copyHere, restore: words.restoreHere }[way];
  const isReady = chosen !== undefined && shown.some(({ folder }) => folder.id === chosen);
  const send = (event: Event): void => {
    event.preventDefault();
    if (!isReady) return;
    asked();
    void transfer(some, way, chosen);
  };
  return (
    <Dialog
      title={title}
      onClose={asked}
      actions={
        <>
          <Button onClick={asked}>{texts.value.common.cancel}</Button>
          <Button kind="primary" type="submit" form="folder-choice" disabled={!isReady}>
            {done}
          </Button>
        </>
      }
    >
      <form id="folder-choice" class="folder-choice" onSubmit={send}>
        {all.length > 8 && (
          <Field
            label={words.findFolder}
            type="search"
            value={sought}
            autoComplete="off"
            onInput={(event) => setSought(event.currentTarget.value)}
          />
        )}
        <fieldset>
          <legend class="unseen">{words.chooseFolder}</legend>
          {shown.map((target) => (
            <Choice
              key={target.folder.id}
              target={target}
              isFlat={sought.trim() !== ''}
              own={homeOf(person.id)}
              isChosen={chosen === target.folder.id}
              choose={setChosen}
            />
          ))}
          {shown.length === 0 && <p class="folder-none">{words.noFolder}</p>}
        </fieldset>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly target: Target;
  /** What was found is shown with its path, not below the folder that it is in. */
  readonly isFlat: boolean;
  readonly own: string;
  readonly isChosen: boolean;
  readonly choose: (folder_id: string) => void;
}

const Choice = ({ target: { folder, depth, isRefused, path }, isFlat, own, isChosen, choose }: ChoiceProps) => (
  <label class="folder-row" style={{ paddingInlineStart: `calc(${isFlat ? 0 : depth} * var(--space-5) + var(--space-3))` }}>
    <input type="radio" name="folder" checked={isChosen} disabled={isRefused} onChange={() => choose(folder.id)} />
    <Icon of={folder.id === own ? House : folderIcon(folder)} />
    <bdi>{folder.id === own ? texts.value.dashboard.own : nameOf(folder)}</bdi>
    {isFlat && path && <bdi class="folder-path">{path}</bdi>}
  </label>
);
