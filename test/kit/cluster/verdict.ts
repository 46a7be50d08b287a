import type { Desk } from './desk.ts';
import type { Operation } from './history.ts';

export interface Verdict {
  /** Everything that breaks a promise; empty: nothing does. */
  readonly problems: readonly string[];
  readonly ok: number;
  readonly refused: number;
  readonly unknown: number;
  readonly disasters: number;
  /** For people, many lines. */
  readonly text: string;
}

export interface Course {
  readonly seed: number;
  /** Names of what struck, in order. */
  readonly struck: readonly string[];
  /** Times at which writing began and ended. */
  readonly began: number;
  readonly ended: number;
  /** How often followers of streams had to come back. */
  readonly returns: number;
  readonly problems: readonly string[];
}

/** Problems that are printed. */
const SHOWN = 5;

export function verdict({ history, sites, retries }: Desk, { seed, struck, began, ended, returns, problems }: Course): Verdict {
  const { operations, streams } = history;
  const count = (outcome: Operation['outcome']): number => operations.filter((one) => one.outcome === outcome).length;
  const [ok, refused, unknown] = [count('ok'), count('refused'), count('unknown')];
  const answered = operations.filter((one) => one.outcome === 'ok' && one.by.startsWith('w'));
  const writes = answered.filter((one) => one.writes !== undefined);
  const seen = streams.reduce((sum, stream) => sum + stream.seen.length, 0);
  const lines = [
    `${problems.length === 0 ? 'NO FAULT' : `${problems.length} FAULTS`}, seed ${seed}, ${sites.length} nodes, ${((ended - began) / 1000).toFixed(1)} s`,
    `requests: ${ok} ok, ${refused} refused, ${unknown} without an answer, ${retries} sent again elsewhere`,
    `writes:   ${writes.length}, ${latencies(writes)}; longest time without one ${longestGap(writes, began, ended).toFixed(0)} ms`,
    `reads:    ${answered.length - writes.length}, ${latencies(answered.filter((one) => one.writes === undefined))}`,
    `streams:  ${seen} changes shown, came back ${returns} times`,
    `struck:   ${[...new Set(struck)].map((name) => `${name} ${struck.filter((one) => one === name).length}`).join(', ') || 'nothing'}`,
    ...problems.slice(0, SHOWN),
    ...(problems.length > SHOWN ? [`… and ${problems.length - SHOWN} more`] : []),
  ];
  return { problems, ok, refused, unknown, disasters: struck.length, text: lines.join('\n') };
}

function latencies(operations: readonly Operation[]): string {
  const times = operations.map(({ invoked, completed }) => completed - invoked).sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms`;
}

function longestGap(writes: readonly Operation[], began: number, ended: number): number {
  const times = [began, ...writes.map(({ completed }) => completed).sort((a, b) => a - b), ended];
  return Math.max(...times.slice(1).map((time, at) => time - times[at]!));
}
