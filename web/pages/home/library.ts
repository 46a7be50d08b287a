import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usualClock } from '../../../client/index.ts';
import type { Connection } from '../../live/connection.ts';
import { type FollowedItems, followList } from '../../live/list.ts';
import { Pending } from '../../live/pending.ts';
import { tabConnection } from '../../live/tab.ts';
import { session } from '../../session/session.ts';
import { followLinked } from './linked.ts';
import { isCanvas, type Listed, type ListedCanvas, type ListedFolder, type ListedMark } from './listed.ts';

type Known<T> = ReadonlyMap<string, T>;
type Source<T extends Listed> = Signal<FollowedItems<T> | undefined>;

const canvasSource: Source<ListedCanvas> = signal(undefined);
const folderSource: Source<ListedFolder> = signal(undefined);
/** What reaches the person only by a link. */
const linked = signal<readonly ListedCanvas[]>([]);
const markSource = signal<FollowedItems<ListedMark> | undefined>(undefined);

const canvasList = new Pending(computed(() => withLinked(canvasSource.value?.items.value as Known<ListedCanvas> | undefined)));
const folderList = new Pending(computed(() => folderSource.value?.items.value as Known<ListedFolder> | undefined));
const markList = new Pending(computed(() => byItem(markSource.value?.items.value)));

/** Every canvas and folder that the person sees, kept true by streams, with what they have asked for. Undefined: not known yet. */
export const canvases = canvasList.shown;
export const folders = folderList.shown;

/** What the person keeps, by the id of the canvas or folder. */
export const marks = computed(() => markList.shown.value!);
export const isStarred = (id: string): boolean => marks.value.get(id)?.starred ?? false;

/** Shows a star at once; resolves and rejects as the request does. */
export const wishStar = (id: string, starred: boolean, request: () => Promise<unknown>): Promise<unknown> =>
  markList.ask(id, (now) => (now ? { ...now, starred } : starred ? { ...unmarked, item_id: id, starred } : undefined), request);

/** Whether the lists are those of the server at this moment. */
export const isLive: ReadonlySignal<boolean> = computed(() =>
  [canvasSource, folderSource].every((source) => source.value?.state.value.is === 'live'),
);

export const listedOf = (id: string): Listed | undefined => canvases.peek()?.get(id) ?? folders.peek()?.get(id);
export const everythingListed = (): Listed[] => [...(folders.peek()?.values() ?? []), ...(canvases.peek()?.values() ?? [])];

/** Follows the lists while a component that uses them is shown, and some time longer: whoever returns finds them as they are. */
export function useLibrary(): void {
  useEffect(() => {
    users++;
    following ??= follow();
    return () => {
      users--;
      usualClock.after(KEPT_MS, leaveUnused);
    };
  }, []);
}

/** What is wished for: some fields of a canvas or folder, or that it is gone. */
export type ListedWish = Partial<ListedCanvas> | 'gone';

/** Shows at once what is asked for, until the server shows it or refuses it. Resolves and rejects as the request does. */
export function wish<R>(one: Listed, wished: ListedWish, request: () => Promise<R>): Promise<R> {
  const list = (isCanvas(one) ? canvasList : folderList) as Pending<Listed>;
  return list.ask(one.id, (now) => (wished === 'gone' ? undefined : now && { ...now, ...wished }), request);
}

const KEPT_MS = 60_000;
let users = 0;
let following: (() => void) | undefined;

function leaveUnused(): void {
  if (users > 0) return;
  following?.();
  following = undefined;
}

function follow(): () => void {
  const connection = tabConnection();
  const end = effect(() => {
    const now = connection.value;
    return now && session.peek()?.user ? followOver(now) : undefined;
  });
  return end;
}

function followOver(connection: Connection): () => void {
  const canvasList = followList<ListedCanvas>(connection, '/canvases');
  const folderList = followList<ListedFolder>(connection, '/canvas-folders');
  const markList = followList<ListedMark>(connection, `/users/${session.peek()!.user!.id}/marks`);
  markSource.value = markList;
  canvasSource.value = canvasList;
  folderSource.value = folderList;
  const endLinked = followLinked(
    connection,
    () => canvasList.items.value,
    () => markList.items.value,
    linked,
  );
  return () => {
    endLinked();
    canvasList.close();
    folderList.close();
    markList.close();
    markSource.value = undefined;
    canvasSource.value = undefined;
    folderSource.value = undefined;
  };
}

const withLinked = (listed: Known<ListedCanvas> | undefined): Known<ListedCanvas> | undefined =>
  listed && linked.value.length > 0 ? new Map([...linked.value.map((one) => [one.id, one] as const), ...listed]) : listed;

const unmarked: ListedMark = { id: '', item_id: '', starred: false, opened_at: '', trashed_from: '' };

const byItem = (listed: ReadonlyMap<unknown, ListedMark> = new Map()): Known<ListedMark> =>
  new Map([...listed.values()].map((mark) => [mark.item_id, mark]));
