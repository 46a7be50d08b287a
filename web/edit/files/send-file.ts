import { rest } from '../../session/rest.ts';

export interface FileToSend {
  /** The collection, below the address of the interface. */
  readonly path: string;
  /** The widget that is made has it. */
  readonly id: string;
  /** The part `json` (interface/widgets 5.1). */
  readonly fields: object;
  readonly file: File;
  /** @param share of the bytes that have left, from 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** `status` 0: no answer came. `body`: the JSON of the answer; undefined: it is none. */
export interface FileAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface FileSending {
  readonly answer: Promise<FileAnswer>;
  abort(): void;
}

export type SendFile = (file: FileToSend) => FileSending;

/** Sends a file with its progress, which `fetch` does not tell. The answer never rejects; after `abort` its status is 0. */
export const sendFile: SendFile = ({ path, id, fields, file, onProgress }) => {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('json', JSON.stringify(fields));
  form.append('data', file, file.name);
  const answer = new Promise<FileAnswer>((resolve) => {
    request.addEventListener('loadend', () => resolve({ status: request.status, body: jsonOf(request.responseText) }));
  });
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  request.open('POST', rest.address(path));
  request.setRequestHeader('Easel-Id', id);
  request.send(form);
  return { answer, abort: () => request.abort() };
};

/** A proxy may answer with something other than JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
