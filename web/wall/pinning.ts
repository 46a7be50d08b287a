import { effect, untracked } from '@preact/signals';
import type { Clock, Timer } from '../../client/index.ts';
import type { WallConfig } from '../../model/displays/wall-config.ts';
import type { Workspace } from './workspace.ts';

interface Context {
  readonly clock: Pick<Clock, 'after'>;
  readonly workspace: Pick<Workspace, 'state' | 'pinned'>;
  /** Reading it in an effect follows it. */
  readonly config: () => WallConfig['pin'];
}

/** Pins views by themselves, as the configuration of a wall says: when a canvas opens, and some time after the last move by touch. */
export function beginPinning({ clock, workspace, config }: Context): {
  readonly touched: () => void;
  readonly close: () => void;
} {
  let timer: Timer | undefined;
  const pin = (): void => {
    workspace.pinned.value = true;
  };
  const touched = (): void => {
    timer?.cancel();
    timer = undefined;
    const { after } = config();
    if (after > 0 && workspace.state.peek() === 'open' && !workspace.pinned.peek()) timer = clock.after(after * 1000, pin);
  };
  const end = effect(() => {
    if (workspace.state.value !== 'open') return;
    untracked(() => {
      if (config().on_open) pin();
      touched();
    });
  });
  return {
    touched,
    close() {
      end();
      timer?.cancel();
    },
  };
}
