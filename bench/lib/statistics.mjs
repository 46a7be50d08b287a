/** The number at or below which this part (0 to 1) of the numbers lies; NaN for no numbers. */
export function quantile(numbers, part) {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** The number in the middle, or the mean of the two in the middle. */
export function median(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
