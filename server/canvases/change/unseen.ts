import type { Work } from '../../../model/hooks.ts';
import type { Command, Store, Transaction } from '../../store/store.ts';

type Submitting = Pick<Store, 'submit'>;
type By = Pick<Command<unknown>, 'author' | 'permit'>;

/** The result of the short command, and which of the filled scopes belong to a record now. */
export interface UnseenResult<T> {
  readonly result: T;
  readonly used: readonly string[];
}

/**
 * Does long work in two steps, so that it holds nothing for long that others need. First it fills scopes that nobody sees yet,
 * and then a short command makes the records to which they belong. A scope that belongs to no record in the end is dropped,
 * however the work ends. When the process is killed meanwhile, the next start of the store drops it.
 */
export async function withUnseen<T>(
  store: Submitting,
  by: By,
  work: (unseen: UnseenScopes) => Promise<UnseenResult<T>>,
): Promise<T> {
  const unseen = new UnseenScopes(store, by);
  try {
    const { result, used } = await work(unseen);
    unseen.keep(used);
    return result;
  } finally {
    // A scope that could not be dropped is not worth a failure: nobody sees it
    await unseen.drop().catch(() => undefined);
  }
}

export class UnseenScopes {
  readonly #scopes = new Set<string>();

  constructor(
    private readonly store: Submitting,
    private readonly by: By,
  ) {}

  /** Makes and fills new scopes. Rejects when the actor has lost the right. */
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
