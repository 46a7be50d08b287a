import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Connection } from '../../live/connection.ts';
import { type FollowedItems, followList } from '../../live/list.ts';
import { tabConnection } from '../../live/tab.ts';
import { session } from '../../session/session.ts';
import { isCanvas, type Listed, type ListedCanvas, type ListedFolder, type ListedMark } from './listed.ts';
import { isFulfilled, type Wish, withWishes } from './wishes.ts';

type Known<T> = ReadonlyMap<string, T>;
type Source<T extends Listed> = Signal<FollowedItems<T> | undefined>;

const canvasSource: Source<ListedCanvas> = signal(undefined);
const folderSource: Source<ListedFolder> = signal(undefined);
const markSource = signal<FollowedItems<ListedMark> | undefined>(undefined);
const canvasWishes = signal<ReadonlyMap<string, Wish<ListedCanvas>>>(new Map());
const folderWishes = signal<ReadonlyMap<string, Wish<ListedFolder>>>(new Map());

/** Every canvas and folder that the person sees, kept true by streams, with what they have asked for. Undefined: not known yet. */
export const canvases = computed(() => shown(canvasSource, canvasWishes));
export const folders = computed(() => shown(folderSource, folderWishes));

/** What the person keeps, by the id of the canvas or folder. */
export const marks = computed(
  () => new Map([...(markSource.value?.items.value?.values() ?? [])].map((mark) => [mark.item_id, mark])),
);
/** Stars that the person has set or taken away, and the server has not shown yet. */
const starWishes = signal<ReadonlyMap<string, boolean>>(new Map());
export const isStarred = (id: string): boolean => starWishes.value.get(id) ?? marks.value.get(id)?.starred ?? false;

/** Shows a star at once, until the server shows it. */
export function wishStar(id: string, starred: boolean): { over(): void } {
  starWishes.value = new Map(starWishes.peek()).set(id, starred);
  const over = (): void => {
    starWishes.value = new Map([...starWishes.peek()].filter(([one]) => one !== id));
  };
  return { over };
}

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
      setTimeout(leaveUnused, KEPT_MS);
    };
  }, []);
}

/** Shows at once what was asked for, until the server shows it. */
export interface ShownWish {
  /** The server has done it; its stream may be a little behind. */
  granted(): void;
  refused(): void;
}

export function wish(one: Listed, wished: Wish<Listed>): ShownWish {
  const wishes = (isCanvas(one) ? canvasWishes : folderWishes) as Signal<ReadonlyMap<string, Wish<Listed>>>;
  const mine = (): boolean => wishes.peek().get(one.id) === wished;
  const drop = (): void => {
    if (mine()) wishes.value = new Map([...wishes.peek()].filter(([id]) => id !== one.id));
  };
  wishes.value = new Map(wishes.peek()).set(one.id, wished);
  return { granted: () => whenFulfilled(one, wished, drop), refused: drop };
}

const KEPT_MS = 60_000;
/** No stream lags behind like this: somebody else has changed the thing meanwhile. */
const LATEST_MS = 3_000;
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
  return () => {
    canvasList.close();
    folderList.close();
    markList.close();
    markSource.value = undefined;
    canvasSource.value = undefined;
    folderSource.value = undefined;
  };
}

function shown<T extends Listed>(source: Source<T>, wishes: Signal<ReadonlyMap<string, Wish<T>>>): Known<T> | undefined {
  const told = source.value?.items.value as Known<T> | undefined;
  return told && withWishes(told, wishes.value);
}

function whenFulfilled(one: Listed, wished: Wish<Listed>, drop: () => void): void {
  const source = (isCanvas(one) ? canvasSource : folderSource) as Source<Listed>;
  let isOver = false;
  let stop: () => void = () => undefined;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    // An effect cannot end itself while it first runs
    queueMicrotask(() => stop());
    drop();
  };
  const timer = setTimeout(end, LATEST_MS);
  stop = effect(() => {
    if (isFulfilled(source.value?.items.value?.get(one.id), wished)) end();
  });
}
