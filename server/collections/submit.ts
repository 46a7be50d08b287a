import type { Work } from '../../model/hooks.ts';
import type { Answer, Call } from '../http/routing/route.ts';
import type { Command, ScopeTransaction, Store } from '../store/store.ts';
import { canvasScope } from './deps.ts';

type Submitting = Pick<Store, 'submit'>;
type SubmittedCommand<T> = Pick<Command<T>, 'run' | 'fresh'> & Partial<Pick<Command<T>, 'scopes' | 'trial'>>;

/** Runs a command with the author and the permission of a call. Its scope is the directory unless it names others. */
export const submit = <T>(
  store: Submitting,
  { author, permit }: Pick<Call, 'author' | 'permit'>,
  command: SubmittedCommand<T>,
): Promise<T> => store.submit<T>({ scopes: ['directory'], ...command, author, permit });

/** Runs the work on the canvas of the path. */
export function inCanvas<T>(
  { store }: { readonly store: Submitting },
  call: Call,
  work: (scope: ScopeTransaction) => Work<T>,
): Promise<T> {
  const canvas = canvasScope(call.params);
  return submit<T>(store, call, { scopes: [canvas], run: (tx) => work(tx.scope(canvas)) });
}

/** Runs the work on the canvas of the path, and answers the text of the record whose key the work gives. */
export const writeInCanvas = (
  deps: { readonly store: Submitting },
  call: Call,
  work: (scope: ScopeTransaction) => Work<string>,
): Promise<Answer> =>
  inCanvas(deps, call, function* (scope) {
    return scope.text(yield* work(scope));
  });
