/** What looks say themselves, because the record has no words for it. A page hands in its reader's language. */
export interface Phrases {
  readonly noAddress: string;
  readonly noPage: string;
  readonly noFile: string;
  readonly waiting: string;
  readonly connecting: string;
  readonly connected: string;
  readonly noDisplay: string;
  readonly output: string;
}

export const english: Phrases = {
  noAddress: 'No address yet',
  noPage: 'No page yet',
  noFile: 'No file yet',
  waiting: 'Waiting for a display',
  connecting: 'A display is connecting',
  connected: 'Shown by a display',
  noDisplay: 'No display chosen',
  output: 'Video output',
};
