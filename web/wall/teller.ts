import type { Change, Clock, DeclaredWorkspace, EaselClient, Timer } from '../../client/index.ts';

interface Context {
  readonly client: Pick<EaselClient, 'declaration' | 'change'>;
  /** What the wall shows now, in the words of the declaration. */
  readonly truth: () => Pick<Change, 'client'> & { readonly workspace: DeclaredWorkspace };
  readonly clock: Pick<Clock, 'after' | 'steady'>;
  /** Is told what the server refuses. */
  readonly fault: (cause: unknown) => void;
}

/** Between changes of a view that moves: ten a second (interface/streaming 4.5). */
const VIEW_PACE_MS = 100;

/**
 * Keeps what the server knows of a wall equal to what the wall shows: compares both whenever something has changed, and sends the
 * difference. What a command changed stands in its answer, so it is compared only after that.
 */
export class Teller {
  readonly #context: Context;
  #timer: Timer | undefined;
  #toldViewAt = Number.NEGATIVE_INFINITY;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Something of what is shown may be another. */
  changed(): void {
    this.#timer ??= this.#context.clock.after(0, () => this.#compare());
  }

  close(): void {
    this.#timer?.cancel();
  }

  #compare(): void {
    this.#timer = undefined;
    const { client, truth, clock, fault } = this.#context;
    const { workspace, client: about } = truth();
    const told = client.declaration;
    const { view_rectangle, ...entry } = differenceOf(
      told.workspaces.find(({ index }) => index === workspace.index),
      workspace,
    );
    const isViewDue = clock.steady() - this.#toldViewAt >= VIEW_PACE_MS;
    // Together with anything else the view goes at once, so that REST never shows the view of another size or canvas
    const tellsView = view_rectangle !== undefined && (isViewDue || Object.keys(entry).length > 0);
    if (view_rectangle && !tellsView)
      this.#timer = clock.after(this.#toldViewAt + VIEW_PACE_MS - clock.steady(), () => this.#compare());
    if (tellsView) this.#toldViewAt = clock.steady();
    const changes = { ...entry, ...(tellsView && { view_rectangle }) };
    const ofClient = differenceOf(told.client, about ?? {});
    const change: Change = {
      ...(Object.keys(changes).length > 0 && { workspaces: [{ ...changes, index: workspace.index }] }),
      ...(Object.keys(ofClient).length > 0 && { client: ofClient }),
    };
    if (Object.keys(change).length > 0) client.change(change).catch(fault);
  }
}

/** The keys of `now` that have another value than before; what was never told is another. */
function differenceOf<T extends object>(before: Partial<T> | undefined, now: T): Partial<T> {
  const entries = Object.entries(now) as [keyof T, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => !isEqual(before?.[key], value))) as Partial<T>;
}

const isEqual = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);
