import fc from 'fast-check';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { Link, Note, note, Place } from './kinds.ts';
import type { PlainScope, PlainTransaction } from './plain.ts';

/** A command as data: the same one runs in the store and in the plain model. */
export interface ModelCommand {
  readonly scopes: readonly string[];
  readonly fresh?: readonly string[];
  readonly name: string;
  /** Returns what it saw, so that its outcome shows where in the order it ran. */
  run(tx: PlainTransaction): string;
}

const shown = (scope: PlainScope): string =>
  scope
    .all(Note)
    .map(({ id, text, parent }) => `${id}${parent && `<${parent}`}=${text}`)
    .join(' ');

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const texts = fc.constantFrom('1', '2', '3');

/** An ephemeral scope that is opened and closed again and again. */
export const OPENED = 'live:o';

/** Commands on these canvases. `made` names canvases that do not exist yet, each once. */
export function commands(canvases: readonly string[], made: () => string): fc.Arbitrary<ModelCommand> {
  const canvas = fc.constantFrom(...canvases);
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(canvas, ids, texts).map(([scope, id, text]) => write(scope, id, text)) },
    { weight: 3, arbitrary: fc.tuple(canvas, ids, ids).map(([scope, id, parent]) => stack(scope, id, parent)) },
    { weight: 2, arbitrary: fc.tuple(canvas, ids).map(([scope, id]) => remove(scope, id)) },
    { weight: 2, arbitrary: fc.tuple(canvas, ids, ids).map(([scope, from, to]) => link(scope, from, to)) },
    { weight: 2, arbitrary: fc.tuple(canvas, canvas, ids).map(([from, to, id]) => move(from, to, id)) },
    { weight: 1, arbitrary: canvas.map((scope) => look(scope)) },
    { weight: 1, arbitrary: fc.constant(0).map(() => makeCanvas(made())) },
    { weight: 1, arbitrary: canvas.map((scope) => deleteCanvas(scope)) },
    { weight: 3, arbitrary: ids.map((id) => enter(id)) },
    { weight: 1, arbitrary: fc.constant(0).map(() => close()) },
    { weight: 1, arbitrary: fc.tuple(canvas, texts).map(([scope, name]) => rename(scope, name)) },
  );
}

const write = (scope: string, id: string, text: string): ModelCommand => ({
  scopes: [scope],
  name: `write ${scope} ${id}=${text}`,
  run(tx) {
    const notes = tx.scope(scope);
    const before = notes.get(Note, id);
    if (before) notes.update(Note, { ...before, text });
    else notes.insert(Note, note(id, { text, tags: [id, text] }));
    return shown(notes);
  },
});

/** Puts a note on top of those under a parent; refuses when the parent is missing or below it. */
const stack = (scope: string, id: string, parent: string): ModelCommand => ({
  scopes: [scope],
  name: `stack ${scope} ${id} on ${parent}`,
  run(tx) {
    const notes = tx.scope(scope);
    const record = notes.get(Note, id) ?? note(id);
    for (let up = notes.get(Note, parent); ; up = notes.get(Note, up.parent)) {
      if (!up) throw refuse.conflict(`no way up from ${parent}: ${shown(notes)}`);
      if (up.id === id) throw refuse.conflict(`${parent} stands on ${id}: ${shown(notes)}`);
      if (up.parent === '') break;
    }
    const depth = (notes.highest(Note, 'depth', parent) ?? 0) + 1;
    for (const child of notes.by(Note, 'children', id)) notes.update(Note, { ...child, text: `${child.text}'`.slice(0, 4) });
    if (notes.get(Note, id)) notes.update(Note, { ...record, parent, depth });
    else notes.insert(Note, { ...record, parent, depth });
    return `${depth} ${notes.lowestFree(Note, 'depth', parent, 1)} ${notes.count(Note, 'depth', parent)} ${shown(notes)}`;
  },
});

const remove = (scope: string, id: string): ModelCommand => ({
  scopes: [scope],
  name: `remove ${scope} ${id}`,
  run(tx) {
    const notes = tx.scope(scope);
    if (!notes.get(Note, id)) throw refuse.absent(`no ${id}: ${shown(notes)}`);
    finish(notes.remove(id));
    return shown(notes);
  },
});

const link = (scope: string, from: string, to: string): ModelCommand => ({
  scopes: [scope],
  name: `link ${scope} ${from}-${to}`,
  run(tx) {
    const things = tx.scope(scope);
    const id = `${from}-${to}`;
    const ends = [from, to];
    if (ends.some((end) => !things.get(Note, end))) throw refuse.absent(`no end: ${shown(things)}`);
    if (things.get(Link, id)) finish(things.remove(id));
    else things.insert(Link, { id, from, to });
    return things
      .by(Link, 'ends', from)
      .map((one) => one.id)
      .join(' ');
  },
});

const move = (from: string, to: string, id: string): ModelCommand => ({
  scopes: [...new Set([from, to])],
  name: `move ${id} from ${from} to ${to}`,
  run(tx) {
    const source = tx.scope(from);
    const target = tx.scope(to);
    const one = source.get(Note, id);
    if (!one || target.get(Note, id)) throw refuse.conflict(`${shown(source)} | ${shown(target)}`);
    finish(source.remove(id));
    target.insert(Note, note(id, { text: one.text }));
    return `${shown(source)} | ${shown(target)}`;
  },
});

const look = (scope: string): ModelCommand => ({
  scopes: [scope],
  name: `look at ${scope}`,
  run: (tx) => shown(tx.scope(scope)),
});

const makeCanvas = (id: string): ModelCommand => ({
  scopes: ['directory', id],
  fresh: [id],
  name: `make ${id}`,
  run(tx) {
    tx.directory.insert(Place, { id, name: id, folder: '' });
    tx.scope(id).insert(Note, note('a', { text: 'first' }));
    return id;
  },
});

const deleteCanvas = (id: string): ModelCommand => ({
  scopes: ['directory'],
  name: `delete ${id}`,
  run(tx) {
    if (!tx.directory.get(Place, id)) throw refuse.absent(`no ${id}`);
    finish(tx.directory.remove(id));
    return id;
  },
});

const enter = (id: string): ModelCommand => ({
  scopes: [OPENED],
  fresh: [OPENED],
  name: `enter ${OPENED} ${id}`,
  run(tx) {
    const notes = tx.scope(OPENED);
    const before = notes.get(Note, id);
    if (before) notes.update(Note, { ...before, text: `${before.text}+`.slice(0, 4) });
    else notes.insert(Note, note(id, { text: 'in' }));
    return shown(notes);
  },
});

const close = (): ModelCommand => ({
  scopes: [OPENED],
  name: `close ${OPENED}`,
  run(tx) {
    const left = shown(tx.scope(OPENED));
    tx.tombstone(OPENED);
    return left;
  },
});

const rename = (id: string, name: string): ModelCommand => ({
  scopes: ['directory', id],
  name: `rename ${id} to ${name}`,
  run(tx) {
    const place = tx.directory.get(Place, id);
    if (!place) throw refuse.notFound('Canvas', id);
    tx.directory.update(Place, { ...place, name });
    return `${place.name} ${shown(tx.scope(id))}`;
  },
});

function finish(work: Work): void {
  while (!work.next().done);
}
