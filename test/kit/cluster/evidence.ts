import type { Operation } from './history.ts';

/** Something that somebody was told between two times. */
export interface Evidence {
  readonly what: string;
  readonly node: string;
  readonly invoked: number;
  readonly completed: number;
}

const known = new WeakMap<Operation, Evidence>();

/** A request as evidence, the same object each time. */
export function told(operation: Operation): Evidence {
  let evidence = known.get(operation);
  if (!evidence) {
    const { by, what, node, invoked, completed, outcome, answer } = operation;
    evidence = { what: `${by} ${what}: ${outcome}${answer && ` (${answer})`}`, node, invoked, completed };
    known.set(operation, evidence);
  }
  return evidence;
}

/** A fault with the least that proves it, one line each. */
export function fault(title: string, evidence: readonly Evidence[]): string {
  const lines = [...new Set(evidence)].map(
    ({ what, node, invoked, completed }) => `    ${time(invoked)} to ${time(completed)}${node && ` on ${node}`}: ${what}`,
  );
  return [title, ...lines].join('\n');
}

const time = (at: number): string => (Number.isFinite(at) ? `${at.toFixed(1)} ms` : '…');
