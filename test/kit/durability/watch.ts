import type { Caller } from '../client.ts';
import { GONE, type Ledger } from '../ledger.ts';
import type { StreamReader } from '../stream-reader.ts';
import { keyAndValue, type Shown } from './state.ts';

/** Four open streams: two of the content of a canvas, two of the directory, in both forms of lists. */
export interface Watch {
  readonly streams: ReadonlyMap<string, StreamReader>;
}

export async function watch(admin: Caller, canvases: readonly string[]): Promise<Watch> {
  const paths = [
    `/canvases/${canvases[0]}/widgets?changes=1`,
    `/canvases/${canvases[1]}/widgets`,
    '/canvases?changes=1',
    '/users',
  ];
  const readers = await Promise.all(paths.map((path) => admin.watch(path)));
  return { streams: new Map(paths.map((path, at) => [path, readers[at]!])) };
}

/**
 * Records everything that the streams had shown by the time the server was gone. Resolves with the newest `modified_at`
 * that was shown, by canvas.
 */
export async function enterShown({ streams }: Watch, ledger: Ledger): Promise<Map<string, string>> {
  const modified = new Map<string, string>();
  for (const [path, reader] of streams) {
    await reader.ended;
    for (const line of reader.unread) {
      if (line !== '') for (const record of JSON.parse(line)) enter(path, record, ledger, modified);
    }
  }
  return modified;
}

function enter(path: string, record: Shown, ledger: Ledger, modified: Map<string, string>): void {
  const known = keyAndValue(record);
  if (known) ledger.show(path, known[0], record.state === 'deleted' ? GONE : known[1]);
  if ('modified_at' in record && record.modified_at > (modified.get(record.id) ?? '')) {
    modified.set(record.id, record.modified_at);
  }
}
