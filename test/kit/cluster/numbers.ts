import { fault, told } from './evidence.ts';
import type { History, Numbered, Operation } from './history.ts';

type Given = Operation & { readonly numbered: Numbered };

/** Numbers that the server gave twice, and numbers that fell: a caller that asks after another was answered gets a higher one. */
export function numberFaults({ operations }: History): string[] {
  const series = new Map<string, Given[]>();
  for (const one of operations.filter(isGiven))
    series.set(one.numbered.series, [...(series.get(one.numbered.series) ?? []), one]);
  return [...series.values()].flatMap((given) => [...doubles(given), ...falls(given)]);
}

const isGiven = (operation: Operation): operation is Given => operation.numbered !== undefined;

function doubles(given: readonly Given[]): string[] {
  const first = new Map<number, Given>();
  return given.flatMap((one) => {
    const { series, owner, number } = one.numbered;
    const other = first.get(number);
    if (!other) first.set(number, one);
    return other && other.numbered.owner !== owner ? [fault(`given twice: ${series} ${number}`, [told(other), told(one)])] : [];
  });
}

function falls(given: readonly Given[]): string[] {
  const ended = [...given].sort((a, b) => a.completed - b.completed);
  let highest: Given | undefined;
  let next = 0;
  for (const one of [...given].sort((a, b) => a.invoked - b.invoked)) {
    for (; ended[next]!.completed < one.invoked; next++) {
      if (!highest || ended[next]!.numbered.number > highest.numbered.number) highest = ended[next];
    }
    if (highest && isLower(one.numbered, highest.numbered)) {
      const { series, number } = one.numbered;
      return [fault(`fell: ${series} ${number} after ${highest.numbered.number}`, [told(highest), told(one)])];
    }
  }
  return [];
}

/** What is the highest stays at its number when it is raised once more. */
const isLower = (one: Numbered, highest: Numbered): boolean =>
  one.owner === highest.owner ? one.number < highest.number : one.number <= highest.number;

/** Keys in the order of creation that a list shows: none may stand before one that was answered before its request was sent. */
export function orderFaults(
  { operations }: History,
  lists: readonly { readonly node: string; readonly keys: readonly string[] }[],
): string[] {
  const births = new Map<string, Operation>();
  for (const one of operations) {
    for (const key of Object.keys(one.writes ?? {})) if (one.outcome !== 'refused' && !births.has(key)) births.set(key, one);
  }
  return lists.flatMap(({ node, keys }) =>
    firstMisplaced(
      node,
      keys.map((key) => births.get(key)).filter((one) => one !== undefined),
    ),
  );
}

function firstMisplaced(node: string, births: readonly Operation[]): string[] {
  let earliest: Operation | undefined;
  for (const one of births.toReversed()) {
    if (earliest && earliest.completed < one.invoked) return [fault(`creation order on ${node}`, [told(earliest), told(one)])];
    if (!earliest || one.completed < earliest.completed) earliest = one;
  }
  return [];
}
