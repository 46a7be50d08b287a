import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { scale } from '../../../parts/appearance/scale.ts';
import { texts } from '../../../texts.ts';
import type { Listed, ListedCanvas } from '../listed.ts';
import { Card, type CardProps } from './card.tsx';

/** The narrowest card of the row and the gap beside it, in pixels, before the size that a person chose. */
const WIDTH = 340;
const GAP = 16;
/** Cards beside each other on the largest screen. */
const MOST = 4;
/** On a phone one is large, and these are rows below it. */
const ROWS_ON_PHONE = 4;

/** Cards that fit beside each other; what is in the row is not repeated in the list of all. */
const recentFits = signal(1);

export const recentShown = (recent: readonly ListedCanvas[]): readonly ListedCanvas[] => recent.slice(0, recentFits.value);

interface Props {
  readonly some: readonly ListedCanvas[];
  readonly cardOf: (one: Listed) => CardProps;
}

/** What somebody opened last, in one row of large cards. */
export function RecentRow({ some, cardOf }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const factor = Number(scale.value);
  useLayoutEffect(() => {
    const measure = (): void => {
      const { clientWidth } = row.current!;
      const least = Math.max(WIDTH * factor, clientWidth / (MOST + 1));
      const fits = Math.floor((clientWidth + GAP * factor) / (least + GAP * factor));
      recentFits.value = fits <= 1 ? 1 + ROWS_ON_PHONE : fits;
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(row.current!);
    return () => watch.disconnect();
  }, [factor]);
  const { pickUp, earlier } = texts.value.dashboard;
  const isColumn = recentFits.value > MOST;
  return (
    <section class="cards-part" aria-label={pickUp}>
      <h2 class={isColumn ? 'unseen' : 'cards-title'}>{pickUp}</h2>
      <ul ref={row} class="cards recent">
        {some.map((one, at) => [
          isColumn && at === 1 && (
            <li key="earlier">
              <h2 class="cards-title">{earlier}</h2>
            </li>
          ),
          <Card key={one.id} {...cardOf(one)} />,
        ])}
      </ul>
    </section>
  );
}
