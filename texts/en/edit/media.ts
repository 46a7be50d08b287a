/** Videos, documents and images. */
export const media = {
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  back: (seconds: number) => `Back ${seconds} seconds`,
  forward: (seconds: number) => `Forward ${seconds} seconds`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  page: (page: number, pages: number | undefined) => (pages === undefined ? `Page ${page}` : `Page ${page} of ${pages}`),
  openOriginal: 'Open the original',
  replace: 'Replace…',
};
