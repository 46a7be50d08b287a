import { type Glide, gliding, standing } from './glides.ts';
import type { PresentPerson } from './people.ts';

/** A cursor of somebody else, as it is shown. */
export interface ShownCursor {
  /** Names one pointer of one session, as long as the pointer is here. */
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly down: boolean;
  readonly glide: Glide;
  /** When it moved last, in milliseconds. */
  readonly moved: number;
}

/** Milliseconds after which a cursor that does not move is hidden. */
export const IDLE = 10_000;
/** Cursors that are shown at a time: those that moved last. */
export const MOST = 50;

/** The cursors after a message: new ones stand, those that are elsewhere glide there, and those that are gone are dropped. */
export function cursorsOf(
  people: readonly PresentPerson[],
  before: ReadonlyMap<string, ShownCursor>,
  now: number,
): Map<string, ShownCursor> {
  const all = people.flatMap((person) =>
    person.sessions.flatMap((session) =>
      session.cursors.map((cursor) => {
        const key = `${session.from.session_id} ${session.workspace} ${cursor.id}`;
        const { x, y, down } = cursor;
        const look = { key, name: cursor.label || person.name, colour: cursor.color || person.colour, down };
        const known = before.get(key);
        if (!known) return { ...look, glide: standing({ x, y }, now), moved: now };
        const isSame = known.glide.to.x === x && known.glide.to.y === y && known.down === down;
        return isSame ? { ...known, ...look } : { ...look, glide: gliding(known.glide, { x, y }, now), moved: now };
      }),
    ),
  );
  return new Map(all.map((cursor) => [cursor.key, cursor]));
}

/** The cursors to show now. */
export function liveCursors(cursors: Iterable<ShownCursor>, now: number): ShownCursor[] {
  const live = [...cursors].filter(({ moved }) => now - moved < IDLE);
  return live.length <= MOST ? live : live.sort((one, other) => other.moved - one.moved).slice(0, MOST);
}
