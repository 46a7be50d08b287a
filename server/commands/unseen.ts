import type { Work } from '../../model/hooks.ts';
import type { Command, Store, Transaction } from '../store/types.ts';

type Submitting = Pick<Store, 'submit'>;
type By = Pick<Command<unknown>, 'author' | 'permit'>;

/** What a short command came to, and which of the filled scopes belong to a record now. */
export interface Shown<T> {
  readonly result: T;
  readonly used: readonly string[];
}

/**
 * Long work in two steps, so that nothing that others need is held for long: scopes are filled that nobody sees yet, and then
 * a short command makes records to which they belong. What belongs to none in the end, however it ends, goes again; what a
 * process leaves behind goes at the next start of the store.
 */
export async function withUnseen<T>(store: Submitting, by: By, work: (unseen: UnseenScopes) => Promise<Shown<T>>): Promise<T> {
  const unseen = new UnseenScopes(store, by);
  try {
    const { result, used } = await work(unseen);
    unseen.keep(used);
    return result;
  } finally {
    // Nobody is told of what could not be dropped, because nobody sees it
    await unseen.drop().catch(() => undefined);
  }
}

export class UnseenScopes {
  readonly #scopes = new Set<string>();

  constructor(
    private readonly store: Submitting,
    private readonly by: By,
  ) {}

  /** Fills scopes that do not exist yet. Rejects with the refusal of the caller's right. */
  async fill(scopes: readonly string[], run: (tx: Transaction) => Work): Promise<void> {
    for (const scope of scopes) this.#scopes.add(scope);
    const { author, permit } = this.by;
    await this.store.submit({ scopes, fresh: scopes, author, permit, run });
  }

  keep(scopes: readonly string[]): void {
    for (const scope of scopes) this.#scopes.delete(scope);
  }

  async drop(): Promise<void> {
    if (this.#scopes.size === 0) return;
    await this.store.submit({
      scopes: ['directory'],
      author: this.by.author,
      permit: () => undefined,
      run: (tx) => {
        for (const scope of this.#scopes) tx.tombstone(scope);
      },
    });
  }
}
