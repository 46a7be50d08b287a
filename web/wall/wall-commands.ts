import { type CommandActions, Refused } from '../../client/index.ts';
import type { WallNotices } from './notices.ts';
import type { ReloadWish } from './reload.ts';
import type { Workspace } from './workspace.ts';

interface Context {
  readonly workspace: Workspace;
  readonly notices: WallNotices;
  readonly reload: (wish: ReloadWish) => void;
  /** A program or a person elsewhere had something shown: an idle wall goes back to it. */
  readonly steered: () => void;
}

/** What a wall does when it is steered (interface/streaming 4.6). Nothing is refused because somebody touches it. */
export function wallCommands({ workspace, notices, reload, steered }: Context): CommandActions {
  const known = (index: number): Workspace => {
    if (index !== workspace.index) throw new Refused('not_found', `Workspace ${index} not found`);
    return workspace;
  };
  return {
    'open-canvas': ({ workspace: index, canvas_id }) => {
      const loading = known(index).open(canvas_id);
      steered();
      if (workspace.state.peek() === 'open') return { workspace_state: 'open' as const };
      return { loading: loading.then(steered) };
    },
    'close-canvas': ({ workspace: index, reason }) => {
      // What is closed already says why in words that are nearer to what happened
      if (known(index).canvas_id.peek() !== '') workspace.close(reason === 'api' ? undefined : reason);
      steered();
    },
    'patch-workspace': ({ workspace: index, set }) => {
      const applied = known(index).set(set);
      steered();
      return applied;
    },
    identify: ({ seconds }) => {
      notices.identify(seconds);
      return undefined;
    },
    message: ({ text, seconds, level, by }) => {
      notices.show({ text, level, seconds, by: by?.name ?? '' });
      return undefined;
    },
    reload: ({ when }) => {
      reload({ reason: 'asked', when });
      return undefined;
    },
  };
}
