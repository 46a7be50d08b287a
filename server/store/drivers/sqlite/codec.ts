import type { Work } from '../../../../model/hooks.ts';
import { refuse } from '../../../../model/refusal.ts';
import { STEPS } from '../../../scheduler.ts';
import type { AuditEntry, Commit, Outcome, Row, ScopeCommit, ScopeRow } from '../driver.ts';
import type { Part } from '../parts.ts';
import { type PacketReader, PacketWriter } from './packet.ts';

/** How commits and rows are written into packets: each pair of functions is the two ends of one wire. */

/** Id of a scope to the number of the scope in which its rows are staged. */
export type StagedScopes = ReadonlyMap<string, number>;
const NONE: StagedScopes = new Map();

/** In slices: a commit may hold many rows. `at`: time of the commit, for the change log. */
export function* writeCommits(commits: readonly Commit[], at: string, staged = NONE): Work<PacketWriter> {
  const packet = new PacketWriter().text(at).number(commits.length);
  for (const commit of commits) {
    packet.text(commit.id).number(commit.scopes.length);
    for (const scope of commit.scopes) yield* writeScopeCommit(packet, scope, staged);
    packet.number(commit.audit.length);
    for (const [step, entry] of commit.audit.entries()) {
      writeAudit(packet, entry);
      if (step % STEPS === STEPS - 1) yield;
    }
  }
  return packet;
}

function writeAudit(packet: PacketWriter, { author, details, ...line }: AuditEntry): void {
  packet.text(JSON.stringify([line.created_at, author.id, author.name, line.action, line.target_type]));
  packet.text(JSON.stringify([line.target_id, line.target_name, author.ip]));
  packet.text(details ? JSON.stringify(details) : '');
}

/** Values of one row of the table `audit`, in the order of its columns, without id and hash. */
export type AuditValues = readonly (string | number | null)[];

export interface ReadCommit {
  readonly id: string;
  readonly scopes: readonly ReadScope[];
  readonly audit: readonly AuditValues[];
}

export interface ReadScope extends Omit<ScopeCommit, 'log' | 'head'> {
  readonly head: string;
  /** JSON text of the log's entry; null: too large, or no log is kept. */
  readonly log: string | null;
  /** The number of the scope in which its rows are staged; 0: they are all here. */
  readonly staged: number;
}

export function readCommits(packet: PacketReader): { at: string; commits: ReadCommit[] } {
  const at = packet.text()!;
  const commits = times(packet.number(), () => ({
    id: packet.text()!,
    scopes: times(packet.number(), () => readScopeCommit(packet)),
    audit: times(packet.number(), () => {
      const who = packet.text()!;
      const what = packet.text()!;
      const details = packet.text()!;
      return [...JSON.parse(who), ...JSON.parse(what), details] as AuditValues;
    }),
  }));
  return { at, commits };
}

function* writeScopeCommit(packet: PacketWriter, scope: ScopeCommit, staged: StagedScopes): Work {
  packet
    .text(scope.id)
    .number(scope.revision)
    .number(scope.compared ? 1 : 0)
    .number(scope.written ? 1 : 0)
    .number(scope.dead ? 1 : 0);
  packet.text(JSON.stringify(scope.head)).text(scope.log ? JSON.stringify(scope.log) : null);
  packet.number(staged.get(scope.id) ?? 0);
  yield* writePart(packet, scope);
}

export function* writePart(packet: PacketWriter, scope: Part): Work {
  packet.number(scope.puts.length);
  for (const [at, row] of scope.puts.entries()) {
    writeRow(packet, row);
    if (at % STEPS === STEPS - 1) yield;
  }
  packet.number(scope.deletes.length);
  for (const [at, ordinal] of scope.deletes.entries()) {
    packet.number(ordinal);
    if (at % STEPS === STEPS - 1) yield;
  }
  packet.number(scope.assets.length);
  for (const { ordinal, hashes } of scope.assets) packet.number(ordinal).text(hashes.join());
  packet.number(scope.released.length);
  for (const [step, { hash, at, again }] of scope.released.entries()) {
    packet.text(hash).number(at).text(again);
    if (step % STEPS === STEPS - 1) yield;
  }
}

