import { Users } from 'lucide';
import { Avatar } from '../../parts/avatar.tsx';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts.ts';
import { keyOf, known } from './directory.ts';
import type { Principal } from './grants.ts';
import { factOf, nameOfPrincipal } from './principal-name.ts';

/** A person or a group, as a round mark with the name and what tells two of the same name apart. */
export function Face({
  of,
  isYou = false,
  note = '',
}: {
  readonly of: Principal;
  readonly isYou?: boolean;
  readonly note?: string;
}) {
  const words = texts.value.sharing;
  const name = nameOfPrincipal(of);
  const facts = [factOf(of, known.value.get(keyOf(of))?.email), note].filter(Boolean).join(' · ');
  return (
    <>
      {of.kind === 'user' ? (
        <Avatar user={{ id: of.id, name }} size={36} />
      ) : (
        <span class="face" aria-hidden="true">
          <Icon of={Users} size={16} />
        </span>
      )}
      <span class="face-text">
        <bdi class="face-name">{isYou ? words.you(name) : name}</bdi>
        {facts && <span class="face-facts">{facts}</span>}
      </span>
    </>
  );
}
