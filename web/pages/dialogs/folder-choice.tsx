import { House } from 'lucide';
import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts.ts';
import { folderIcon } from '../home/cards/card.tsx';
import { homeOf } from '../home/listed.ts';
import { nameOf } from '../home/name.tsx';
import type { Person } from '../home/offers.ts';
import type { Target } from '../home/questions/targets.ts';
import { matcherOf } from '../home/search.ts';
import './folder-choice.css';

interface Props {
  readonly all: readonly Target[];
  readonly person: Person;
  readonly chosen: string | undefined;
  readonly choose: (folder_id: string) => void;
}

/** More folders than this are looked for by name. */
const FEW = 8;

/** One of many folders, each below the one that it is in. */
export function FolderChoice({ all, person, chosen, choose }: Props) {
  const words = texts.value.dashboard;
  const [sought, setSought] = useState('');
  const matches = matcherOf(sought);
  const shown = all.filter(({ folder }) => matches(folder.name));
  return (
    <div class="folder-choice">
      {all.length > FEW && (
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
            choose={choose}
          />
        ))}
        {shown.length === 0 && <p class="folder-none">{words.noFolder}</p>}
      </fieldset>
    </div>
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
