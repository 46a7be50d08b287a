import type { Body } from '../../../model/field.ts';
import { clientOfScope } from '../../../model/resources/displays/client.ts';
import { VideoOutput } from '../../../model/resources/displays/video-output.ts';
import { VideoOutputAnchor } from '../../../model/widgets/video-output-anchor.ts';
import { type DurableView, recordOf, type Store, type Version } from '../../store/store.ts';

/** Which clients show anchors of which canvases: also of canvases that are open on them no more. */
export class ShownAnchors {
  /** Canvas to the outputs that show something of it, as client and index. */
  readonly #outputs = new Map<string, Map<string, string>>();

  constructor(store: Pick<Store, 'feed'>) {
    store.feed.follow(({ scope, changes }) => {
      const client = clientOfScope(scope);
      if (client === undefined) return;
      for (const { kind, key, before, after } of changes) {
        if (kind !== VideoOutput) continue;
        this.#remove(canvasOf(before), `${client} ${key}`);
        this.#add(canvasOf(after), `${client} ${key}`, client);
      }
    });
  }

  /** A client of another node, whose outputs were read from the database. */
  learn(client: string, view: DurableView): void {
    for (const version of view.list(VideoOutput.name).versions())
      this.#add(canvasOf(version), `${client} ${version.key}`, client);
  }

  clientsOf(canvas: string): Iterable<string> {
    return new Set(this.#outputs.get(canvas)?.values());
  }

  #remove(canvas: string, output: string): void {
    const outputs = this.#outputs.get(canvas);
    if (outputs?.delete(output) && outputs.size === 0) this.#outputs.delete(canvas);
  }

  #add(canvas: string, output: string, client: string): void {
    if (canvas !== '') this.#outputs.set(canvas, (this.#outputs.get(canvas) ?? new Map()).set(output, client));
  }
}

const canvasOf = (version: Version | undefined): string => (version ? (recordOf(version) as VideoOutput).canvas_id : '');

/** The canvases, among these, of the anchors that entries of outputs name. */
export function anchorsIn(
  store: Pick<Store, 'seen'>,
  outputs: readonly Body[],
  canvases: Iterable<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const sources = outputs.flatMap(({ source }) => (typeof source === 'string' ? source.toLowerCase() : []));
  for (const canvas of new Set(canvases)) {
    const view = store.seen(canvas);
    for (const source of sources) if (view?.version(source)?.kind === VideoOutputAnchor) found.set(source, canvas);
  }
  return found;
}
