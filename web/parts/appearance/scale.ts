import { effect, signal } from '@preact/signals';

/** How many times as large everything is: for walls that are looked at from farther away. */
export type Scale = '1' | '1.5' | '2' | '3';
export const scales: readonly Scale[] = ['1', '1.5', '2', '3'];

const KEY = 'easel-scale';
const isScale = (text: string | null): text is Scale => (scales as readonly (string | null)[]).includes(text);

export const scale = signal<Scale>('1');
let isNew = false;

/** Whether this browser had no size before this page was loaded. True once: whoever asks has told the person about it. */
export function isScaleNew(): boolean {
  const was = isNew;
  isNew = false;
  return was;
}

/** Takes over what was chosen last on this device, and keeps the root element true from now on. Call it once. */
export function beginScale(): void {
  const kept = localStorage.getItem(KEY);
  scale.value = isScale(kept) ? kept : '1';
  isNew = !isScale(kept);
  effect(() => {
    document.documentElement.style.setProperty('--scale', scale.value);
    localStorage.setItem(KEY, scale.value);
  });
}
