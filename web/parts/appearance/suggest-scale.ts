import { texts } from '../../texts.ts';
import { say } from '../toast.tsx';
import { isScaleNew, type Scale, scale } from './scale.ts';

/** Pixels of the window from which a wall is likelier than a desk. */
const WALL = 2560;
const SUGGESTED: Scale = '2';

/** Offers larger letters on a large screen, once for each browser, and never where somebody has chosen a size. */
export function suggestScale(): void {
  if (!isScaleNew() || innerWidth < WALL) return;
  const { largeScreen, makeLarger } = texts.peek().common;
  say(largeScreen, {
    text: makeLarger,
    run: () => {
      scale.value = SUGGESTED;
    },
  });
}
