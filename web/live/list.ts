import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { FollowedList } from '../../client/index.ts';
import type { Connection } from './connection.ts';
import type { FollowedState, SharedStream } from './shared.ts';

export interface FollowedItems<T> {
  /** The items by id, in the order of arrival. A new map with each change; undefined until the first message. */
  readonly items: ReadonlySignal<ReadonlyMap<string | number, T> | undefined>;
  readonly state: ReadonlySignal<FollowedState>;
  close(): void;
}

export interface FollowedItem<T> {
  /** Undefined until the first message. After the end it stays as it was last. */
  readonly item: ReadonlySignal<T | undefined>;
  readonly state: ReadonlySignal<FollowedState>;
  close(): void;
}

/** Follows a list whose elements have an `id`. @param path of the list, such as `/canvases`; those who follow the same share a stream */
export function followList<T extends { readonly id: string | number }>(connection: Connection, path: string): FollowedItems<T> {
  const { value, state, close } = follow(connection, withChanges(path), (show) => {
    const list: FollowedList<never, string | number> = new FollowedList({ changed: () => show(new Map(list.elements)) });
    return (message, told) => list.message(message, told);
  });
  return { items: value as Signal<ReadonlyMap<string | number, T> | undefined>, state, close };
}

/** Follows one object. @param path such as `/canvases/<id>`; those who follow the same share a stream */
export function followItem<T>(connection: Connection, path: string): FollowedItem<T> {
  const { value, state, close } = follow(connection, path, (show) => (message) => show(message));
  return { item: value as Signal<T | undefined>, state, close };
}

type Take = (message: unknown, told: Parameters<FollowedList<never>['message']>[1]) => void;

function follow({ client, shared }: Connection, path: string, taking: (show: (value: unknown) => void) => Take) {
  const one = shared.get(path) ?? begin();
  one.users++;
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    if (--one.users > 0) return;
    one.following.close();
    if (shared.get(path) === one) shared.delete(path);
  };
  return { ...one, close };

  function begin(): SharedStream {
    const value = signal<unknown>(undefined);
    const state = signal<FollowedState>({ is: 'loading' });
    const take = taking((next) => {
      value.value = next;
    });
    const following = client.follow(path, {
      message: (message, told) => {
        take(message, told);
        if (state.peek().is !== 'live') state.value = { is: 'live' };
      },
      stale: () => {
        if (state.peek().is === 'live') state.value = { is: 'waiting' };
      },
      ended: (status, msg) => {
        state.value = { is: 'gone', status, msg };
        // Whoever asks next, asks the server again
        shared.delete(path);
      },
    });
    const made = { value, state, following, users: 0 };
    shared.set(path, made);
    return made;
  }
}

const withChanges = (path: string): string =>
  /[?&]changes=/.test(path) ? path : `${path}${path.includes('?') ? '&' : '?'}changes=1`;
