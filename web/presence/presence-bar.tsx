import { personStyle } from '../parts/appearance/person-colours.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Menu, type MenuItem } from '../parts/menu/menu.tsx';
import { texts } from '../texts.ts';
import type { PresentPerson } from './people.ts';
import type { Presence } from './presence.ts';
import './presence-bar.css';

interface Props {
  readonly presence: Presence;
  /** People shown before the others are a number. Default 4. */
  readonly most?: number | undefined;
}

/** The other people on the canvas. A press on one of them follows what they see. */
export function PresenceBar({ presence, most = 4 }: Props) {
  const words = texts.value.presence;
  const people = presence.people.value;
  if (people.length === 0) return null;
  const shown = foremost(people, presence.followed.value, most);
  const rest = people.filter((person) => !shown.includes(person));
  return (
    <ul class="presence-bar" aria-label={words.people(people.length)}>
      {shown.map((person) => (
        <li key={person.key}>
          <Face person={person} presence={presence} />
        </li>
      ))}
      {rest.length > 0 && (
        <li>
          <Menu
            label={words.more(rest.length)}
            class="avatar-button"
            button={<span class="avatar more-people">{shown.length > 0 ? `+${rest.length}` : rest.length}</span>}
            items={[rest.map((person) => followItem(person, presence))]}
          />
        </li>
      )}
    </ul>
  );
}

/** For a menu of settings: whether the own cursor is kept to oneself. */
export const cursorChoice = ({ shy }: Pick<Presence, 'shy'>): MenuItem => ({
  text: texts.value.presence.hideCursor,
  checked: shy.value,
  run: () => {
    shy.value = !shy.value;
  },
});

const followItem = ({ key, name, viewport }: PresentPerson, presence: Presence): MenuItem => ({
  text: name,
  disabled: !viewport,
  run: () => presence.follow(key),
});

/** The first ones; the followed one is always among them. */
function foremost(people: readonly PresentPerson[], followed: PresentPerson | undefined, most: number): readonly PresentPerson[] {
  const first = people.slice(0, people.length === most + 1 ? most + 1 : most);
  return !followed || first.includes(followed) ? first : [...first.slice(0, -1), followed];
}

interface FaceProps {
  readonly person: PresentPerson;
  readonly presence: Presence;
}

function Face({ person: { key, name, sessions, colour, viewport }, presence }: FaceProps) {
  const words = texts.value.presence;
  const isFollowed = presence.followed.value?.key === key;
  const label = viewport ? (isFollowed ? words.unfollow(name) : words.follow(name)) : words.nowhere(name);
  return (
    <button
      type="button"
      class="avatar-button"
      style={personStyle(colour)}
      aria-label={label}
      title={label}
      aria-pressed={isFollowed}
      aria-disabled={!viewport}
      onClick={() => viewport && (isFollowed ? presence.unfollow() : presence.follow(key))}
    >
      <Avatar user={{ id: sessions[0]!.from.user.id, name }} colour={colour} size={28} />
    </button>
  );
}
