import type { Easel } from './easel.ts';
import { until } from './until.ts';

const HOUR = 3_600_000;

/**
 * Lets `count` hours go by, and waits after each until the sweep of files has asked whether anything refers to this one, which it
 * does once in a look while the file is there.
 */
export async function passHours({ clock, server: { store } }: Easel, count: number, hash: string): Promise<void> {
  const { referred } = store;
  let looks = 0;
  store.referred = (hashes) => {
    if (hashes.includes(hash)) looks++;
    return referred.call(store, hashes);
  };
  for (let hour = 1; hour <= count; hour++) {
    clock.advance(HOUR);
    await until(() => looks >= hour);
  }
  store.referred = referred;
}

/** Resolves when the last stream of a scope that is opened after this call is gone on the side of the server, too. */
export function streamGone({ server: { store } }: Easel, scope: string): Promise<void> {
  const { pin } = store;
  return new Promise((resolve) => {
    let pins = 0;
    store.pin = (pinned) => {
      const release = pin.call(store, pinned);
      if (pinned !== scope) return release;
      pins++;
      return () => {
        release();
        if (--pins > 0) return;
        store.pin = pin;
        resolve();
      };
    };
  });
}
