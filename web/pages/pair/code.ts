const LENGTH = 8;
const HALF = LENGTH / 2;

/** What somebody types or pastes as a code of a wall, as the wall shows it: `k7qf2m4x` is `K7QF-2M4X`. */
export function spellCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, LENGTH);
  return letters.length > HALF ? `${letters.slice(0, HALF)}-${letters.slice(HALF)}` : letters;
}

/** Whether the whole code stands there. */
export const isWholeCode = (code: string): boolean => spellCode(code).length === LENGTH + 1;
