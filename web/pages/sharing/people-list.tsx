import { X } from 'lucide';
import type { Permission } from '../../../model/resources/permission.ts';
import { IconButton } from '../../parts/button.tsx';
import { session } from '../../session/session.ts';
import { texts } from '../../texts.ts';
import { Face } from './face.tsx';
import { type GrantEntry, isOnlyOwner, levelsFor, type Permissions, type Principal, type SharingRights } from './grants.ts';
import { LevelChoice } from './level-choice.tsx';
import { nameOfPrincipal } from './principal-name.ts';

interface Props {
  readonly now: Permissions;
  readonly rights: SharingRights;
  readonly give: (one: Principal, level: Permission) => void;
}

/** Everybody who has an entry here or in a folder above. */
export function PeopleList({ now, rights, give }: Props) {
  const words = texts.value.sharing;
  const entries = [
    ...now.users.map((entry) => ({ kind: 'user' as const, ...entry })),
    ...now.groups.map((entry) => ({ kind: 'group' as const, ...entry })),
  ];
  return (
    <section class="sharing-part" aria-label={words.people}>
      <h3>{words.people}</h3>
      <ul class="sharing-people">
        {entries.map((entry) => (
          <Row key={`${entry.kind}-${entry.id}`} entry={entry} isFixed={isOnlyOwner(entry, now)} rights={rights} give={give} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Pick<Props, 'rights' | 'give'> {
  readonly entry: Principal & GrantEntry;
  /** The only owner stays one. */
  readonly isFixed: boolean;
}

function Row({ entry, isFixed, rights, give }: RowProps) {
  const words = texts.value.sharing;
  const name = nameOfPrincipal(entry);
  const possible = levelsFor(entry, rights);
  const levels = isFixed ? [entry.permission] : possible;
  const canRemove = possible.length > 1 && !entry.inherited && entry.permission !== 'none';
  return (
    <li class="sharing-row">
      <Face
        of={entry}
        isYou={entry.kind === 'user' && entry.id === session.value?.user?.id}
        note={entry.inherited ? words.inherited : ''}
      />
      <LevelChoice label={words.levelOf(name)} level={entry.permission} levels={levels} choose={(level) => give(entry, level)} />
      {canRemove ? (
        <IconButton
          icon={X}
          label={isFixed ? words.onlyOwner : `${words.remove}: ${name}`}
          disabled={isFixed}
          onClick={() => give(entry, 'none')}
        />
      ) : (
        <span class="sharing-gap" />
      )}
    </li>
  );
}
