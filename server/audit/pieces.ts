import type { Work } from '../../model/hooks.ts';
import { jsonText } from '../../model/json.ts';
import { type Scheduler, STEPS } from '../scheduler.ts';
import type { AuditFilter, AuditLog, AuditQuestion, AuditReadOptions, AuditRecord } from '../store/store.ts';
import { csvHead, csvLine } from './csv.ts';

/** What reads entries piece by piece while they are sent. */
export interface PiecesDeps {
  readonly log: AuditLog;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly goOn: AuditReadOptions['goOn'];
}

/** A long page as JSON. */
export async function* pageInPieces(deps: PiecesDeps, question: AuditQuestion): AsyncGenerator<Buffer> {
  const release = deps.log.hold();
  try {
    yield* jsonPieces(deps, question);
  } finally {
    release();
  }
}

/** The file of interface/auth 10.4, with the entries that are there when its first piece is asked for. */
export async function* csvInPieces(deps: PiecesDeps, filter: AuditFilter): AsyncGenerator<Buffer> {
  const release = deps.log.hold();
  try {
    const { removed, newest } = await deps.log.ends();
    yield Buffer.from(csvHead);
    const all = { order: 'newest first', skip: 0, rows: Number.MAX_SAFE_INTEGER, counted: false } as const;
    yield* pieces(deps, { filter, ids: [removed.id, newest.id], ...all }, csvLine);
  } finally {
    release();
  }
}

async function* jsonPieces(deps: PiecesDeps, question: AuditQuestion): AsyncGenerator<Buffer> {
  let before = '[';
  for await (const piece of pieces(deps, question, (entry) => `,${jsonText(entry)}`)) {
    yield Buffer.concat([Buffer.from(before), piece.subarray(1)]);
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

async function* pieces(
  { log, scheduler, goOn }: PiecesDeps,
  question: AuditQuestion,
  textOf: (entry: AuditRecord) => string,
): AsyncGenerator<Buffer> {
  for await (const entries of log.portions(question, goOn)) yield await scheduler.run(written(entries, textOf));
}

function* written(entries: readonly AuditRecord[], textOf: (entry: AuditRecord) => string): Work<Buffer> {
  const texts: string[] = [];
  for (const entry of entries) {
    texts.push(textOf(entry));
    if (texts.length % STEPS === STEPS - 1) yield;
  }
  return Buffer.from(texts.join(''));
}
