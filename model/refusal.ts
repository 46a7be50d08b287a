/** `throw refuse.notFound('Table', id)` */
export { Refusal } from './refusal-error.ts';
export * as refuse from './refusals.ts';

/** What was sent, as a refusal repeats it: at most a hundred characters of it. */
export const quoted = (sent: unknown): string => (typeof sent === 'string' ? sent : JSON.stringify(sent)).slice(0, 100);

/** `a`, `a or b`, `a, b or c` */
export function eitherOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
