import type { Work } from '../../model/hooks.ts';
import type { Answer, Call } from '../http/route.ts';
import type { ScopeTransaction } from '../store/store.ts';
import type { CanvasDeps } from './deps.ts';
import { inCanvas } from './submit.ts';

/** Runs the work on the path's canvas and answers the text of the record whose key it gives. */
export const write = (deps: CanvasDeps, call: Call, work: (scope: ScopeTransaction) => Work<string>): Promise<Answer> =>
  inCanvas(deps, call, function* (scope) {
    return scope.text(yield* work(scope));
  });
