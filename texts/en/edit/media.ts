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
  /** Between the buttons that turn pages. */
  pageOf: (page: number, pages: number | undefined) => (pages === undefined ? String(page) : `${page} of ${pages}`),
  position: 'Position',
  positionOf: (at: string, length: string) => `${at} of ${length}`,
  openOriginal: 'Open the original',
  replace: 'Replace…',
};
