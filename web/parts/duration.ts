/** A number of seconds in words, rounded up: `42 seconds`, then `3 minutes`. */
export function durationText(seconds: number, language: string): string {
  const [value, unit] = seconds < 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
