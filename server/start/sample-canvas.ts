import { randomUUID } from 'node:crypto';
import { FIRST_USER, User } from '../../model/resources/accounts/user.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import type { Access } from '../access/authorization/access.ts';
import { NOT_NARROWED } from '../access/narrowing.ts';
import type { Uploads } from '../assets/uploads.ts';
import { createCanvas } from '../canvases/change/create.ts';
import { type ChangeSet, DIRECTORY, recordOf, type Store, type Version } from '../store/store.ts';
import { drawSampleBoard, SAMPLE_SIZE } from './sample-board.ts';
import { withSampleFiles } from './sample-files.ts';

export interface SampleDeps {
  readonly store: Store;
  readonly access: Access;
  readonly uploads: Uploads;
  /** The setting of the operator. */
  readonly enabled: boolean;
  /** `https://host`, under which people reach the server. */
  readonly address: () => string;
  /** Nothing depends on the sample, so a failure is only told. */
  readonly failed: (cause: unknown) => void;
}

/**
 * Makes a canvas to look at when the first administrator signs in for the first time, however the server was started: that happens once in the
 * life of an installation, so what somebody deletes does not come back. Resolves what it returns when nothing is being made any more.
 * @param made called with the id of the canvas
 */
export function makeSampleAtFirstSignIn(deps: SampleDeps, made: (canvas: string) => void): () => Promise<void> {
  let making = Promise.resolve();
  deps.store.feed.follow((set) => {
    if (deps.enabled && isFirstSignIn(set))
      making = makeSampleCanvas(deps).then((canvas) => {
        if (canvas !== undefined) made(canvas);
      }, deps.failed);
  });
  return () => making;
}

const isFirstSignIn = ({ scope, changes }: ChangeSet): boolean =>
  scope === DIRECTORY &&
  changes.some(({ key, before, after }) => key === User.key(FIRST_USER) && lastLogin(before) === '' && lastLogin(after) !== '');

const lastLogin = (version: Version | undefined): string | undefined =>
  version && (recordOf(version) as unknown as User).last_login;

/**
 * In the home of the first administrator, shared by link. Every node of an installation tries; undefined where there is a canvas already,
 * unless it may stand beside others.
 */
export function makeSampleCanvas(
  { store, access, uploads, address }: SampleDeps,
  isBesideOthers = false,
): Promise<string | undefined> {
  const id = randomUUID();
  const isLate = (view: Pick<Store['directory'], 'all'>): boolean => !isBesideOthers && view.all(Canvas).length > 0;
  return withSampleFiles(uploads, async (files) => {
    const owner = store.directory.get(User, FIRST_USER);
    if (!owner || isLate(store.directory)) return undefined;
    const rights = { actor: { id: owner.id, credential: 'permanent' as const, narrowing: NOT_NARROWED }, access };
    return store.submit<string | undefined>({
      scopes: ['directory', id],
      fresh: [id],
      author: { id: owner.id, name: owner.name, ip: '' },
      permit: () => undefined,
      *run(tx) {
        if (isLate(tx.directory)) return undefined;
        const place = { id, name: 'Welcome to Easel', folder_id: '', size: SAMPLE_SIZE, isRenewed: false };
        tx.directory.update(Canvas, { ...createCanvas(tx, rights, place), link_permission: 'view' });
        yield* drawSampleBoard(tx.scope(id), files, `${address()}/live/${id}`);
        return id;
      },
    });
  });
}
