import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { keepOpen } from './keep-open.ts';

it('a page asks before it is closed only while something waits that the browser does not keep', () => {
  const pending = signal(0);
  const isKept = signal(false);
  const events = new EventTarget();
  const isAsked = (): boolean => !events.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const end = keepOpen({ pending, isKept }, events as never);
  const asked = [isAsked()];
  pending.value = 2;
  asked.push(isAsked());
  isKept.value = true;
  asked.push(isAsked());
  isKept.value = false;
  pending.value = 0;
  asked.push(isAsked());
  pending.value = 1;
  end();
  expect([...asked, isAsked()]).toEqual([false, true, false, false, false]);
});
