const COLUMNS = ['number', 'work', 'easel', 'baseline', 'ratio', 'target', 'met'];

/**
 * Prints rows `{number, work, easel, baseline, ratio, target, met}`. `met`: true, false, or undefined for rows without a
 * target.
 */
export function printTable(rows) {
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cell(column, row[column])))];
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  console.log();
  for (const line of lines)
    console.log(
      line
        .map((text, at) => text.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    );
}

function cell(column, value) {
  if (column === 'met') return value === undefined ? '' : value ? 'met' : 'NOT MET';
  if (column === 'ratio') return value === undefined ? '' : value.toFixed(2);
  return value ?? '';
}

export const perSecond = (rate) => `${Math.round(rate).toLocaleString('en')}/s`;
export const milliseconds = (ms) => (ms < 10 ? `${ms.toFixed(2)} ms` : `${ms.toFixed(0)} ms`);
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
export const microseconds = (us) => `${us < 100 ? us.toFixed(1) : Math.round(us)} µs`;
