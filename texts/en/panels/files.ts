/** Files that people put on a canvas. */
export const files = {
  none: 'No file was put on the canvas since this page was opened.',
  doneOf: (done: number, all: number) => `${done} of ${all} done`,
  goOn: 'You may go on working. Uploads go on while this page is open.',
  dropHere: (count: number) => (count === 1 ? 'Drop the file here' : `Drop ${count} files here`),
  begun: (count: number) => (count === 1 ? 'A file is being uploaded.' : `${count} files are being uploaded.`),
  waiting: 'waiting',
  storing: 'storing …',
  sharpening: 'sharpening',
  done: 'done',
  nameAndSize: (name: string, size: string) => `${name} · ${size}`,
  cancel: (name: string) => `Cancel the upload of ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  notArrived: (name: string) => `${name} did not arrive`,
  faults: {
    /** `called`: such as ZIP; may be empty. */
    type: (called: string) =>
      `${called === '' ? 'Files of this type' : `${called} files`} cannot be shown on a canvas. Pictures, videos and PDFs can.`,
    large: 'It is larger than this server takes.',
    room: 'The server has no room for it at the moment.',
    rights: 'You may not put files on this canvas.',
    network: (share: string) => `The network went away at ${share}.`,
    refused: 'The server did not take it.',
  },
};
