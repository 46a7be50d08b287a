import { type Clock, usualClock } from '../../../client/index.ts';

/** The tabs of this browser that are open. */
export interface OpenTabs {
  /** Their names, without this one. A tab without an answer is no more, or frozen: it finds later that its changes were taken over. */
  alive(): Promise<ReadonlySet<string>>;
  close(): void;
}

/** Without an answer for this long a tab is gone, in ms. */
const ANSWERED_MS = 300;

type Said = { readonly is: 'asked' } | { readonly is: 'here'; readonly tab: string };

/** Answers for this tab while it is open. Here locks of the browser would do, which plain HTTP has not. */
export function askForTabs(
  tab: string,
  channel: Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'> = new BroadcastChannel('easel-edits'),
  clock: Pick<Clock, 'after'> = usualClock,
): OpenTabs {
  const heard = new Set<string>();
  const say = (said: Said): void => channel.postMessage(said);
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.is === 'here') heard.add(data.tab);
    else say({ is: 'here', tab });
  };
  return {
    async alive() {
      heard.clear();
      say({ is: 'asked' });
      await new Promise<void>((resolve) => clock.after(ANSWERED_MS, resolve));
      return heard;
    },
    close: () => channel.close(),
  };
}
