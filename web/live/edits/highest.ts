import { Annotation } from '../../../model/resources/annotation.ts';
import type { Element } from '../element.ts';

/** The two highest siblings, which follow what is written. */
export class Highest {
  #depths: Map<string, number>;
  #top: string | undefined;

  constructor(
    private readonly parent: string,
    siblings: readonly Element[],
  ) {
    this.#depths = new Map(siblings.map((one) => [one.id, depthOf(one)]));
  }

  wrote(id: string, element: Element | undefined): void {
    if (this.#top === id) this.#top = undefined;
    if (element && parentOf(element) === this.parent && element.widget_type !== Annotation.name) {
      const depth = depthOf(element);
      this.#depths.set(id, depth);
      if (this.#top !== undefined && depth > this.#depths.get(this.#top)!) this.#top = id;
    } else this.#depths.delete(id);
  }

  /** The highest depth without that of one sibling; undefined: there is no other. */
  except(id: string | undefined): number | undefined {
    this.#top ??= this.#find(undefined);
    const found = this.#top !== undefined && this.#top === id ? this.#find(id) : this.#top;
    return found === undefined ? undefined : this.#depths.get(found);
  }

  #find(except: string | undefined): string | undefined {
    let top: string | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const [id, depth] of this.#depths) {
      if (id === except || depth < most) continue;
      most = depth;
      top = id;
    }
    return top;
  }
}

export const parentOf = (element: Element | undefined): string | undefined =>
  element && 'parent_id' in element ? element.parent_id : undefined;

const depthOf = (element: Element): number => ('depth' in element ? element.depth : 0);
