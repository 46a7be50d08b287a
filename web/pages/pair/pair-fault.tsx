import type { Refusal } from '../../../model/refusal-error.ts';
import type { Attempt } from '../../parts/attempt.ts';
import { durationText } from '../../parts/duration.ts';
import { Notice, Told } from '../../parts/notice.tsx';
import { language, texts } from '../../texts.ts';
import { pairTexts } from './pair-texts.ts';

/** Why a code was not taken. */
export const PairFault = ({ attempt: { fault, wait } }: { readonly attempt: Pick<Attempt, 'fault' | 'wait'> }) => (
  <Told>
    {fault && (
      <Notice kind="danger">
        <p>{faultText(fault, wait)}</p>
      </Notice>
    )}
  </Told>
);

function faultText({ status, msg, retryAfter = 0 }: Refusal, wait: number): string {
  const { common } = texts.value;
  const pair = pairTexts.value;
  // In minutes while it is long, so that it is not read aloud every second
  if (status === 429)
    return wait > 0 ? pair.locked(durationText(Math.max(wait, Math.min(retryAfter, 90)), language.value)) : common.retry;
  if (status === 404) return msg.startsWith('Pairing') ? pair.unknown : msg;
  if (status === 403) return pair.deniedOther;
  return status === 0 ? common.silent : status < 500 ? msg : common.failed;
}
