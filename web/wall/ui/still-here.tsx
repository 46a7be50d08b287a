import { useEffect, useState } from 'preact/hooks';
import { usualClock } from '../../../client/index.ts';
import { Button } from '../../parts/button.tsx';
import { ASKING_MS } from '../idle.ts';
import type { Wall } from '../wall.ts';
import { wallTexts } from '../wall-texts.ts';

/** Asks whether anybody is still here, before the wall goes back to what it showed before. Any touch says yes. */
export function StillHere({ wall }: { readonly wall: Wall }) {
  const [left, setLeft] = useState(ASKING_MS / 1000);
  const words = wallTexts.value.still;
  useEffect(() => {
    const timer = usualClock.every(1_000, () => setLeft((before) => Math.max(0, before - 1)));
    return () => timer.cancel();
  }, []);
  return (
    <div class="wall-veil" role="alertdialog" aria-label={words.title} aria-describedby="still-about">
      <div class="wall-card">
        <span class="still-ring" style={{ '--still-ms': `${ASKING_MS}ms` }} aria-hidden="true" />
        <h1>{words.title}</h1>
        <p id="still-about">{words.about(left)}</p>
        <Button kind="primary" onClick={() => wall.touched(false)}>
          {words.stay}
        </Button>
      </div>
    </div>
  );
}
