/** Lets at most `most` pieces of work run at the same time; the others wait in line. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  constructor(private readonly most: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy === this.most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }
}
