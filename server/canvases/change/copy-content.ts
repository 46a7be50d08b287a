import { randomUUID } from 'node:crypto';
import { type CopyPlan, copyOf } from '../../../model/copying.ts';
import type { Work } from '../../../model/hooks.ts';
import { type Canvas, snapshotNamed } from '../../../model/resources/canvas.ts';
import { recordOf, type Store, type Transaction } from '../../store/store.ts';
import { absent, type CanvasSource, readCanvas, type VersionParts } from './content.ts';
import type { UnseenScopes } from './unseen.ts';

/** A canvas whose content was copied, and which nobody sees yet. */
export interface CanvasCopy {
  /** The entry of the source, as it was read. */
  readonly entry: Canvas;
  /** The id of the copy, which is the name of the scope with its content. */
  readonly id: string;
  /** The scope with its saved state; `''` when it has none. */
  readonly saved: string;
  /** When the content was copied. */
  readonly created_at: string;
}

/** The scopes of a copy. */
export const scopesOf = ({ id, saved }: Pick<CanvasCopy, 'id' | 'saved'>): string[] => (saved === '' ? [id] : [id, saved]);

/**
 * Copies the content of canvases into unseen scopes, and returns each copy under the id of its source. It copies one canvas after the
 * other, each as it is in one turn, so that only one has to be in memory. It leaves out canvases that are deleted meanwhile.
 */
export async function copyContents(
  store: Pick<Store, 'directory' | 'load' | 'pin' | 'head'>,
  unseen: UnseenScopes,
  sources: readonly Canvas[],
): Promise<Map<string, CanvasCopy>> {
  const copies = new Map<string, CanvasCopy>();
  for (const { id } of sources) {
    const source = await readCanvas(store, id).catch(absent);
    if (source) copies.set(id, await fillCopy(store, unseen, source));
  }
  return copies;
}

async function fillCopy(
  store: Pick<Store, 'head'>,
  unseen: UnseenScopes,
  { entry, ...source }: CanvasSource,
): Promise<CanvasCopy> {
  const to = { id: randomUUID(), saved: entry.saved === '' ? '' : snapshotNamed(randomUUID()) };
  await unseen.fill(scopesOf(to), (tx) => insertContent(tx, to, source));
  return { ...to, entry, created_at: store.head(to.id)!.modified_at };
}

type Content = Pick<CanvasSource, 'content' | 'saved'>;

/** A record gets the same new id in the content and in the saved state, so that a restore finds what was saved. */
function* insertContent(tx: Transaction, to: Pick<CanvasCopy, 'id' | 'saved'>, { content, saved }: Content): Work {
  const ids = new Map<string, string>();
  for (const part of [...content, ...saved]) {
    for (const { key } of part) if (!ids.has(key)) ids.set(key, tx.newId());
    yield;
  }
  const copying = { to: (key: string) => ids.get(key) ?? key, clone: false, now: tx.now };
  yield* insertCopies(tx, to.id, content, copying);
  if (to.saved !== '') yield* insertCopies(tx, to.saved, saved, copying);
}

/** Copies keep their places in creation order, which are then the same in the content and in the saved state. */
function* insertCopies(tx: Transaction, scope: string, parts: VersionParts, copying: CopyPlan): Work {
  for (const version of parts.flat()) {
    tx.scope(scope).insert(version.kind, copyOf(version.kind, recordOf(version), copying), version.ordinal);
    yield;
  }
}
