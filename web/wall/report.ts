import type { Clock, ReportValues, Timer } from '../../client/index.ts';
import type { Size } from '../../model/types/parts.ts';
import type { Restart } from './memory.ts';

interface Context {
  readonly clock: Pick<Clock, 'steady' | 'every' | 'after'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Sends nothing without a connection. */
  readonly send: (report: Partial<ReportValues>) => void;
  readonly facts: () => {
    readonly size: Size;
    readonly ratio: number;
    readonly restarts: readonly Restart[];
    readonly wakeLock: boolean;
    readonly pageVersion: string;
  };
  /** Called once when faults are so frequent that another load may help. */
  readonly troubled: () => void;
}

/** Often enough for somebody who looks from afar whether a wall is well. */
const EVERY_MS = 30_000;
/** The server takes one report in 5 s. */
const AGAIN_MS = 6_000;
const MOST_FAULTS = 5;
/** This many within an hour are no accident. */
const TROUBLE = 10;
const HOUR_MS = 3_600_000;
/** Frames that a 95th percentile is worked out of. */
const FRAMES = 200;
/** A longer pause between two frames means that nothing moved. */
const STILL_MS = 500;

export interface Reports {
  /** Tells it now, and once more in a moment: the server drops the first one where a page before this one has told it shortly before. */
  begin(): void;
  /** A frame was painted, at this time of `requestAnimationFrame`. */
  painted(at: number): void;
  close(): void;
}

/** Tells the server regularly how this wall is (interface/streaming 4.9.1), and counts what goes wrong. */
export function beginReports(context: Context): Reports {
  const begun = context.clock.steady();
  const faults = watchFaults(context);
  const frames = countFrames(context.now);
  const tell = (): void => {
    const { size, ratio, restarts, wakeLock, pageVersion } = context.facts();
    const seen_at = new Date(context.now()).toISOString();
    context.send({
      uptime_s: Math.round((context.clock.steady() - begun) / 1000),
      heap_mb: heap(),
      frame_p95_ms: frames.p95(),
      painted_at: frames.last() === 0 ? '' : new Date(frames.last()).toISOString(),
      screens: [{ surface: 'main', ...size, ratio, seen_at }],
      browser: browserName(),
      page_version: pageVersion,
      restarts: [...restarts],
      faults: faults.latest(),
      wake_lock: wakeLock,
      secure: isSecureContext,
      launcher: false,
    });
  };
  const timer = context.clock.every(EVERY_MS, tell);
  let again: Timer | undefined;
  return {
    begin() {
      tell();
      again?.cancel();
      again = context.clock.after(AGAIN_MS, tell);
    },
    painted: frames.painted,
    close() {
      timer.cancel();
      again?.cancel();
      faults.close();
    },
  };
}

/** Faults of the page in words of its own: no text of a canvas ever stands in a report. */
function watchFaults({ now, troubled }: Pick<Context, 'now' | 'troubled'>) {
  let counted: { readonly at: number; readonly text: string }[] = [];
  let wasTold = false;
  const count = (text: string): void => {
    counted = [...counted.filter(({ at }) => now() - at < HOUR_MS), { at: now(), text }].slice(-TROUBLE);
    if (counted.length < TROUBLE || wasTold) return;
    wasTold = true;
    troubled();
  };
  // Elements whose file does not come are the canvas's and not the page's
  const failed = ({ error }: ErrorEvent): void => count(`Error: ${nameOf(error)}`);
  const rejected = ({ reason }: PromiseRejectionEvent): void => count(`Rejection: ${nameOf(reason)}`);
  addEventListener('error', failed);
  addEventListener('unhandledrejection', rejected);
  return {
    latest: () => counted.slice(-MOST_FAULTS).map(({ at, text }) => ({ at: new Date(at).toISOString(), text })),
    close() {
      removeEventListener('error', failed);
      removeEventListener('unhandledrejection', rejected);
    },
  };
}

const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : typeof cause).slice(0, 100);

/** When the page painted, and how evenly it does while something moves. */
function countFrames(now: () => number) {
  const pauses: number[] = [];
  let before = 0;
  let last = 0;
  return {
    painted(at: number): void {
      if (before > 0 && at - before < STILL_MS) pauses.push(at - before);
      if (pauses.length > FRAMES) pauses.shift();
      before = at;
      last = now();
    },
    last: () => last,
    p95: () => Math.round(([...pauses].sort((a, b) => a - b)[Math.floor(pauses.length * 0.95)] ?? 0) * 10) / 10,
  };
}

/** Megabytes, where the browser tells them. */
function heap(): number {
  const { memory } = performance as Performance & { readonly memory?: { readonly usedJSHeapSize: number } };
  return memory ? Math.round(memory.usedJSHeapSize / 1e5) / 10 : 0;
}

/** The name and first number of the version, such as `Chromium 156`. */
function browserName(): string {
  const { userAgentData } = navigator as Navigator & {
    readonly userAgentData?: { readonly brands: readonly { readonly brand: string; readonly version: string }[] };
  };
  const known = userAgentData?.brands.find(({ brand }) => !/Not.A.Brand/i.test(brand));
  if (known) return `${known.brand} ${known.version}`;
  return /(Firefox|Version|Chrome)\/(\d+)/.exec(navigator.userAgent)?.slice(1).join(' ') ?? '';
}
