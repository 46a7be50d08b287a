import type { RescueTexts } from '../../rescue.ts';

export const bin: RescueTexts['bin'] = {
  title: 'Kürzlich gelöscht',
  about: 'Was Sie in diesem Browser von diesem Canvas gelöscht haben, sieben Tage lang.',
  none: 'Sie haben in den letzten sieben Tagen in diesem Browser nichts von diesem Canvas gelöscht.',
  many: (count) => `${count} Elemente`,
  putBack: 'Zurückholen',
  left: (count) =>
    count === 1
      ? 'Ein Element konnte nicht zurückkommen: Worauf es lag oder wohin es führte, ist weg.'
      : `${count} Elemente konnten nicht zurückkommen: Worauf sie lagen oder wohin sie führten, ist weg.`,
};
