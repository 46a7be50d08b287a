import type { Islands } from '../islands/islands.ts';
import type { KeptPicture } from '../paint/kept-picture.ts';
import type { OwnPresenceTeller } from '../presence/own-presence.ts';

/** The elements of a stage, from the farthest back to the nearest. */
export interface Layers {
  readonly stage: HTMLElement;
  readonly picture: HTMLCanvasElement;
  readonly islands: HTMLElement;
  readonly marks: HTMLElement;
}

/** What is shown in them. */
export interface StageContext {
  readonly layers: Layers;
  readonly picture: KeptPicture;
  readonly islands: Islands;
  readonly teller: Pick<OwnPresenceTeller, 'hold'>;
}