function readScopeCommit(packet: PacketReader): ReadScope {
  return {
    id: packet.text()!,
    revision: packet.number(),
    compared: packet.number() === 1,
    written: packet.number() === 1,
    dead: packet.number() === 1,
    head: packet.text()!,
    log: packet.text(),
    staged: packet.number(),
    ...readPart(packet),
  };
}

export function readPart(packet: PacketReader): Part {
  return {
    puts: times(packet.number(), () => readRow(packet)),
    deletes: times(packet.number(), () => packet.number()),
    assets: times(packet.number(), () => ({ ordinal: packet.number(), hashes: hashesIn(packet.text()!) })),
    released: times(packet.number(), () => ({ hash: packet.text()!, at: packet.number(), again: packet.text()! })),
  };
}

const hashesIn = (text: string): string[] => (text === '' ? [] : text.split(','));

export function writeOutcome(packet: PacketWriter, outcome: Outcome): void {
  packet.text(outcome.is);
  if (outcome.is === 'failed') packet.text(messageOf(outcome.cause)).number(isFull(outcome.cause) ? 1 : 0);
}

/** SQLITE_FULL, and the error of a log index that finds no room: the transaction is rolled back. */
export function isFull(cause: unknown): boolean {
  const code = (cause as { errcode?: number } | undefined)?.errcode ?? 0;
  return (code & 0xff) === 13 || code === SHMSIZE || code === SHMMAP;
}

const SHMSIZE = 10 | (19 << 8);
const SHMMAP = 10 | (21 << 8);

export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

export function readOutcome(packet: PacketReader): Outcome {
  const is = packet.text() as Outcome['is'];
  if (is !== 'failed') return { is };
  const text = packet.text()!;
  const full = packet.number() === 1;
  return { is, cause: full ? refuse.unavailable('The disk of the server is full; nothing was changed') : new Error(text) };
}

function writeRow(packet: PacketWriter, row: Row): void {
  packet.text(row.key).text(row.kind).number(row.version).number(row.ordinal).text(row.shown).text(row.hidden);
}

function readRow(packet: PacketReader): Row {
  return {
    key: packet.text()!,
    kind: packet.text()!,
    version: packet.number(),
    ordinal: packet.number(),
    shown: packet.text()!,
    hidden: packet.text(),
  };
}

/** Many rows as the database gives them at once. */
export interface RowTexts {
  /** JSON text: of each row key, kind, version, ordinal, the bytes of its shown text, and its hidden text. */
  readonly heads: string;
  /** The shown texts one behind the other. */
  readonly texts: Uint8Array;
}

type RowHead = readonly [key: string, kind: string, version: number, ordinal: number, bytes: number, hidden: string | null];

export const writeRows = ({ heads, texts }: RowTexts): PacketWriter => new PacketWriter().text(heads).bytes(texts);

export function readRows(packet: PacketReader): Row[] {
  const heads = JSON.parse(packet.text()!) as RowHead[];
  return heads.map(([key, kind, version, ordinal, bytes, hidden]) => {
    return { key, kind, version, ordinal, shown: packet.textOf(bytes), hidden };
  });
}

export function writeScopeRow(packet: PacketWriter, row: ScopeRow): void {
  packet
    .text(row.id)
    .number(row.revision)
    .text(JSON.stringify(row.head))
    .number(row.dead ? 1 : 0);
}

export function readScopeRow(packet: PacketReader): ScopeRow {
  return { id: packet.text()!, revision: packet.number(), head: JSON.parse(packet.text()!), dead: packet.number() === 1 };
}

export function times<T>(count: number, make: () => T): T[] {
  const made: T[] = [];
  for (let at = 0; at < count; at++) made.push(make());
  return made;
}
