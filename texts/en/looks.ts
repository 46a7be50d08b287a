/** What looks say themselves, because the record has no words for it. A page hands in its reader's language. */
export const looks = {
  noAddress: 'No address yet',
  noPage: 'No page yet',
  noFile: 'No file yet',
  waiting: 'Waiting for a display',
  connecting: 'A display is connecting',
  connected: 'Shown by a display',
  noDisplay: 'No display chosen',
  output: 'Video output',
  /** The page number exceeds the pages of the document. */
  page: 'Page {page} of {pages}',
};
