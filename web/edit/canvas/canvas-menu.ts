import { Droplets, FileUp, History, Replace, SwatchBook } from 'lucide';
import type { MenuItem } from '../../parts/menu/menu-items.tsx';
import type { Editing, EditPanel } from '../editing.ts';
import { editTexts } from '../texts.ts';

/** What the menu of the canvas offers to those who may change it. Reads the texts, so whoever draws it hears of another language. */
export function canvasMenu({ panel, rescue }: Pick<Editing, 'panel' | 'rescue'>): readonly MenuItem[] {
  const { panels } = editTexts.value;
  const opens = (which: EditPanel) => (): void => {
    panel.value = which;
  };
  return [
    { text: panels.background, icon: Droplets, run: opens('background') },
    { text: panels.colours, icon: SwatchBook, run: opens('colours') },
    { text: panels.demo, icon: History, run: opens('demo') },
    { text: panels.replace, icon: Replace, run: opens('replace') },
    { text: panels.uploads, icon: FileUp, run: opens('uploads') },
    ...rescue.items.value,
  ];
}
