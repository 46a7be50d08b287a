import type { Body } from '../../../model/field.ts';
import { refuse } from '../../../model/refusal.ts';
import { Mark, type MarkChange, mark } from '../../../model/resources/accounts/mark.ts';
import { userKey } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Bool } from '../../../model/types.ts';
import type { Access } from '../../access/authorization/access.ts';
import { namedUser } from '../../access/authorization/path-ids.ts';
import { computed } from '../../changes/computed.ts';
import type { Source } from '../../changes/source.ts';
import type { Behaviour } from '../../collections/behaviour.ts';
import { type Change, type DurableView, recordOf, type Store } from '../../store/store.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  readonly access: Pick<Access, 'reached' | 'passes' | 'place'>;
}

/** A user marks only what the user may see (interface/canvases 13). */
export const marks = ({ store: { directory }, access }: Deps): Behaviour => ({
  list: ({ params }) => marksOf(directory, namedUser(directory, params.user_id!).id),
  create: {
    handle({ body, actor }, submit) {
      const canvas = Mark.fields.item_id.type.read(sent(body, 'item_id'), 'item_id', undefined);
      const marking = readMarking(body);
      const given = access.place(canvas)?.kind === Canvas ? access.reached(actor, canvas) : undefined;
      if (given === undefined) throw refuse.notFound(Canvas.name, canvas);
      if (!access.passes(actor, given, 'view')) throw refuse.denied();
      return submit({ canvas, marking });
    },
    *run({ directory: tx }, { params }, { canvas, marking }: { canvas: string; marking: MarkChange }) {
      if (!tx.get(Canvas, canvas)) throw refuse.notFound(Canvas.name, canvas);
      const { user_id: _, ...shown } = yield* mark(tx, Number(params.user_id), canvas, marking);
      return JSON.stringify(shown);
    },
  },
});

function sent(body: Body, key: string): unknown {
  const value = body[key] ?? undefined;
  if (value === undefined) throw refuse.missing(key);
  return value;
}

function readMarking(body: Body): MarkChange {
  const read = (key: 'starred' | 'opened'): boolean | undefined =>
    (body[key] ?? undefined) === undefined ? undefined : Bool.read(body[key], key, undefined);
  const marking = { starred: read('starred'), opened: read('opened') };
  if (marking.starred === undefined && marking.opened === undefined) throw refuse.invalid('starred or opened is required');
  return marking;
}

/** Looks only at marks of the user: everybody who opens a canvas changes one. */
function marksOf(directory: DurableView, user: number): Source {
  const key = userKey(user);
  return computed({
    key: `directory/${key}/marks`,
    form: 'list',
    kinds: [Mark],
    ofScope: true,
    present: () => directory.by(Mark, 'marks-of', key).map(({ id }) => directory.version(Mark.key(id))!),
    affected: ({ changes }) => changes.filter((change) => isOf(change, user)).map((change) => change.key),
    one: (mark) => directory.version(mark),
    ended: (set) => set.changes.some((change) => change.key === key && !change.after),
  });
}

const isOf = ({ kind, before, after }: Change, user: number): boolean =>
  kind === Mark && (recordOf((after ?? before)!) as Mark).user_id === user;
