import { effect, type Signal, signal } from '@preact/signals';
import type { WheelWish } from './wheel.ts';

/** How a person likes to move; kept in the browser. */
export interface Preferences {
  readonly wheel: Signal<WheelWish>;
  /** Whether letters and digits without Ctrl or Cmd are shortcuts; people who speak to their machine turn them off (WCAG 2.1.4). */
  readonly singleKeys: Signal<boolean>;
  /** Whether the overview is open; undefined: nobody has chosen. */
  readonly minimap: Signal<boolean | undefined>;
}

const KEY = 'easel-view';

export function createPreferences(storage: Pick<Storage, 'getItem' | 'setItem'>): Preferences {
  const kept = read(storage);
  const wheel = signal<WheelWish>(kept.wheel === 'zoom' ? 'zoom' : 'pan');
  const singleKeys = signal(kept.singleKeys !== false);
  const minimap = signal(typeof kept.minimap === 'boolean' ? kept.minimap : undefined);
  effect(() => {
    const text = JSON.stringify({ wheel: wheel.value, singleKeys: singleKeys.value, minimap: minimap.value });
    try {
      storage.setItem(KEY, text);
    } catch {}
  });
  return { wheel, singleKeys, minimap };
}

function read(storage: Pick<Storage, 'getItem'>): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
