import { Preview, previewWith } from '../../model/resources/preview.ts';
import type { Blobs } from '../assets/blobs.ts';
import type { Mipmaps } from '../assets/mipmaps.ts';
import type { Renderers } from '../assets/render/types.ts';
import type { Scheduler } from '../scheduler.ts';
import { type DurableView, SERVER, type Store } from '../store/store.ts';
import { describeCanvas } from './describe.ts';
import { withPaths } from './pictures.ts';

export interface DrawDeps {
  readonly store: Pick<Store, 'load' | 'pin' | 'submit'>;
  readonly blobs: Pick<Blobs, 'receive' | 'keep' | 'discard' | 'size'>;
  readonly renderers: Pick<Renderers, 'draw'>;
  readonly mipmaps: Mipmaps;
  readonly scheduler: Pick<Scheduler, 'run'>;
}

/** A picture with little detail takes some 50 KB, one of noise 4 MB. */
const MOST_BYTES = 16 * 1024 ** 2;

/**
 * Draws a canvas, unless its picture is already current. Returns the `modified_at` that the picture shows; rejects with the
 * 404 of a canvas that is gone, and with the error of a failed drawing.
 */
export async function drawPreview(deps: DrawDeps, canvas: string): Promise<string> {
  const view = await deps.store.load(canvas);
  const release = deps.store.pin(canvas);
  try {
    const shows = view.head.modified_at;
    if (!(await isShown(deps, view))) await keep(deps, canvas, shows, await png(deps, view));
    return shows;
  } finally {
    release();
  }
}

/** Checks the bytes, too, because a data folder may have been restored without them. */
async function isShown({ blobs }: DrawDeps, view: DurableView): Promise<boolean> {
  const preview = view.get(Preview, Preview.fields.id.initial());
  return preview?.shows === view.head.modified_at && (await blobs.size(preview.hash)) !== undefined;
}

/** The description shows a single moment, not earlier than the `modified_at` that was noted. */
async function png({ renderers, mipmaps, scheduler }: DrawDeps, view: DurableView): Promise<Buffer> {
  const requester = { by: `canvas ${view.scope}` };
  return renderers.draw(await withPaths(await scheduler.run(describeCanvas(view)), mipmaps, requester), requester);
}

/** The bytes are on disk before the record refers to them. */
async function keep({ blobs, store }: DrawDeps, canvas: string, shows: string, bytes: Buffer): Promise<void> {
  const received = await blobs.receive(once(bytes), MOST_BYTES);
  try {
    await blobs.keep(received);
    await store.submit({
      scopes: [canvas],
      author: SERVER,
      permit: () => undefined,
      run(tx) {
        const scope = tx.scope(canvas);
        const preview = previewWith(received.hash, shows);
        if (scope.get(Preview, preview.id)) scope.update(Preview, preview);
        else scope.insert(Preview, preview);
      },
    });
  } finally {
    await blobs.discard(received);
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void, void> {
  yield bytes;
}
