import type { Clock } from './ports.ts';

/** Older samples are dropped, because two clocks do not run at exactly the same speed. */
const KEPT = 8;

interface Sample {
  /** Milliseconds between question and answer; the server read its clock at some moment in between. */
  readonly took: number;
  /** The server's time minus the own steady time. */
  readonly offset: number;
}

/**
 * Estimates the server's time from `welcome` and beats. The clock uses the sample with the fastest answer among the last ones.
 */
export class ServerClock {
  readonly #clock: Pick<Clock, 'steady'>;
  #samples: Sample[] = [];

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  /** @param askedAt own steady time @param told the server's time, ISO 8601; other texts are ignored */
  heard(askedAt: number, told: string): void {
    const now = this.#clock.steady();
    const took = now - askedAt;
    const offset = Date.parse(told) - (askedAt + took / 2);
    if (Number.isNaN(offset) || took < 0) return;
    this.#samples = [...this.#samples.slice(1 - KEPT), { took, offset }];
  }

  /** The next connection may lead to another server. */
  forget(): void {
    this.#samples = [];
  }

  /** Milliseconds since 1970 by the server's clock; undefined before the first sample. */
  now(): number | undefined {
    const best = this.#best();
    return best && this.#clock.steady() + best.offset;
  }

  /** The largest error of `now`, in milliseconds. */
  get uncertainty(): number {
    return (this.#best()?.took ?? Number.POSITIVE_INFINITY) / 2;
  }

  #best(): Sample | undefined {
    return this.#samples.reduce<Sample | undefined>((best, one) => (best && best.took < one.took ? best : one), undefined);
  }
}
