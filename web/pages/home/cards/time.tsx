import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { usualClock } from '../../../../client/index.ts';
import { language } from '../../../texts.ts';
import { ago, moment } from './ago.ts';

const now = signal(Date.now());
const TICK_MS = 20_000;

/** Keeps all times of the page true while it is shown. */
export function useTime(): void {
  useEffect(() => {
    now.value = Date.now();
    const timer = usualClock.every(TICK_MS, () => {
      now.value = Date.now();
    });
    return () => timer.cancel();
  }, []);
}

/** How long ago something was; the exact moment as a hint. */
export const Ago = ({ time }: { readonly time: string }) => (
  <time dateTime={time} title={moment(time, language.value)}>
    {ago(time, now.value, language.value)}
  </time>
);
