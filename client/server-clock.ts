import type { Clock } from './ports.ts';

/** Only the newest tell the offset, because two clocks do not run at exactly the same speed. */
const KEPT = 8;

interface Sample {
  /** Milliseconds between asking and hearing: the server told its time somewhere in them. */
  readonly took: number;
  /** What is to be added to the own steady time. */
  readonly offset: number;
}

/** The time of the server, from the times that it tells in `welcome` and beats; the shortest of the last ways tells it best. */
export class ServerClock {
  readonly #clock: Pick<Clock, 'steady'>;
  #samples: Sample[] = [];

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  /** @param askedAt own steady time @param told by the server, ISO 8601; what is no date tells nothing */
  heard(askedAt: number, told: string): void {
    const now = this.#clock.steady();
    const took = now - askedAt;
    const offset = Date.parse(told) - (askedAt + took / 2);
    if (Number.isNaN(offset) || took < 0) return;
    this.#samples = [...this.#samples.slice(1 - KEPT), { took, offset }];
  }

  /** Another connection may lead to another server. */
  forget(): void {
    this.#samples = [];
  }

  /** Milliseconds since 1970 by the clock of the server; undefined until it told its time. */
  now(): number | undefined {
    const best = this.#best();
    return best && this.#clock.steady() + best.offset;
  }

  /** By how many milliseconds `now` may be wrong. */
  get uncertainty(): number {
    return (this.#best()?.took ?? Number.POSITIVE_INFINITY) / 2;
  }

  #best(): Sample | undefined {
    return this.#samples.reduce<Sample | undefined>((best, one) => (best && best.took < one.took ? best : one), undefined);
  }
}
