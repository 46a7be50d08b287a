import { randomUUID } from 'node:crypto';
import { Canvas } from '../../model/resources/canvas.ts';
import { GUEST, User } from '../../model/resources/user.ts';
import type { Access } from '../access/access.ts';
import { NOT_NARROWED } from '../access/narrowing.ts';
import { createCanvas } from '../canvases/create.ts';
import type { Store } from '../store/store.ts';
import { drawSampleBoard, SAMPLE_SIZE } from './sample-board.ts';

/** True: nobody has ever signed in and there is no canvas, so the first visitor should find one to look at. */
export const wantsSampleCanvas = ({ directory }: Pick<Store, 'directory'>): boolean =>
  directory.all(User).every(({ last_login }) => last_login === '') && directory.all(Canvas).length === 0;

interface Deps {
  readonly store: Store;
  readonly access: Access;
}

/** Makes a canvas to look at, in the home of the first administrator, shared by link. Resolves with its id. */
export async function makeSampleCanvas({ store, access }: Deps): Promise<string> {
  const id = randomUUID();
  const owner = store.directory.all(User).find((user) => user.admin && user.id !== GUEST)!;
  const rights = { actor: { id: owner.id, credential: 'permanent' as const, narrowing: NOT_NARROWED }, access };
  await store.submit({
    scopes: ['directory', id],
    fresh: [id],
    author: { id: owner.id, name: owner.name, ip: '' },
    permit: () => undefined,
    *run(tx) {
      const place = { id, name: 'Welcome to Easel', folder_id: '', size: SAMPLE_SIZE };
      tx.directory.update(Canvas, { ...createCanvas(tx, rights, place), link_permission: 'view' });
      yield* drawSampleBoard(tx.scope(id));
    },
  });
  return id;
}
