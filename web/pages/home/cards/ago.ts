/** Each with its length in seconds, and how many of it are told before the next larger one is. */
const units = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 7],
  ['week', 604_800, 5],
  ['month', 2_629_800, 12],
  ['year', 31_557_600, Number.POSITIVE_INFINITY],
] as const;

/** How long ago something was: `3 minutes ago`, `yesterday`. Less than a minute is now, as is what a fast clock puts in the future. */
export function ago(time: string, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  if (seconds < 60) return format.format(0, 'second');
  const [unit, length] = units.find(([, each, most]) => seconds < each * most)!;
  return format.format(-Math.floor(seconds / length), unit);
}

/** The day and the time, for whoever wants to know exactly. */
export const moment = (time: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(time));
