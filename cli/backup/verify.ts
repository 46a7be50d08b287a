import { ChainCheck, type ChainedRecord } from '../../server/store/audit/verify.ts';
import type { AuditMark } from '../../server/store/store.ts';
import type { Progress } from '../progress.ts';
import { linesIn, type Manifest, recordsIn, releasedIn, type ScopeLine } from './format.ts';
import { scopesOf } from './make.ts';
import { faultOf } from './readable.ts';
import { Damage, hashOfFile, type Repository } from './repository.ts';

/** How much of a repository is read: only names, a seventh of the objects and files that changes from day to day, or everything. */
export const depths = ['none', '1/7', 'all'] as const;
export type Depth = (typeof depths)[number];

export interface VerifyOptions {
  readonly repository: Repository;
  readonly manifests: readonly Manifest[];
  readonly depth: Depth;
  /** The number of the day, for `1/7`. */
  readonly day: number;
  readonly progress: Progress;
}

/** What is wrong, one line each: which canvas of which backup, and what with it. */
export type Finding = string;

export interface Verified {
  readonly findings: readonly Finding[];
  /** What was read. */
  readonly objects: number;
  readonly files: number;
}

/** Looks whether backups can be restored. Changes nothing. */
export async function verifyBackups(options: VerifyOptions): Promise<Verified> {
  const check = new Check(options);
  for (const manifest of options.manifests) await check.backup(manifest);
  return { findings: check.findings, objects: check.objects, files: check.files };
}

/** An object that was looked at. */
interface Seen {
  readonly fault?: string | undefined;
  /** The ordinals of the records in it; undefined: it was not read. */
  readonly ordinals?: readonly number[] | undefined;
}

/** A piece of the audit log that was looked at. */
interface AuditSeen {
  readonly fault: string | undefined;
  /** The last entry in it; undefined: the chain is not looked at. */
  readonly end: AuditMark | undefined;
}

class Check {
  readonly findings: Finding[] = [];
  objects = 0;
  files = 0;
  /** What backups share is looked at once. */
  readonly #objects = new Map<string, Promise<Seen>>();
  readonly #auditPieces = new Map<string, Promise<AuditSeen>>();
  readonly #names = new Map<string, Promise<ReadonlyMap<string, string>>>();
  /** The text says what is wrong. */
  readonly #files = new Map<string, Promise<string | undefined>>();

  constructor(private readonly options: VerifyOptions) {}

  async backup(manifest: Manifest): Promise<void> {
    const { repository, progress } = this.options;
    const find = (what: string): void => void this.findings.push(`backup ${manifest.id}: ${what}`);
    const lines = await scopesOf(repository, manifest).catch((cause) => {
      if (!(cause instanceof Damage)) throw cause;
      find(`${cause.message}; the list of its canvases cannot be read, so it cannot be restored`);
      return undefined;
    });
    if (!lines) return;
    const names = await this.#namesOf(lines);
    for (const [at, line] of lines.entries()) {
      progress.step(() => `looked at ${at} of ${lines.length} canvases of ${manifest.id}`);
      await this.#scope(manifest, line, (what) => find(`${wordFor(line, names)}: ${what}`));
    }
    this.#canvasesWithoutContent(lines, names, find);
    await this.#audit(manifest, find);
  }

