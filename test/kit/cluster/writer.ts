import type { Answer } from '../client.ts';
import type { Random } from '../random.ts';
import type { Desk, Request, Site } from './desk.ts';
import type { Intent } from './history.ts';

/** Something that a writer made. */
export interface Thing {
  readonly key: string;
  readonly id: string;
  /** The value that was acknowledged last. */
  value: string;
}

/** A caller that sends one request after the other, each to any of the nodes. */
export abstract class Writer {
  protected readonly random: Random;

  constructor(
    protected readonly desk: Desk,
    readonly name: string,
  ) {
    this.random = desk.random(name);
  }

  async run(): Promise<void> {
    while (!this.desk.isOver) await this.step();
  }

  protected abstract step(): Promise<void>;

  protected site(): Site {
    return this.random.of(this.desk.sites);
  }

  /** A node other than this one, when there is one. */
  protected other(site: Site): Site {
    const others = this.desk.sites.filter((one) => one !== site);
    return others.length > 0 ? this.random.of(others) : site;
  }

  protected tag(): string {
    return `${this.name}-${this.desk.number()}`;
  }

  protected value(): string {
    return String(this.desk.number());
  }

  protected ask(site: Site, intent: Omit<Intent, 'by' | 'node' | 'what'>, request: Request): Promise<Answer | undefined> {
    return this.desk.ask({ by: this.name, ...intent }, site, request);
  }
}

export function drop<T>(list: T[], gone: (one: T) => boolean): void {
  for (let at = list.length - 1; at >= 0; at--) if (gone(list[at]!)) list.splice(at, 1);
}
