import type { Signal } from '@preact/signals';
import type { Subscription } from '../../client/index.ts';

/** `live`: what is there is what the server has. `waiting`: the connection is lost. `gone`: the server refuses it, or it was deleted. */
export type FollowedState =
  | { readonly is: 'loading' | 'live' | 'waiting' }
  | { readonly is: 'gone'; readonly status: number; readonly msg: string };

/** Something that several parts of the page follow, with one stream. */
export interface SharedStream {
  readonly value: Signal<unknown>;
  readonly state: Signal<FollowedState>;
  readonly following: Subscription;
  users: number;
}