  async #scope(manifest: Manifest, line: ScopeLine, find: (what: string) => void): Promise<void> {
    await this.#records(line, find);
    if (line.released !== null) {
      const { fault } = await this.#object(line.released, (text) => void releasedIn(text));
      if (fault !== undefined) find(fault);
    }
    if (line.files === null) return;
    const missing = new Set(manifest.missing.map(({ hash }) => hash));
    const { repository } = this.options;
    const text = await repository.read(line.files).catch((cause: Error) => void find(`the list of its files: ${cause.message}`));
    if (text === undefined || !manifest.files) return;
    for (const hash of linesIn(text)) {
      const fault = missing.has(hash) ? undefined : await this.#file(hash);
      if (fault !== undefined) find(fault);
    }
  }

  async #records({ records, count }: ScopeLine, find: (what: string) => void): Promise<void> {
    const ordinals = new Set<number>();
    let isWhole = true;
    for (const hash of records) {
      const seen = await this.#object(hash, ordinalsIn);
      if (seen.fault !== undefined) find(`1 of ${records.length} pieces: ${seen.fault}`);
      isWhole &&= seen.ordinals !== undefined;
      for (const ordinal of seen.ordinals ?? []) {
        if (ordinals.has(ordinal)) find(`two records have the place ${ordinal}`);
        ordinals.add(ordinal);
      }
    }
    if (isWhole && ordinals.size !== count) find(`it has ${ordinals.size} records, and should have ${count}`);
  }

  async #audit({ audit }: Manifest, find: (what: string) => void): Promise<void> {
    let end = audit.removed;
    for (const { hash, first, last } of audit.pieces) {
      const seen = await this.#auditPiece(hash, end);
      if (seen.fault !== undefined) return find(`the audit log, entries ${first} to ${last}: ${seen.fault}`);
      end = seen.end ?? end;
    }
  }

  /** What two backups have in common is read once: it fits behind the same entry in both. */
  #auditPiece(hash: string, before: AuditMark): Promise<AuditSeen> {
    const key = `${before.hash} ${hash}`;
    const known = this.#auditPieces.get(key) ?? this.#lookAtAudit(hash, before);
    this.#auditPieces.set(key, known);
    return known;
  }

  async #lookAtAudit(hash: string, before: AuditMark): Promise<AuditSeen> {
    const check = new ChainCheck(before);
    let wrong: string | undefined;
    const { fault } = await this.#lookAtObject(hash, (text) => {
      for (const line of linesIn(text)) {
        // A seventh of the pieces does not fit together
        if (this.options.depth === 'all') wrong ??= check.add(JSON.parse(line) as ChainedRecord);
        else JSON.parse(line);
      }
      return undefined;
    });
    return { fault: fault ?? wrong, end: this.options.depth === 'all' ? check.last : undefined };
  }

  #canvasesWithoutContent(lines: readonly ScopeLine[], names: ReadonlyMap<string, string>, find: (what: string) => void): void {
    const there = new Set(lines.map(({ id }) => id));
    for (const [id, name] of names) if (!there.has(id)) find(`canvas ${name} (${id}) has no content in it`);
  }

  /** The names of canvases, as far as they can be read. */
  async #namesOf(lines: readonly ScopeLine[]): Promise<ReadonlyMap<string, string>> {
    const pieces = lines.find(({ id }) => id === 'directory')?.records ?? [];
    const names = new Map<string, string>();
    for (const hash of pieces) {
      const known = this.#names.get(hash) ?? this.#namesIn(hash);
      this.#names.set(hash, known);
      for (const [id, name] of await known) names.set(id, name);
    }
    return names;
  }

  async #namesIn(hash: string): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    try {
      for (const { kind, shown } of recordsIn(await this.options.repository.read(hash))) {
        if (kind !== 'Canvas') continue;
        const { id, name } = JSON.parse(shown) as { readonly id: string; readonly name: string };
        names.set(id, name);
      }
    } catch (cause) {
      // A piece that is damaged is a finding by itself
      if (!(cause instanceof Damage || cause instanceof SyntaxError)) throw cause;
    }
    return names;
  }

  #object(hash: string, look: (text: string) => readonly number[] | undefined): Promise<Seen> {
    const known = this.#objects.get(hash) ?? this.#lookAtObject(hash, look);
    this.#objects.set(hash, known);
    return known;
  }

  async #lookAtObject(hash: string, look: (text: string) => readonly number[] | undefined): Promise<Seen> {
    const { repository } = this.options;
    if (!repository.has('objects', hash)) return { fault: `the object ${hash} is not there, or empty` };
    if (!this.#isRead(hash)) return {};
    this.objects++;
    try {
      return { ordinals: look(await repository.read(hash)) };
    } catch (cause) {
      return {
        fault: cause instanceof Damage ? cause.message : `the object ${hash} cannot be read: ${(cause as Error).message}`,
      };
    }
  }

  #file(hash: string): Promise<string | undefined> {
    const known = this.#files.get(hash) ?? this.#lookAtFile(hash);
    this.#files.set(hash, known);
    return known;
  }

  async #lookAtFile(hash: string): Promise<string | undefined> {
    const { repository } = this.options;
    if (!repository.has('files', hash)) return `the file ${hash} is not there, or empty`;
    if (!this.#isRead(hash)) return undefined;
    this.files++;
    const isWhole = (await hashOfFile(repository.pathOf('files', hash))) === hash;
    return isWhole ? undefined : `the file ${hash} is damaged: its content has another hash`;
  }

  #isRead(hash: string): boolean {
    const { depth, day } = this.options;
    return depth === 'all' || (depth === '1/7' && Number.parseInt(hash.slice(0, 8), 16) % 7 === day % 7);
  }
}

const wordFor = ({ id }: ScopeLine, names: ReadonlyMap<string, string>): string =>
  id === 'directory' ? 'accounts, folders and rights' : `canvas ${names.get(id) ?? 'without a name'} (${id})`;

/** The places of the records of a piece. Throws when one of them cannot be restored. */
function ordinalsIn(text: string): readonly number[] {
  return Array.from(recordsIn(text), (record) => {
    const fault = faultOf(record);
    if (fault !== undefined) throw new Error(`${record.key} ${fault}`);
    return record.ordinal;
  });
}
