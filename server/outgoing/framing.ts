import { Allowance, type Rate } from '../access/authentication/allowance.ts';
import type { Clock } from '../clock.ts';
import { allowsFrameIn, type FramePolicy, framePolicyOf } from './frame-policy.ts';
import { OutgoingFailure } from './outgoing.ts';
import type { PublicHeads } from './public-heads.ts';

/** `unknown`: the server did not ask, so a browser finds out by itself. */
export const framings = ['allowed', 'forbidden', 'unreachable', 'unknown'] as const;
export type Framing = (typeof framings)[number];

/** Whether pages of other servers let themselves be shown in a frame. */
export interface FramingAnswers {
  /** @param canvas has a share of the requests; `around`: the page that would have the frame */
  ask(address: URL, around: URL, canvas: string): Promise<Framing>;
  close(): void;
}

/** Answers are shared by everybody who looks at the same address. */
const MOST_KEPT = 1000;
const KEPT_MS = 3_600_000;
/** An address that did not answer, or was not asked. */
const FAILED_MS = 60_000;
const AT_ONCE = 8;
const ofCanvas: Rate = { most: 30, ms: 60_000 };
const ofAll: Rate = { most: 240, ms: 60_000 };
/** A server that has reached nobody and failed with this many hosts cannot reach the web, while browsers perhaps can. */
const HOSTS_THAT_TELL = 3;

type FramingAnswer = FramePolicy | 'unreachable' | 'unknown';

interface CachedAnswer {
  readonly asked: Promise<FramingAnswer>;
  /** In milliseconds of `steady`. */
  until: number;
}

interface Deps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly heads: PublicHeads;
  /** The setting of the operator. */
  readonly enabled: boolean;
}

export function createFramingAnswers({ clock, heads, enabled }: Deps): FramingAnswers {
  const kept = new Map<string, CachedAnswer>();
  const perCanvas = new Allowance(clock, ofCanvas);
  const together = new Allowance(clock, ofAll);
  const failed = new Set<string>();
  let underWay = 0;
  let hasReached = false;

  const send = async (address: URL): Promise<FramingAnswer> => {
    underWay += 1;
    try {
      const policy = framePolicyOf(await heads.head(address));
      hasReached = true;
      return policy;
    } catch (cause) {
      if (!(cause instanceof OutgoingFailure)) return 'unknown';
      if (failed.size < HOSTS_THAT_TELL) failed.add(address.host);
      return hasReached || failed.size < HOSTS_THAT_TELL ? 'unreachable' : 'unknown';
    } finally {
      underWay -= 1;
    }
  };

  const remember = (key: string, address: URL): CachedAnswer => {
    const one: CachedAnswer = { asked: send(address), until: clock.steady() + KEPT_MS };
    one.asked.then((asked) => {
      if (typeof asked === 'string') one.until = clock.steady() + FAILED_MS;
    }, undefined);
    kept.delete(key);
    kept.set(key, one);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    return one;
  };

  return {
    close: () => heads.close(),
    async ask(address, around, canvas) {
      // Browsers load no open page into an encrypted one, so its address need not travel openly
      if (!enabled || (around.protocol === 'https:' && address.protocol === 'http:')) return 'unknown';
      const key = `${address.origin}${address.pathname}${address.search}`;
      let one = kept.get(key);
      if (!one || clock.steady() >= one.until) {
        if (underWay >= AT_ONCE || perCanvas.wait(canvas) > 0 || together.wait('') > 0) return 'unknown';
        perCanvas.count(canvas);
        together.count('');
        one = remember(key, address);
      }
      const asked = await one.asked;
      if (typeof asked === 'string') return asked;
      return allowsFrameIn(asked, around) ? 'allowed' : 'forbidden';
    },
  };
}
