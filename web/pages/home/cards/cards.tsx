import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { texts } from '../../../texts.ts';
import { isCanvas, type Listed } from '../listed.ts';
import { Card, type CardProps } from './card.tsx';
import './cards.css';

/** Cards are made in portions, as far as somebody has scrolled: ten thousand at once would take seconds. */
const PORTION = 60;

/** How many portions somebody has seen of a list: whoever returns finds the list as long as it was. */
const reached = signal<ReadonlyMap<string, number>>(new Map());
const reach = (key: string, count: number): void => {
  reached.value = new Map(reached.peek()).set(key, count);
};

interface Props {
  readonly label: string;
  /** The title is only shown beside another list. */
  readonly isTitled: boolean;
  /** How many there are, when that stands beside the heading. */
  readonly count?: number;
  readonly some: readonly Listed[];
  readonly cardOf: (one: Listed) => CardProps;
  /** Another value begins anew with the first portion. */
  readonly place: string;
  /** Beside the heading. */
  readonly tools?: ComponentChildren;
}

/** A list of cards under a heading. */
export function Cards({ label, count: all, isTitled, some, cardOf, place, tools }: Props) {
  const key = `${place} ${label}`;
  const count = reached.value.get(key) ?? 1;
  const shown = some.slice(0, count * PORTION);
  if (some.length === 0) return null;
  return (
    <section class="cards-part" aria-label={label}>
      <div class="cards-head">
        <h2 class={isTitled ? 'cards-title' : 'unseen'}>
          {label}
          {all !== undefined && <span class="cards-count">{all}</span>}
        </h2>
        {tools}
      </div>
      <ul class={isCanvas(some[0]!) ? 'cards' : 'cards of-folders'}>
        {shown.map((one) => (
          <Card key={one.id} {...cardOf(one)} />
        ))}
      </ul>
      {shown.length < some.length && <More key={count} onMore={() => reach(key, count + 1)} />}
    </section>
  );
}

/** Presses itself when it comes near. */
function More({ onMore }: { readonly onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && onMore(), {
      rootMargin: '1200px',
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} class="cards-more">
      <Button onClick={onMore}>{texts.value.dashboard.more}</Button>
    </div>
  );
}
