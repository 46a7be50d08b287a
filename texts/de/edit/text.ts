import type { EditTexts } from '../../edit.ts';

export const text: EditTexts['text'] = {
  textOf: (kind) => `Text von ${kind}`,
  titleOf: (kind) => `Titel von ${kind}`,
  nameOf: (kind) => `Name von ${kind}`,
  panel: 'Text',
  none: 'Wählen Sie etwas mit einem Text aus.',
  changed: 'Jemand anderes hat diesen Text geändert.',
  useMine: 'Meinen nehmen',
  keepTheirs: 'Den anderen behalten',
  keepBoth: 'Beide behalten',
  next: 'Tab',
  below: (mod) => `${mod} Enter`,
};
