import { atLeast } from '../../../model/resources/permission.ts';
import type { Access, Caller } from '../../access/access.ts';
import { withinReach } from '../../access/below.ts';
import type { Presenter } from '../../access/present.ts';
import { computed } from '../../changes/computed.ts';
import type { Seen, Source } from '../../changes/source.ts';
import { deletedText } from '../../changes/text.ts';
import type { DurableView } from '../../store/types.ts';
import { affected, placeKinds } from './affected.ts';

export interface Watching {
  readonly directory: DurableView;
  readonly access: Access;
  readonly present: Presenter;
}

interface Listed extends Seen {
  readonly createdAt: string;
}

/** Every canvas on which the caller has view by permission, by `created_at` and id (canvases contract 2.3). */
export function canvasList(parts: Watching, caller: Caller): Source {
  const { directory, access, present } = parts;
  const one = (key: string): Listed | undefined => {
    const own = access.canvas(caller, key);
    const shown = own && atLeast(own, 'view') ? present.canvas(key, own) : undefined;
    return shown === undefined ? undefined : { key, shown, createdAt: access.canvasPlace(key)!.createdAt };
  };
  return computed<Listed>({
    key: `directory/canvases/${caller.id}`,
    form: 'list',
    kinds: placeKinds,
    present: () => shownOf(withinReach(directory, access, caller).canvases, one).sort(byCreation),
    one,
    compare: byCreation,
    affected: (set) => affected(parts, caller, set)?.canvases,
    followsHeads: true,
    gone: goneFrom(directory),
  });
}

/** One canvas, asked by its id: its link counts. */
export function canvasItem({ directory, access, present }: Watching, caller: Caller, id: string): Source {
  const one = (): Seen | undefined => {
    const own = access.reached(caller, id);
    const shown = own && atLeast(own, 'view') ? present.canvas(id, own) : undefined;
    return shown === undefined ? undefined : { key: id, shown };
  };
  return computed({
    key: `directory/canvas/${id}/${caller.id}`,
    form: 'item',
    kinds: placeKinds,
    present: () => shownOf([id], one),
    one,
    followsHeads: true,
    gone: goneFrom(directory),
  });
}

export function shownOf<S extends Seen>(keys: Iterable<string>, one: (key: string) => S | undefined): S[] {
  return Array.from(keys, one).filter((seen) => seen !== undefined);
}

/** What is still there was lost by its access: `none`. What was deleted keeps the access that it had (streaming contract 2.6). */
export const goneFrom =
  (directory: DurableView) =>
  (seen: Seen): string =>
    deletedText(directory.version(seen.key) ? { ...seen, shown: withoutAccess(seen.shown) } : seen);

/** Quotes inside JSON texts are escaped, so the first match is the field. */
const withoutAccess = (shown: string): string => shown.replace(/"access":"[a-z]+"/, '"access":"none"');

const byCreation = (a: Listed, b: Listed): number => compare(a.createdAt, b.createdAt) || compare(a.key, b.key);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
