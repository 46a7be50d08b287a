import { type ReadonlySignal, signal } from '@preact/signals';

/** Keeps the screen of this machine on while the page is seen. Browsers allow it to pages that came by HTTPS, or from their own machine. */
export function keepScreenOn(): { readonly isOn: ReadonlySignal<boolean>; readonly close: () => void } {
  const isOn = signal(false);
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || !navigator.wakeLock || isOn.peek()) return;
    try {
      const given = await navigator.wakeLock.request('screen');
      if (isOver) return void given.release();
      lock = given;
      isOn.value = true;
      given.addEventListener('release', () => {
        isOn.value = false;
      });
    } catch {
      // A machine that saves its battery refuses; the report says so
    }
  };
  const seen = (): void => void ask();
  document.addEventListener('visibilitychange', seen);
  void ask();
  return {
    isOn,
    close() {
      isOver = true;
      document.removeEventListener('visibilitychange', seen);
      void lock?.release();
    },
  };
}
