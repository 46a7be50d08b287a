import type { Refusal } from '../../../model/refusal-error.ts';
import type { Texts } from '../../../texts/page.ts';

/** Why something was refused, in the language of the page where it knows the server's words, else in these. */
export function faultText(
  { status, msg }: Pick<Refusal, 'status' | 'msg'>,
  { signIn, common }: Pick<Texts, 'signIn' | 'common'>,
): string {
  if (status === 0 || status === 502 || status === 503 || status === 504) return common.silent;
  const least = /^Password must be at least (\d+) characters long$/.exec(msg)?.[1];
  if (least) return signIn.tooShort(Number(least));
  return signIn.refusals[msg] ?? (status < 500 && msg !== '' ? msg : common.failed);
}
