import { createHash } from 'node:crypto';
import type { ReleasedFile, Row } from '../../server/store/drivers/driver.ts';
import type { AuditMark } from '../../server/store/store.ts';

/** The version of the format that this program writes, and the newest that it reads (docs/backup-format.md). */
export const VERSION = 1;

/** The name of a backup: when it was begun, and four digits by chance. */
export const ID = /^\d{8}T\d{6}Z-[0-9a-f]{4}$/;

/** `repository.json`. */
export interface RepositoryHead {
  readonly format: 'easel-backup';
  readonly version: number;
  /** The server whose backups these are. */
  readonly server_id: string;
  readonly made_at: string;
  readonly encryption: null;
}

/** A part of the audit log. */
export interface AuditPiece {
  /** The first and the last id in it. */
  readonly first: number;
  readonly last: number;
  readonly hash: string;
}

/** A file that a record names and that is not in the backup. */
export interface MissingFile {
  readonly hash: string;
  /** `gone`: it was not there any more. `damaged`: its content had another hash. */
  readonly why: 'gone' | 'damaged';
}

/** `backups/<id>.json`: one finished backup. */
export interface Manifest {
  readonly id: string;
  readonly started_at: string;
  /** The moment whose state it holds. */
  readonly at: string;
  readonly finished_at: string;
  /** Version of the program. */
  readonly made_by: string;
  readonly server_id: string;
  /** The number of the tables, and the highest version of each kind of record. */
  readonly shape: { readonly tables: number; readonly kinds: Readonly<Record<string, number>> };
  /** Hashes of 256 pages of scopes, by the first byte of the SHA-256 of the id of a scope; null: none has that byte. */
  readonly scopes: readonly (string | null)[];
  readonly audit: { readonly removed: AuditMark; readonly pieces: readonly AuditPiece[] };
  /** Whether files were copied, too. False: they are in a place of their own, and only their names are here. */
  readonly files: boolean;
  readonly counts: {
    readonly scopes: number;
    readonly records: number;
    readonly files: number;
    readonly audit: number;
    /** Bytes that this backup added to the repository. */
    readonly new_bytes: number;
  };
  readonly missing: readonly MissingFile[];
  /** Settings that were not at their default; secrets are masked. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A line of a page of scopes. */
export interface ScopeLine {
  readonly id: string;
  readonly revision: number;
  readonly commit: string;
  readonly head: object;
  /** How many records its pieces hold. */
  readonly count: number;
  /** Hashes of the pieces, in the order of ordinals. */
  readonly records: readonly string[];
  /** Hash of the list of files that were given up and may come back; null: there are none. */
  readonly released: string | null;
  /** Hash of the sorted list of the hashes of all files that the scope names; null: it names none. */
  readonly files: string | null;
}

/** A record with the files that it names. */
export interface RecordLine extends Row {
  readonly files: readonly string[];
}

/** Ordinals of one piece: a changed note writes one. */
const ORDINALS = 1024;
/** Characters after which a piece is cut all the same. */
const PIECE = 4 * 1024 ** 2;

/** The texts of the pieces of these records, which come in the order of their ordinals. */
export function* piecesOf(records: Iterable<RecordLine>): Generator<string> {
  let lines: string[] = [];
  let length = 0;
  let number = -1;
  for (const record of records) {
    const own = Math.floor(record.ordinal / ORDINALS);
    if (lines.length > 0 && (own !== number || length >= PIECE)) {
      yield lines.join('');
      lines = [];
      length = 0;
    }
    number = own;
    const line = lineOf(record);
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) yield lines.join('');
}

const SHOWN = ',"shown":';

/** `shown` comes last and as it is stored, so that the bytes come back as they were. */
function lineOf({ ordinal, key, kind, version, files, hidden, shown }: RecordLine): string {
  return `${JSON.stringify({ ordinal, key, kind, version, files, hidden }).slice(0, -1)}${SHOWN}${shown}}\n`;
}

/** The records of a piece. Throws for a text that is none. */
export function* recordsIn(piece: string): Generator<RecordLine> {
  for (const line of linesIn(piece)) {
    // No string before it can hold this, because its quotes would be escaped
    const at = line.indexOf(SHOWN);
    if (at < 0 || !line.endsWith('}')) throw new SyntaxError('a line is no record');
    yield { ...JSON.parse(`${line.slice(0, at)}}`), shown: line.slice(at + SHOWN.length, -1) };
  }
}

export const linesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Values as lines of JSON. */
export const linesOf = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

export const scopesIn = (page: string): ScopeLine[] => linesIn(page).map((line) => JSON.parse(line) as ScopeLine);
export const releasedIn = (text: string): ReleasedFile[] => linesIn(text).map((line) => JSON.parse(line) as ReleasedFile);

/** The page on which a scope stands. */
export const pageOf = (id: string): number => createHash('sha256').update(id).digest()[0]!;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
