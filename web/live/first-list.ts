import { numberIn, refusedBy } from '../../client/rest.ts';
import { PORTION, Portions } from './portions.ts';

/** The part of `fetch` that is used. */
export type FetchList = (
  path: string,
  init: { readonly signal: AbortSignal },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  text(): Promise<string>;
}>;

export interface FirstListOptions<T> {
  readonly fetch: FetchList;
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called with the elements as they arrive. */
  readonly took: (elements: readonly T[]) => void;
  /** Lets the browser paint and hear its user between two portions. */
  readonly pause: () => Promise<void>;
}

/**
 * Takes a list of widgets by a GET, in portions, so that its first part is shown while the rest arrives. Resolves with the revision
 * from which its stream goes on, undefined where the server told none. Rejects with a Refusal, or when the connection breaks.
 */
export async function takeFirstList<T>(options: FirstListOptions<T>): Promise<number | undefined> {
  const answer = await options.fetch(options.path, { signal: options.signal });
  if (answer.status !== 200 || !answer.body) throw await refusedBy(answer);
  await readPortions(answer.body.getReader(), options);
  return numberIn(answer, 'easel-revision');
}

/** Widgets begin with their id, strokes with their type (interface/widgets 3). */
const BORDERS = ['},{"id":"', '},{"widget_type":"Annotation",'];

async function readPortions<T>(reader: ReadableStreamDefaultReader<Uint8Array>, options: FirstListOptions<T>): Promise<void> {
  const portions = new Portions<T>(BORDERS);
  const decoder = new TextDecoder();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const text = decoder.decode(next.value, { stream: true });
    // A fast network hands over megabytes at once
    for (let at = 0; at < text.length; at += PORTION) {
      const elements = portions.add(text.slice(at, at + PORTION));
      if (elements.length === 0) continue;
      options.took(elements);
      await options.pause();
    }
  }
  options.signal.throwIfAborted();
  options.took(portions.end());
}
