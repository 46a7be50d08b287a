const DAY = 24 * 3600 * 1000;

/**
 * Reads a time of ISO 8601: a date, of a calendar (`2026-02-10`, `20260210`, `2026-02`, `2026`), of a week (`2026-W07-2`) or of a
 * day of the year (`2026-041`), and behind `T` or a blank a time of day, to the hour, minute, second or any part of one; then
 * `Z`, `+01:00`, `+0100` or `+01`. Without an offset it is UTC. In a query, where `+` means a blank, a blank stands for it.
 * Returns the milliseconds since 1970, with a part of one if it was given; undefined when it is no time.
 */
export function readIsoTime(text: string): number | undefined {
  const [, date = '', time, offset] = /^([\dW-]+)(?:[T ]([\d:.,]+)(Z|[+\u2212 -]\d\d(?::?\d\d)?)?)?$/i.exec(text) ?? [];
  const day = readDay(date.toUpperCase());
  const ofDay = time === undefined ? 0 : readTimeOfDay(time);
  const ahead = offset === undefined ? 0 : readOffset(offset);
  if (day === undefined || ofDay === undefined || ahead === undefined) return undefined;
  return day + ofDay - ahead;
}

function readDay(text: string): number | undefined {
  const week = /^(\d{4})-?W(\d\d)(?:-?([1-7]))?$/.exec(text);
  if (week) return dayOfWeek(Number(week[1]), Number(week[2]), Number(week[3] ?? 1));
  const ordinal = /^(\d{4})-?(\d{3})$/.exec(text);
  if (ordinal) return dayOfYear(Number(ordinal[1]), Number(ordinal[2]));
  const calendar = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  return calendar ? dayOfMonth(Number(calendar[1]), Number(calendar[2] ?? 1), Number(calendar[3] ?? 1)) : undefined;
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century, and days that a month does not have. */
function dayOfMonth(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

function dayOfYear(year: number, day: number): number | undefined {
  const ms = dayOfMonth(year, 1, 1)! + (day - 1) * DAY;
  return day > 0 && new Date(ms).getUTCFullYear() === year ? ms : undefined;
}

/** Week 1 has the fourth of January. */
function dayOfWeek(year: number, week: number, day: number): number | undefined {
  const fourth = dayOfMonth(year, 1, 4)!;
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY;
  const isOfYear = new Date(monday + 3 * DAY).getUTCFullYear() === year;
  return week > 0 && isOfYear ? monday + (day - 1) * DAY : undefined;
}

/** 24:00 is the end of the day, and the second 60 is there when the earth is late. */
function readTimeOfDay(text: string): number | undefined {
  const parts =
    /^(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?$/.exec(text) ?? /^(\d\d)(?:(\d\d)(?:(\d\d)(?:[.,](\d+))?)?)?$/.exec(text);
  if (!parts) return undefined;
  const [hours, minutes, seconds] = [1, 2, 3].map((at) => Number(parts[at] ?? 0)) as [number, number, number];
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(`0.${parts[4] ?? 0}`) * 1000;
  const isThere = minutes < 60 && seconds <= 60 && (hours < 24 || ms === DAY);
  return isThere ? ms : undefined;
}

function readOffset(text: string): number | undefined {
  if (text.toUpperCase() === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return undefined;
  const ms = (hours * 60 + minutes) * 60_000;
  return text.startsWith('-') || text.startsWith('\u2212') ? -ms : ms;
}
