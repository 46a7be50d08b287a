import { useState } from 'preact/hooks';
import type { Permission } from '../../../model/resources/permission.ts';
import { Combobox } from '../../parts/combobox.tsx';
import { texts } from '../../texts.ts';
import { fitting, known } from './directory.ts';
import { Face } from './face.tsx';
import type { Permissions, Principal } from './grants.ts';
import { LevelChoice } from './level-choice.tsx';
import { factOf, nameOfPrincipal } from './principal-name.ts';

interface Props {
  readonly now: Permissions;
  readonly isOwner: boolean;
  readonly give: (one: Principal, level: Permission) => void;
}

/** Finds people and groups by name or address, and gives them access at the chosen level. */
export function Adding({ now, isOwner, give }: Props) {
  const words = texts.value.sharing;
  const [level, setLevel] = useState<Permission>('edit');
  const isThere = ({ kind, id }: Principal): boolean =>
    (kind === 'user' ? now.users : now.groups).some((entry) => entry.id === id);
  return (
    <div class="sharing-adding">
      <Combobox
        label={words.add}
        placeholder={words.addHint}
        none={words.addNone}
        optionsFor={(typed) =>
          fitting(known.value.values(), typed, isThere).map((one) => ({
            key: `${one.kind}-${one.id}`,
            value: one as Principal,
            text: [nameOfPrincipal(one), factOf(one, one.email)].filter(Boolean).join(', '),
            face: <Face of={one} />,
          }))
        }
        choose={(one) => give(one, level)}
      />
      <LevelChoice
        label={words.addAs}
        level={level}
        levels={isOwner ? ['view', 'edit', 'owner'] : ['view', 'edit']}
        choose={setLevel}
      />
    </div>
  );
}
