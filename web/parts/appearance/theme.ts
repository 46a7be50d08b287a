import { effect, signal } from '@preact/signals';

/** `system`: as the person has set the machine. */
export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const KEY = 'easel-theme';
const CONTRAST_KEY = 'easel-contrast';
const isTheme = (text: string | null): text is Theme => (themes as readonly (string | null)[]).includes(text);

export const theme = signal<Theme>('system');
/** More contrast than the system asks for. */
export const moreContrast = signal(false);
/** Whether the page is dark now, whoever said so. */
export const isDark = signal(false);

/** Takes over what the person chose last, and keeps the root element true from now on. Call it once, before anything is drawn. */
export function beginTheme(): void {
  const kept = localStorage.getItem(KEY);
  theme.value = isTheme(kept) ? kept : 'system';
  moreContrast.value = localStorage.getItem(CONTRAST_KEY) === 'more';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const system = signal(dark.matches);
  dark.addEventListener('change', () => {
    system.value = dark.matches;
  });
  effect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = theme.value;
    dataset.contrast = moreContrast.value ? 'more' : 'system';
    isDark.value = theme.value === 'dark' || (theme.value === 'system' && system.value);
    localStorage.setItem(KEY, theme.value);
    localStorage.setItem(CONTRAST_KEY, moreContrast.value ? 'more' : 'system');
  });
}
