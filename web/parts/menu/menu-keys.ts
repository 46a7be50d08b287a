/** The index to which a key moves in a list; undefined: the key does not move. `at`: -1 without a present one. */
export function nextIn(texts: readonly string[], at: number, key: string): number | undefined {
  const count = texts.length;
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (Math.max(at, 0) - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return key.length === 1 && key !== ' ' ? byLetter(texts, at, key) : undefined;
  }
}

/** The next one that begins with the letter, after the present one. */
function byLetter(texts: readonly string[], at: number, letter: string): number | undefined {
  const begins = (text: string): boolean => text.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase());
  const order = texts.map((_, step) => (at + 1 + step) % texts.length);
  return order.find((one) => begins(texts[one]!));
}

const GAP = 4;

/** Puts an element in the top layer below a box, or above it where there is more room; never beyond the edge of the window. */
export function placeBeside(element: HTMLElement, { left, right, top, bottom }: DOMRect): void {
  const { width, height } = element.getBoundingClientRect();
  const below = bottom + GAP;
  const fitsBelow = below <= innerHeight - height - GAP || top < innerHeight - bottom;
  // At the side of the button that is nearer to the edge of the window, so that menus at the right open to the left
  const wished = left + right > innerWidth ? right - width : left;
  const wishedDown = fitsBelow ? below : top - GAP - height;
  element.style.left = `${Math.max(GAP, Math.min(wished, innerWidth - width - GAP))}px`;
  element.style.top = `${Math.max(GAP, Math.min(wishedDown, innerHeight - height - GAP))}px`;
}
