import { exampleIds } from '../../example-ids.ts';
import { readonly, required, secret, type Values } from '../../field.ts';
import type { View, Work, Writer } from '../../hooks.ts';
import { Schema } from '../../json-schema.ts';
import { refuse } from '../../refusal.ts';
import { defineResource } from '../../resource.ts';
import { optional } from '../../types/not-sent.ts';
import { Bool, Int, State, Text, Uuid } from '../../types.ts';
import { User, userKey } from './user.ts';

/**
 * Canvases that a user keeps as opened last; beyond them the oldest is forgotten.
 * @bound Canvases that a user opened last: the oldest is forgotten.
 */
export const RECENTS_MAX = 100;
/** @bound Canvases with a star of one user: 409. */
export const STARS_MAX = 1_000;
/** A canvas that is opened again within this time was opened already: pages that load again write nothing. */
const AGAIN_MS = 60_000;

const fields = {
  id: readonly(Text(), '', { about: '`<user id>.<item id>`', example: exampleIds.mark }),
  item_id: required(Uuid, { about: 'A canvas; or a folder that is in the trash.', example: exampleIds.canvas }),
  starred: readonly(Bool, false),
  opened_at: readonly(Text(), '', { about: 'When the user opened the canvas last, give or take a minute; empty: not lately.' }),
  trashed_from: readonly(Text(), '', {
    about: 'The folder in which the item was before it came into the trash of the user; empty: it is not there.',
  }),
  state: readonly(State, 'normal'),
  user_id: secret(Int(), 0),
};
export type Mark = Values<typeof fields>;

/** What a user keeps about a canvas or a folder (interface/canvases 13). It goes with either of them. */
export const Mark = defineResource({
  name: 'Mark',
  key: (id: string) => `mark:${id}`,
  fields,
  indexes: {
    'marks-of': (mark) => userKey(mark.user_id),
    'marks-on': (mark) => mark.item_id,
  },
  // Only for counting
  numbers: {
    'stars-of': ({ starred, user_id }) => (starred ? [userKey(user_id), 0] : undefined),
    'recents-of': ({ opened_at, user_id }) => (opened_at === '' ? undefined : [userKey(user_id), 0]),
  },
  cascades: { 'marks-of': 1, 'marks-on': 1 },
  collection: {
    folder: 'accounts',
    path: '/users/:user_id/marks',
    param: 'mark_id',
    scope: 'directory',
    tag: { name: 'Marks', about: 'What a user keeps about canvases: stars, and which were opened last. Nobody else sees them.' },
    within: { container: User, field: 'user_id', index: 'marks-of' },
    verbs: {
      list: {
        who: 'readSelf',
        summary: 'Stars and recently opened canvases of the user',
        about: 'In the order in which they were made.',
      },
      create: {
        who: 'writeSelf',
        operation: 'markCanvas',
        summary: 'Stars a canvas, or says that the user has opened it',
        about: `What is not sent stays as it is. At most ${STARS_MAX.toLocaleString('en')} stars; of the canvases that were opened, the last ${RECENTS_MAX} are kept. A canvas that is opened again within a minute changes nothing.`,
        body: Schema.Object(
          {
            item_id: Uuid.accepts,
            starred: optional(Bool.accepts),
            opened: optional(Bool.accepts, 'true: now; false: it is no longer one of the recent ones'),
          },
          { title: 'MarkCreate', examples: [{ item_id: exampleIds.canvas, starred: true }] },
        ),
        refusals: [404, 409],
      },
      delete: { who: 'writeSelf', summary: 'Forgets what the user keeps about a canvas' },
    },
  },
});

export interface MarkChange {
  readonly starred?: boolean | undefined;
  readonly opened?: boolean | undefined;
}

const markId = (user: number, item: string): string => `${user}.${item}`;

/** What the user keeps about the item; with nothing in it where there is no record. */
const markOf = (view: View, user: number, item: string): Mark =>
  view.get(Mark, markId(user, item)) ?? {
    id: markId(user, item),
    item_id: item,
    starred: false,
    opened_at: '',
    trashed_from: '',
    state: 'normal',
    user_id: user,
  };

/** Stars a canvas or notes that it was opened, within the bounds. 409 beyond `STARS_MAX`. */
export function* mark(writer: Writer, user: number, canvas: string, { starred, opened }: MarkChange): Work<Mark> {
  const before = markOf(writer, user, canvas);
  if (starred && !before.starred) refuseMoreStars(writer, user);
  if (opened && before.opened_at === '') yield* forgetOldest(writer, user);
  const next = { ...before, starred: starred ?? before.starred, opened_at: openedAt(before, opened, writer.now) };
  yield* keep(writer, next);
  return next;
}

/** Notes from where an item came into the trash of a user, or with `''` that it is there no more. */
export const noteTrashed = (writer: Writer, user: number, item: string, trashed_from: string): Work =>
  keep(writer, { ...markOf(writer, user, item), trashed_from });

/** A mark that says nothing is no record. */
function* keep(writer: Writer, next: Mark): Work {
  const isThere = writer.get(Mark, next.id) !== undefined;
  if (next.starred || next.opened_at !== '' || next.trashed_from !== '') {
    if (isThere) writer.update(Mark, next);
    else writer.insert(Mark, next);
  } else if (isThere) yield* writer.remove(Mark.key(next.id));
}

function openedAt({ opened_at }: Mark, opened: boolean | undefined, now: string): string {
  if (opened === undefined) return opened_at;
  if (!opened) return '';
  return opened_at !== '' && Date.parse(now) - Date.parse(opened_at) < AGAIN_MS ? opened_at : now;
}

function refuseMoreStars(view: View, user: number): void {
  if (view.count(Mark, 'stars-of', userKey(user)) < STARS_MAX) return;
  throw refuse.conflict(`A user may star at most ${STARS_MAX} canvases`);
}

/** Makes room for one more. */
function* forgetOldest(writer: Writer, user: number): Work {
  const count = writer.count(Mark, 'recents-of', userKey(user));
  if (count < RECENTS_MAX) return;
  const recents = writer.by(Mark, 'marks-of', userKey(user)).filter(({ opened_at }) => opened_at !== '');
  const oldest = recents.toSorted((a, b) => (a.opened_at < b.opened_at ? -1 : 1)).slice(0, count + 1 - RECENTS_MAX);
  for (const one of oldest) yield* keep(writer, { ...one, opened_at: '' });
}
