import { Refusal } from '../../model/refusal-error.ts';
import { texts } from '../texts.ts';

/** Why something did not work, in the words of the server where it has some. */
export function refusalText(cause: unknown): string {
  const { failed, offline } = texts.peek().common;
  if (!(cause instanceof Refusal)) return failed;
  return cause.status === 0 ? offline : cause.msg || failed;
}
