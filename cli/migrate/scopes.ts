import type { Row } from '../../server/store/drivers/driver.ts';
import type { Progress } from '../progress.ts';
import { contentOf } from './digest.ts';
import type { Source, SourceScope, StoredScope } from './source.ts';
import type { Target, TargetScope } from './target.ts';

/** Rows of one statement, and bytes of their texts; and rows after which a transaction ends when its scope does. */
const PART_ROWS = 500;
const PART_BYTES = 1024 ** 2;
const TRANSACTION_ROWS = 200;

/** Copies all scopes but those that are there already. A scope is there wholly or not at all. */
export async function copyScopes(source: Source, target: Target, progress: Progress): Promise<void> {
  const there = await target.scopes();
  const scopes = source.scopes();
  const missing = scopes.filter((scope) => !isSame(scope, there.get(scope.id)));
  if (missing.length < scopes.length)
    progress.tell(`${scopes.length - missing.length} of ${scopes.length} canvases are there already`);
  const copy = new Copy(source, target, progress, missing.length);
  await removeStale(scopes, there, target);
  for (const scope of missing) await copy.add(scope, there.get(scope.id));
  await copy.end();
}

/** Scopes that were deleted since an earlier, half-done migration. */
async function removeStale(
  scopes: readonly SourceScope[],
  there: ReadonlyMap<string, TargetScope>,
  target: Target,
): Promise<void> {
  const ids = new Set(scopes.map(({ id }) => id));
  for (const scope of there.values()) if (!ids.has(scope.id)) await target.removeScope(scope);
}

/** Compares all scopes by what they hold. Returns how many records there are. Throws when a scope differs. */
export async function compareScopes(source: Source, target: Target, progress: Progress): Promise<number> {
  const there = await target.scopes();
  const scopes = source.scopes();
  if (there.size !== scopes.length)
    throw new Error(`there are ${scopes.length} canvases here, and ${there.size} in ${target.name}`);
  let records = 0;
  for (const [at, scope] of scopes.entries()) {
    const other = there.get(scope.id);
    const here = await contentOf(scope, source.rows(scope), source.files(scope), source.released(scope));
    const copied = other && (await contentOf(other, target.rows(other), target.files(other), await target.released(other)));
    if (copied?.digest !== here.digest) throw new Error(differs(scope, here.records, copied?.records));
    records += here.records;
    progress.step(() => `compared ${at + 1} of ${scopes.length} canvases`);
  }
  return records;
}

const differs = ({ id }: StoredScope, here: number, there = 0): string =>
  `${id} is not the same on both sides (${here} records here, ${there} there): empty the new database and begin again`;

const isSame = (one: StoredScope, other: StoredScope | undefined): boolean =>
  other !== undefined &&
  one.revision === other.revision &&
  one.commit_id === other.commit_id &&
  one.head === other.head &&
  one.dead === other.dead;

/** Writes scopes in transactions of whole scopes. */
class Copy {
  #rows = 0;
  #scopes = 0;
  #uncommitted = 0;
  #isOpen = false;

  constructor(
    private readonly source: Source,
    private readonly target: Target,
    private readonly progress: Progress,
    private readonly total: number,
  ) {}

  async add(scope: SourceScope, stale: TargetScope | undefined): Promise<void> {
    await this.#begin();
    if (stale) await this.target.removeScope(stale);
    const no = await this.target.addScope(scope);
    for (const puts of partsOf(this.source.rows(scope))) await this.#write(puts.length, () => this.target.write(no, { puts }));
    for (const assets of listPartsOf(this.source.files(scope)))
      await this.#write(assets.length, () => this.target.write(no, { assets }));
    for (const released of listPartsOf(this.source.released(scope)))
      await this.#write(released.length, () => this.target.writeReleased(no, released));
    this.#scopes++;
    this.#uncommitted++;
    if (this.#uncommitted >= TRANSACTION_ROWS) await this.end();
  }

  async end(): Promise<void> {
    if (this.#isOpen) await this.target.query('COMMIT');
    this.#isOpen = false;
    this.#uncommitted = 0;
  }

  async #begin(): Promise<void> {
    if (!this.#isOpen) await this.target.query('BEGIN');
    this.#isOpen = true;
  }

  async #write(rows: number, write: () => Promise<void>): Promise<void> {
    this.progress.step(() => `copied ${this.#scopes} of ${this.total} canvases, ${this.#rows} records`);
    await write();
    this.#rows += rows;
    this.#uncommitted += rows;
  }
}

function* partsOf(rows: Iterable<Row>): Generator<Row[]> {
  let part: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    part.push(row);
    bytes += row.shown.length + (row.hidden?.length ?? 0);
    if (part.length < PART_ROWS && bytes < PART_BYTES) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}

function* listPartsOf<T>(files: Iterable<T>): Generator<T[]> {
  let part: T[] = [];
  for (const one of files) {
    part.push(one);
    if (part.length < PART_ROWS) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
