import { fault } from './evidence.ts';
import type { History, Stream } from './history.ts';

/** A connection on which a value came again after another one: it was taken back. */
export function wentBack({ streams }: History): string[] {
  return streams.flatMap((stream) => {
    const last = new Map<string, string>();
    const old = new Map<string, Set<string>>();
    for (const { key, value, at } of stream.seen) {
      const before = last.get(key);
      if (before === value) continue;
      const earlier = old.get(key) ?? new Set();
      if (earlier.has(value)) return [again(stream, key, value, at)];
      if (before !== undefined) earlier.add(before);
      old.set(key, earlier);
      last.set(key, value);
    }
    return [];
  });
}

function again({ node, path, seen }: Stream, key: string, value: string, at: number): string {
  const steps = seen.filter((one) => one.key === key && one.at <= at).slice(-4);
  const evidence = steps.map((one) => ({ what: one.value || 'gone', node, invoked: one.at, completed: one.at }));
  return fault(`went back: ${key} is ${value || 'gone'} again on the stream of ${path}`, evidence);
}
