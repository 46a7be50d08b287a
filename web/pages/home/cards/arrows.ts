/** Where something stands on the page. */
export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Which of the things in rows an arrow leads to. Undefined: the key leads nowhere. */
export function arrowTo(spots: readonly Spot[], at: number, key: string, isRightToLeft = false): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return within(spots, at + (isRightToLeft ? -1 : 1));
    case 'ArrowLeft':
      return within(spots, at + (isRightToLeft ? 1 : -1));
    case 'ArrowDown':
      return inNextRow(spots, at, 1);
    case 'ArrowUp':
      return inNextRow(spots, at, -1);
    case 'Home':
      return within(spots, 0);
    case 'End':
      return within(spots, spots.length - 1);
    default:
      return undefined;
  }
}

const within = (spots: readonly Spot[], at: number): number | undefined => (at >= 0 && at < spots.length ? at : undefined);

/** The one that is nearest across, in the next row that there is; the last row may be short. */
function inNextRow(spots: readonly Spot[], at: number, way: 1 | -1): number | undefined {
  const from = spots[at];
  if (!from) return undefined;
  const farther = spots.flatMap((spot, index) => ((spot.top - from.top) * way > 1 ? [{ ...spot, index }] : []));
  const row = Math.min(...farther.map(({ top }) => Math.abs(top - from.top)));
  const across = ({ left }: Spot): number => Math.abs(left - from.left);
  const inRow = farther.filter(({ top }) => Math.abs(top - from.top) <= row + 1);
  return inRow.toSorted((a, b) => across(a) - across(b))[0]?.index;
}
