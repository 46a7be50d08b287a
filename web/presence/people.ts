import type { OtherPresence } from '../../client/index.ts';
import type { Box } from '../../model/looks/shapes.ts';
import { colourOf, colourOfText, type PersonColour } from '../parts/appearance/person-colours.ts';

/** Somebody else who is on the canvas. All sessions of a user are one person; each session of a guest is one of its own. */
export interface PresentPerson {
  /** Stays the same as long as the person is here. */
  readonly key: string;
  readonly name: string;
  readonly colour: PersonColour;
  /** The newest first. */
  readonly sessions: readonly OtherPresence[];
  /** What the person sees, by the session that moved last; undefined: nobody is told. */
  readonly viewport: Box | undefined;
}

/** The account that guests share (interface/auth 3). */
const GUEST = 100;

/**
 * The people on the canvas, in the order of their names.
 * @param presences the last message of each session and workspace, the oldest first
 */
export function peopleOf(presences: readonly OtherPresence[], guest: (number: number) => string): PresentPerson[] {
  const byKey = new Map<string, OtherPresence[]>();
  for (const presence of presences) {
    const key = keyOf(presence);
    byKey.set(key, [presence, ...(byKey.get(key) ?? [])]);
  }
  const people = [...byKey].map(([key, sessions]) => personOf(key, sessions));
  return numbered(people.sort(byName), guest);
}

const keyOf = ({ from }: Pick<OtherPresence, 'from'>): string =>
  from.user.id === GUEST ? `guest ${from.client_id}` : `user ${from.user.id}`;

function personOf(key: string, sessions: readonly OtherPresence[]): PresentPerson {
  const [{ from }] = sessions as [OtherPresence];
  const name = from.user.name.trim() || from.installation_name;
  return {
    key,
    name,
    sessions,
    colour: from.user.id === GUEST ? colourOfText(key) : colourOf(from.user.id),
    viewport: sessions.find(({ viewport }) => viewport)?.viewport ?? undefined,
  };
}

/** Guests are told apart by numbers. */
function numbered(people: readonly PresentPerson[], guest: (number: number) => string): PresentPerson[] {
  let count = 0;
  return people.map((person) => {
    if (!person.key.startsWith('guest')) return person;
    return { ...person, name: guest(++count) };
  });
}

const byName = (one: PresentPerson, other: PresentPerson): number =>
  one.name.localeCompare(other.name) || (one.key < other.key ? -1 : 1);
