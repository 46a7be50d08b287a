import { type Difference, type EaselClient, FollowedList, type Following, Refused } from '../../client/index.ts';
import type { Size } from '../../model/types.ts';

/** What is read of a widget. */
export interface Widget {
  readonly id: string;
  readonly state: string;
  readonly widget_type: string;
  readonly size?: Size;
}

interface Events {
  /** Behind the first message, which is the canvas as it was when it was opened. */
  changed(canvas: ShownCanvas, difference: Difference<Widget>): void;
  /** It is gone, or the right to it. */
  ended(canvas: ShownCanvas, msg: string): void;
}

/** A canvas that is open in at least one workspace: its name, and its widgets as a stream tells them. */
export class ShownCanvas {
  /** Its widgets are known. Rejects with a Refused when it cannot be read. */
  readonly ready: Promise<void>;
  readonly #list: FollowedList<Widget>;
  readonly #following: Following;
  #name = '';
  #begun = false;

  constructor(
    client: EaselClient,
    readonly id: string,
    events: Events,
  ) {
    let begin = (): void => undefined;
    let fail = (_: Refused): void => undefined;
    const listed = new Promise<void>((resolve, reject) => {
      begin = resolve;
      fail = reject;
    });
    this.#list = new FollowedList<Widget>({
      changed: (difference) => {
        // The last message of a canvas that is gone removes the canvas itself: then it is closed
        if (this.#begun && this.#root) events.changed(this, difference);
        this.#begun = true;
        begin();
      },
      ended: (_, msg) => {
        fail(new Refused('not_found', msg));
        events.ended(this, msg);
      },
    });
    this.#following = client.follow(`/canvases/${id}/widgets?changes=1`, this.#list);
    this.ready = Promise.all([listed, this.#readName(client)]).then(() => undefined);
    // It may be closed before anybody waits for it
    this.ready.catch(() => undefined);
  }

  /** Without the canvas itself, which the list begins with. */
  get widgets(): number {
    return this.#list.elements.size - (this.#root ? 1 : 0);
  }

  get size(): Size {
    return this.#root?.size ?? { width: 1, height: 1 };
  }

  /** As a line names it. */
  toString(): string {
    return this.#name === '' ? `canvas ${this.id}` : `canvas ${JSON.stringify(this.#name)}`;
  }

  close(): void {
    this.#following.close();
  }

  get #root(): Widget | undefined {
    for (const widget of this.#list.elements.values()) if (widget.widget_type === 'SharedCanvas') return widget;
    return undefined;
  }

  /** A canvas whose name cannot be read is shown all the same. */
  async #readName(client: EaselClient): Promise<void> {
    const read = client.rest.get<{ readonly name: string }>(`/canvases/${this.id}`);
    this.#name = (await read.catch(() => ({ name: '' }))).name;
  }
}
