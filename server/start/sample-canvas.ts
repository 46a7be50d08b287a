import { randomUUID } from 'node:crypto';
import type { Body } from '../../model/field.ts';
import type { Work, Writer } from '../../model/hooks.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { GUEST, User } from '../../model/resources/user.ts';
import { Anchor } from '../../model/widgets/anchor.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { Connector } from '../../model/widgets/connector.ts';
import { Note } from '../../model/widgets/note.ts';
import { Table } from '../../model/widgets/table.ts';
import { createRecord } from '../../model/writing.ts';
import type { Access } from '../access/access.ts';
import { NOT_NARROWED } from '../access/narrowing.ts';
import { createCanvas } from '../canvases/create.ts';
import type { Store } from '../store/store.ts';

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
      const place = { id, name: 'Welcome to Easel', folder_id: '', size: { width: 9600, height: 5400 } };
      tx.directory.update(Canvas, { ...createCanvas(tx, rights, place), link_permission: 'view' });
      yield* fill(tx.scope(id));
    },
  });
  return id;
}

function* fill(writer: Writer): Work {
  const make = (definition: AnyWidget, body: Body): Work<string> => createRecord(definition, body, writer);
  const watch = yield* make(Note, {
    title: 'Watch',
    text: 'Every GET can become a live stream: add ?subscribe to its address.',
    location: { x: 1200, y: 900 },
    size: { width: 600, height: 400 },
    background_color: '#fef3c7ff',
  });
  const change = yield* make(Note, {
    title: 'Change',
    text: 'PATCH this note and see the stream tell it.',
    location: { x: 2400, y: 900 },
    size: { width: 600, height: 400 },
    background_color: '#dbeafeff',
  });
  yield* make(Connector, { src: { id: change }, dst: { id: watch } });
  yield* make(Table, { title: 'Ideas', grid_size: { columns: 3, rows: 2 }, location: { x: 1200, y: 1600 } });
  yield* make(Anchor, { anchor_name: 'Start here', location: { x: 1000, y: 700 }, size: { width: 2400, height: 1700 } });
}
