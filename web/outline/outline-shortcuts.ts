import type { Texts } from '../../texts/page.ts';
import type { Outline } from './outline.ts';

/** Rows for the table of shortcuts of a canvas. */
export function outlineShortcuts({ panel, search }: Pick<Outline, 'panel' | 'search'>) {
  const open = (which: 'outline' | 'search') => (): void => {
    panel.value = which;
  };
  const step = (by: 1 | -1) => (): void => search.step(by);
  const group = 'go' as const;
  return [
    { id: 'search', keys: ['Mod+F', 'F'], group, text: ({ outline }: Texts) => outline.search, run: open('search') },
    { id: 'next-hit', keys: ['F3'], group, text: ({ outline }: Texts) => outline.next, run: step(1) },
    { id: 'last-hit', keys: ['Shift+F3'], group, text: ({ outline }: Texts) => outline.previous, run: step(-1) },
    { id: 'outline', keys: ['O'], group, text: ({ outline }: Texts) => outline.open, run: open('outline') },
  ];
}
