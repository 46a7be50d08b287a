/** Numbers that went to the server and back may differ this little. */
const NEAR = 0.001;

/** Whether two values of a field are the same, with all parts. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= NEAR;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => isSame(a[key as never], b[key as never]));
}

/** Roughly how many bytes a value takes. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 16;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part) + 8, 16);
}
