import type { PanelTexts } from '../../panels.ts';

export const clip: PanelTexts['clip'] = {
  copied: (count) => `Kopiert, ${things(count)}`,
  pressKeys: (keys) => `Dieser Browser fügt nur über Tasten ein. Drücken Sie ${keys}.`,
  filesMissing: (count) =>
    count === 1
      ? 'Eine Datei konnte nicht mitkommen: Es gibt sie nur auf ihrem eigenen Canvas.'
      : `${count.toLocaleString('de')} Dateien konnten nicht mitkommen: Es gibt sie nur auf ihrem eigenen Canvas.`,
  tooMuch: (most) => `Auf einmal lassen sich höchstens ${most.toLocaleString('de')} Elemente einfügen.`,
  brought: (count, unknown) =>
    `${things(count)} eingefügt, ${unknown.toLocaleString('de')} nicht: Dafür gibt es hier nichts Entsprechendes.`,
  cellsCut: 'Eine Tabelle hat höchstens 100 Spalten und Zeilen: Die ersten wurden eingefügt.',
};

const things = (count: number): string => (count === 1 ? '1 Element' : `${count.toLocaleString('de')} Elemente`);
