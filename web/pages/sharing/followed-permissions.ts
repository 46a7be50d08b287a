import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Refusal } from '../../../model/refusal-error.ts';
import type { Permission } from '../../../model/resources/permission.ts';
import { followItem } from '../../live/list.ts';
import { Pending } from '../../live/pending.ts';
import { tabConnection } from '../../live/tab.ts';
import { rest } from '../../session/rest.ts';
import { type Permissions, type PermissionsPatch, patched } from './grants.ts';

/** A canvas or a folder that can be shared. */
export interface Shareable {
  readonly kind: 'canvas' | 'folder';
  readonly id: string;
  readonly name: string;
}

export interface FollowedPermissions {
  /** With what was asked for and not answered yet. */
  readonly shown: ReadonlySignal<Permissions | undefined>;
  /** What the caller may do with the thing itself. */
  readonly access: ReadonlySignal<Permission | undefined>;
  /** The status and text of the refusal, once the item cannot be seen any more. */
  readonly gone: ReadonlySignal<Refusal | undefined>;
  /** The change shows at once. Rejects with a Refusal, after which all is shown as it was. */
  change(patch: PermissionsPatch): Promise<void>;
}

/** Follows the permissions of a canvas or a folder while a component is shown. */
export function usePermissions(of: Shareable): FollowedPermissions {
  const made = useMemo(() => create(of), [of.kind, of.id]);
  useEffect(() => made.follow(), [made]);
  return made;
}

const pathOf = ({ kind, id }: Shareable): string => `/${kind === 'canvas' ? 'canvases' : 'canvas-folders'}/${id}`;

function create(of: Shareable): FollowedPermissions & { follow(): () => void } {
  const confirmed = signal<ReadonlyMap<string, Permissions> | undefined>(undefined);
  const pending = new Pending(confirmed);
  const access = signal<Permission | undefined>(undefined);
  const gone = signal<Refusal | undefined>(undefined);
  const hear = (next: Permissions): void => {
    confirmed.value = new Map([[of.id, next]]);
  };
  return {
    shown: computed(() => pending.shown.value?.get(of.id)),
    access,
    gone,
    follow: () => followBoth(of, hear, access, gone),
    async change(patch) {
      const request = () => rest.post<Permissions>(`${pathOf(of)}/permissions`, patch);
      await pending.ask(
        of.id,
        (now) => now && patched(now, patch),
        request,
        (answer) => () => answer,
      );
    },
  };
}

function followBoth(
  of: Shareable,
  hear: (next: Permissions) => void,
  access: { value: Permission | undefined },
  gone: { value: Refusal | undefined },
): () => void {
  const connection = tabConnection().value;
  if (!connection) return () => undefined;
  const permissions = followItem<Permissions>(connection, `${pathOf(of)}/permissions`);
  const thing = followItem<{ readonly access: Permission }>(connection, pathOf(of));
  const stops = [
    permissions.item.subscribe((next) => next && hear(next)),
    permissions.state.subscribe((state) => {
      gone.value = state.is === 'gone' ? new Refusal('gone', state.status, state.msg) : undefined;
    }),
    thing.item.subscribe((next) => {
      access.value = next?.access;
    }),
    permissions.close,
    thing.close,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
