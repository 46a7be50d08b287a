import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SourceScope } from '../migrate/source.ts';
import type { Progress } from '../progress.ts';
import {
  type AuditPiece,
  linesIn,
  linesOf,
  type Manifest,
  type MissingFile,
  pageOf,
  piecesOf,
  type RecordLine,
  type ScopeLine,
  scopesIn,
} from './format.ts';
import { Damage, type Repository } from './repository.ts';
import type { BackupSource, Reading } from './source.ts';

export interface MakingOptions {
  readonly source: BackupSource;
  /** Locked by the caller. */
  readonly repository: Repository;
  /** The folder of uploaded files; undefined: they are in a place of their own, and are not copied. */
  readonly assets: string | undefined;
  readonly progress: Progress;
  readonly now: () => Date;
  /** Name of the new backup. Default: one of its own. */
  readonly id: string | undefined;
  readonly madeBy: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Passes over what has changed before the state of the backup is held; the last one should have little left to read. */
const PASSES = 3;
const PAGES = 256;
/** Entries of one piece of the audit log. */
const ENTRIES = 4096;

/** Makes a backup. What an earlier one holds already is neither read nor written again. Rejects with one line for a person. */
export async function makeBackup(options: MakingOptions): Promise<Manifest> {
  const { source, repository, progress, now } = options;
  await repository.tidy();
  const started = now();
  const [before] = repository.readable().whole;
  const making = new Making(repository, progress, before ? await wholeScopesOf(repository, before) : []);
  for (let pass = 0; pass < PASSES; pass++) {
    const scopes = await source.hold(async (reading) => reading.scopes());
    const changed = scopes.filter((scope) => !making.has(scope));
    if (changed.length === 0) break;
    // Each by itself, so that the log of the database stays short
    for (const { id } of changed) await source.hold((reading) => making.addNow(reading, id));
  }
  const early = await source.hold((reading) => addAudit(repository, reading, before?.audit, progress));
  const held = await source.hold(async (reading) => {
    const at = now();
    const lines: ScopeLine[] = [];
    for (const scope of reading.scopes()) lines.push(await making.add(reading, scope));
    return { at, lines, audit: await addAudit(repository, reading, early, progress) };
  });
  const copied = await copyFiles(options, held.lines);
  const pages = await addPages(repository, held.lines);
  const manifest: Manifest = {
    id: options.id ?? `${timeIn(started)}-${randomBytes(2).toString('hex')}`,
    started_at: started.toISOString(),
    at: held.at.toISOString(),
    finished_at: now().toISOString(),
    made_by: options.madeBy,
    server_id: source.serverId,
    shape: source.shape,
    scopes: pages,
    audit: held.audit,
    files: options.assets !== undefined,
    counts: {
      scopes: held.lines.length,
      records: held.lines.reduce((sum, { count }) => sum + count, 0),
      files: copied.named,
      audit: held.audit.pieces.reduce((sum, { first, last }) => sum + last - first + 1, 0),
      new_bytes: repository.written,
    },
    missing: copied.missing,
    settings: options.settings,
  };
  await repository.finish(manifest);
  return manifest;
}

/** `20261123T021500Z`. */
const timeIn = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** All lines of a backup. */
export async function scopesOf(repository: Repository, { scopes }: Manifest): Promise<ScopeLine[]> {
  const lines: ScopeLine[] = [];
  for (const hash of scopes) if (hash !== null) lines.push(...scopesIn(await repository.read(hash)));
  return lines;
}

/**
 * The lines of an earlier backup of which everything is there: what somebody removed, because it was damaged, is read and written again. A
 * backup that cannot be read has none.
 */
async function wholeScopesOf(repository: Repository, before: Manifest): Promise<ScopeLine[]> {
  const lines = await scopesOf(repository, before).catch((cause) => {
    if (!(cause instanceof Damage)) throw cause;
    return [];
  });
  const isThere = (hash: string | null): boolean => hash === null || repository.has('objects', hash);
  return lines.filter(({ records, released, files }) => [...records, released, files].every(isThere));
}

/** The scopes that are in the repository, by the commit whose state they show. */
class Making {
  readonly #known: Map<string, ScopeLine>;
  #records = 0;

  constructor(
    private readonly repository: Repository,
    private readonly progress: Progress,
    known: readonly ScopeLine[],
  ) {
    this.#known = new Map(known.map((line) => [line.id, line]));
  }

