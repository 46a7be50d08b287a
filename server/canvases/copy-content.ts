import { randomUUID } from 'node:crypto';
import { type Copying, copyOf } from '../../model/copying.ts';
import type { Work } from '../../model/hooks.ts';
import { type Canvas, snapshotNamed } from '../../model/resources/canvas.ts';
import { recordOf, type Store, type Transaction } from '../store/store.ts';
import { absent, type CanvasSource, readCanvas, type VersionParts } from './content.ts';
import type { UnseenScopes } from './unseen.ts';

/** The content of a canvas was copied, and nobody sees it yet. */
export interface CanvasCopy {
  /** Of the source, as it was read. */
  readonly entry: Canvas;
  /** Of the copy, and the name of the scope with its content. */
  readonly id: string;
  /** The scope with the copy of its saved state; `''`: it has none. */
  readonly saved: string;
  /** When the content was copied. */
  readonly created_at: string;
}

/** The scopes that belong to a copy. */
export const scopesOf = ({ id, saved }: Pick<CanvasCopy, 'id' | 'saved'>): string[] => (saved === '' ? [id] : [id, saved]);

/**
 * Copies the content of canvases into unseen scopes and gives the copies by the id of their source. Each is copied as it is in
 * one turn, one after the other, so that only one has to be in memory. A canvas that is deleted meanwhile is left out.
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

/** One new id for each record, the same in content and saved state, so that a restore finds what it saved. */
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

/** With their places in creation order, which then are the same in content and saved state. */
function* insertCopies(tx: Transaction, scope: string, parts: VersionParts, copying: Copying): Work {
  for (const version of parts.flat()) {
    tx.scope(scope).insert(version.kind, copyOf(version.kind, recordOf(version), copying), version.ordinal);
    yield;
  }
}
