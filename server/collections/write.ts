import type { Work } from '../../model/hooks.ts';
import type { Answer, Call } from '../http/route.ts';
import type { ScopeTransaction } from '../store/types.ts';
import { type CanvasParts, canvasScope } from './parts.ts';

/** Runs the work on the path's canvas and answers the text of the record whose key it gives. */
export function write(
  parts: CanvasParts,
  call: Call,
  work: (scope: ScopeTransaction) => Work<string | undefined>,
): Promise<Answer> {
  const canvas = canvasScope(call.params);
  return parts.store.submit({
    scopes: [canvas],
    author: call.author,
    permit: call.permit,
    *run(tx): Work<Answer> {
      const scope = tx.scope(canvas);
      const key = yield* work(scope);
      return key === undefined ? undefined : scope.text(key);
    },
  });
}