  has({ id, commit_id, revision }: SourceScope): boolean {
    const known = this.#known.get(id);
    return known !== undefined && known.commit === commit_id && known.revision === revision;
  }

  /** The scope may be gone by now. */
  async addNow(reading: Reading, id: string): Promise<void> {
    const scope = reading.scope(id);
    if (scope) await this.add(reading, scope);
  }

  async add(reading: Reading, scope: SourceScope): Promise<ScopeLine> {
    if (this.has(scope)) return this.#known.get(scope.id)!;
    const { repository, progress } = this;
    const named = new Set<string>();
    let count = 0;
    const watched = function* (records: Iterable<RecordLine>): Generator<RecordLine> {
      for (const record of records) {
        count++;
        for (const hash of record.files) named.add(hash);
        yield record;
      }
    };
    const pieces: string[] = [];
    for (const piece of piecesOf(watched(reading.records(scope)))) {
      pieces.push(await repository.add(piece));
      progress.step(() => `read ${this.#records + count} records`);
    }
    const released = reading.released(scope);
    for (const { hash } of released) named.add(hash);
    this.#records += count;
    const line: ScopeLine = {
      id: scope.id,
      revision: scope.revision,
      commit: scope.commit_id,
      head: JSON.parse(scope.head) as object,
      count,
      records: pieces,
      released: released.length > 0 ? await repository.add(linesOf(released)) : null,
      files:
        named.size > 0
          ? await repository.add(
              [...named]
                .sort()
                .map((hash) => `${hash}\n`)
                .join(''),
            )
          : null,
    };
    this.#known.set(scope.id, line);
    return line;
  }
}

/** Pieces that an earlier backup has in full are not read again. */
async function addAudit(
  repository: Repository,
  { audit }: Reading,
  before: Manifest['audit'] | undefined,
  progress: Progress,
): Promise<Manifest['audit']> {
  const { removed, newest } = audit;
  const known = new Map(before?.removed.id === removed.id ? before.pieces.map((piece) => [piece.first, piece]) : []);
  const pieces: AuditPiece[] = [];
  for (let first = removed.id + 1; first <= newest.id; first = pieces.at(-1)!.last + 1) {
    const last = Math.min(newest.id, Math.ceil(first / ENTRIES) * ENTRIES);
    const there = known.get(first);
    progress.step(() => `read the audit log up to entry ${first} of ${newest.id}`);
    pieces.push(
      there?.last === last && repository.has('objects', there.hash)
        ? there
        : { first, last, hash: await repository.add(linesOf(audit.after(first - 1, last))) },
    );
  }
  return { removed, pieces };
}

interface CopiedFiles {
  readonly named: number;
  readonly missing: readonly MissingFile[];
}

/** A file that is gone is looked for once more at the end: it may have been stored again meanwhile. */
async function copyFiles({ repository, assets, progress }: MakingOptions, lines: readonly ScopeLine[]): Promise<CopiedFiles> {
  const named = new Set<string>();
  for (const { files } of lines) if (files !== null) for (const hash of linesIn(await repository.read(files))) named.add(hash);
  if (assets === undefined) return { named: named.size, missing: [] };
  const wanted = [...named].filter((hash) => !repository.has('files', hash));
  const missing = new Map<string, MissingFile['why']>();
  const copy = async (hash: string): Promise<void> => {
    const how = await repository.addFile(hash, join(assets, hash.slice(0, 2), hash));
    if (how === 'copied') missing.delete(hash);
    else missing.set(hash, how);
  };
  for (const [at, hash] of wanted.entries()) {
    progress.step(() => `copied ${at} of ${wanted.length} new files`);
    await copy(hash);
  }
  for (const hash of [...missing.keys()]) await copy(hash);
  return { named: named.size, missing: [...missing].map(([hash, why]) => ({ hash, why })) };
}

async function addPages(repository: Repository, lines: readonly ScopeLine[]): Promise<(string | null)[]> {
  const pages: ScopeLine[][] = Array.from({ length: PAGES }, () => []);
  for (const line of lines) pages[pageOf(line.id)]!.push(line);
  const hashes: (string | null)[] = [];
  for (const page of pages) {
    page.sort((a, b) => (a.id < b.id ? -1 : 1));
    hashes.push(page.length > 0 ? await repository.add(linesOf(page)) : null);
  }
  return hashes;
}
