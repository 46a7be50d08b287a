import { auditFaults } from './audit.ts';
import { GONE, type History } from './history.ts';
import { numberFaults, orderFaults } from './numbers.ts';
import { recencyFaults } from './recency.ts';
import { Registers } from './registers.ts';
import { wentBack } from './streams.ts';
import { lostUpdates } from './updates.ts';

/** What every node shows when nothing is under way any more. */
export interface Ending {
  readonly node: string;
  /** Entries of the audit log, `action: target_name`. */
  readonly audit: readonly string[];
  /** Texts of answers by path: the same on every node. */
  readonly answers: ReadonlyMap<string, string>;
  /** What the streams of this node hold, by path, in the form of the answers. */
  readonly held: ReadonlyMap<string, string>;
  /** Keys in the order of an answer, one after the other as they were created. */
  readonly orders: readonly (readonly string[])[];
}

/** Keys whose values come again. */
const isRepeated = (key: string): boolean => key.startsWith('grant ');

/** Everything in a history that breaks a promise, each with the least that proves it; empty: nothing does. */
export function check(history: History, endings: readonly Ending[]): string[] {
  const registers = new Registers(history, (key) => !isRepeated(key));
  return [
    ...registers.faults(),
    ...lostUpdates(history, registers),
    ...recencyFaults(history, isRepeated),
    ...numberFaults(history),
    ...orderFaults(
      history,
      endings.flatMap(({ node, orders }) => orders.map((keys) => ({ node, keys }))),
    ),
    ...wentBack(history),
    ...endings.flatMap(({ node, audit }) => auditFaults(history, node, audit)),
    ...endings.flatMap((ending) => differences(ending, endings[0]!)),
  ];
}

function differences({ node, answers, held }: Ending, first: Ending): string[] {
  const different = [...answers].filter(([path, text]) => first.answers.get(path) !== text);
  const behind = [...held].filter(([path, text]) => answers.get(path) !== text);
  return [
    ...different.map(([path, text]) =>
      difference(`${node} and ${first.node} differ: ${path}`, text, first.answers.get(path) ?? GONE),
    ),
    ...behind.map(([path, text]) =>
      difference(`the stream of ${path} on ${node} differs from its GET`, text, answers.get(path) ?? GONE),
    ),
  ];
}

/** Where two texts begin to differ. */
function difference(title: string, one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const around = (text: string): string => `    …${text.slice(Math.max(0, at - 120), at + 120)}…`;
  return [title, around(one), around(other)].join('\n');
}
