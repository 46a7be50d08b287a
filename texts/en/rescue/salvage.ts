/** What a person wrote or drew and could not be saved. */
export const salvage = {
  title: 'Kept for you',
  there: (texts: number, strokes: number) => `Kept for you: ${counted(texts, strokes)}`,
  ended: 'You can no longer edit this canvas.',
  show: 'Show',
  hide: 'Hide',
  textGone: 'Somebody else deleted this while you wrote. Your text is kept here.',
  textRefused: 'Your text could not be saved. It is kept here.',
  strokesRefused: (count: number): string =>
    count === 1 ? 'Your stroke could not be saved. It is kept here.' : 'Your strokes could not be saved. They are kept here.',
  yourText: 'Your text',
  strokes: (count: number): string => (count === 1 ? '1 stroke' : `${count} strokes`),
  putInNote: 'Put it in a new note',
  putBack: 'Put on the canvas',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  fileName: 'strokes',
  discard: 'Discard',
  discarded: 'Discarded',
};

function counted(texts: number, strokes: number): string {
  const words = [texts === 0 ? [] : texts === 1 ? '1 text' : `${texts} texts`, strokes === 0 ? [] : salvage.strokes(strokes)];
  return words.flat().join(' and ');
}
