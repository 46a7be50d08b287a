import type { Attempt } from '../../parts/attempt.ts';
import { durationText } from '../../parts/duration.ts';
import { Notice, Told } from '../../parts/notice.tsx';
import { language, texts } from '../../texts.ts';
import { faultText } from './fault-text.ts';

/** Why the last try did not work, and for how long none is taken. Screen readers hear the time once, not every second. */
export const FormFault = ({ attempt: { fault, wait } }: { readonly attempt: Pick<Attempt, 'fault' | 'wait'> }) => (
  <Told>
    {fault && (
      <Notice kind="danger">
        {fault.retryAfter === undefined ? (
          <p>{faultText(fault, texts.value)}</p>
        ) : (
          <>
            <p class="unseen">{againText(fault.retryAfter)}</p>
            <p aria-hidden="true">{wait > 0 ? againText(wait) : texts.value.common.retry}</p>
          </>
        )}
      </Notice>
    )}
  </Told>
);

const againText = (seconds: number): string => texts.value.signIn.again(durationText(seconds, language.value));
