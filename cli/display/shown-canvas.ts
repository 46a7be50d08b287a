import { type Difference, type EaselClient, FollowedList, Refused, type Subscription } from '../../client/index.ts';
import type { Size } from '../../model/types.ts';

/** The fields of a widget that are read here. */
export interface Widget {
  readonly id: string;
  readonly state: string;
  readonly widget_type: string;
  readonly size?: Size;
}

interface Events {
  /** Called for changes after the canvas was opened. */
  changed(canvas: ShownCanvas, difference: Difference<Widget>): void;
  /** The canvas, or the right to see it, is gone. */
  ended(canvas: ShownCanvas, msg: string): void;
}

/** A canvas that is open in at least one workspace: its name, and its widgets from a stream. */
export class ShownCanvas {
  /** Resolves when the widgets are known. Rejects with a Refused when the canvas cannot be read. */
  readonly ready: Promise<void>;
  readonly #list: FollowedList<Widget>;
  readonly #following: Subscription;
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
        // The last message of a deleted canvas removes its root, too; the canvas is closed then
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
    // A canvas may be closed before a caller awaits this promise
    this.ready.catch(() => undefined);
  }

  /** The number of widgets without the root, which is the first element of the list. */
  get widgets(): number {
    return this.#list.elements.size - (this.#root ? 1 : 0);
  }

  get size(): Size {
    return this.#root?.size ?? { width: 1, height: 1 };
  }

  /** The canvas as printed lines name it. */
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

  /** If the name cannot be read, the canvas is shown without it. */
  async #readName(client: EaselClient): Promise<void> {
    const read = client.rest.get<{ readonly name: string }>(`/canvases/${this.id}`);
    this.#name = (await read.catch(() => ({ name: '' }))).name;
  }
}
