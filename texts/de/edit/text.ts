import type { EditTexts } from '../../edit.ts';

export const text: EditTexts['text'] = {
  writtenBy: (name) => `${name} bearbeitet das gerade`,
  textOf: (kind) => `Text von ${kind}`,
  titleOf: (kind) => `Titel von ${kind}`,
  nameOf: (kind) => `Name von ${kind}`,
  panel: 'Text',
  none: 'Wählen Sie etwas mit einem Text aus.',
  changed: 'Jemand anderes hat diesen Text geändert.',
  useMine: 'Meinen nehmen',
  keepTheirs: 'Den anderen behalten',
  keepBoth: 'Beide behalten',
  tooLong: (most) => `Das ist zu lang: Ein Text hat höchstens ${most} Zeichen.`,
  next: 'Tab',
  below: (mod) => `${mod} Enter`,
};
