import { pathOf } from '../../audit/look.ts';
import type { AuditQuestion } from '../../audit/types.ts';

/** Columns of the table `audit` but for the hash, in its order. */
export const AUDIT_COLUMNS =
  'id, created_at, author_id, author_name, action, target_type, target_id, target_name, ip_address, details';

/**
 * The log with its hash chain (docs/audit.md). Ids are given by the chain, so that they have no gaps. The triggers keep
 * statements that nobody meant from changing it; whoever owns the file can drop them, and then the chain tells. `audit_removed`
 * holds the one mark up to which retention has removed entries: first it moves, to an entry that is there, and then the
 * entries up to it may go.
 */
export const auditTables = (audit: string): string => `
  CREATE TABLE ${audit} (
    id INTEGER PRIMARY KEY, created_at TEXT NOT NULL, author_id INTEGER, author_name TEXT NOT NULL,
    action TEXT NOT NULL, target_type TEXT NOT NULL, target_id TEXT, target_name TEXT NOT NULL,
    ip_address TEXT NOT NULL, details TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE audit_removed (
    one INTEGER PRIMARY KEY CHECK (one = 1), id INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;`;

export const auditGuards = `
  CREATE INDEX audit_by_time ON audit (created_at);
  CREATE INDEX audit_by_author ON audit (author_id, created_at);
  CREATE INDEX audit_by_target ON audit (target_id, created_at);
  CREATE INDEX audit_by_action ON audit (action COLLATE NOCASE, created_at);
  CREATE TRIGGER audit_is_appended BEFORE INSERT ON audit
    WHEN NEW.id IS NOT 1 + coalesce((SELECT max(id) FROM audit), (SELECT id FROM audit_removed))
    BEGIN SELECT RAISE(ABORT, 'audit entries are only added at the end'); END;
  CREATE TRIGGER audit_is_immutable BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'audit entries are immutable'); END;
  CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit WHEN OLD.id > (SELECT id FROM audit_removed)
    BEGIN SELECT RAISE(ABORT, 'audit entries are immutable'); END;
  CREATE TRIGGER audit_removed_is_an_entry BEFORE UPDATE ON audit_removed
    WHEN NEW.id <= OLD.id OR NOT EXISTS (SELECT 1 FROM audit WHERE id = NEW.id AND hash = NEW.hash)
    BEGIN SELECT RAISE(ABORT, 'audit entries are immutable'); END;
  CREATE TRIGGER audit_removed_is_kept BEFORE DELETE ON audit_removed
    BEGIN SELECT RAISE(ABORT, 'audit entries are immutable'); END;`;

/** Where the chain begins and ends. */
export const AUDIT = {
  append: 'INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  newest: 'SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1',
  removed: 'SELECT id, hash FROM audit_removed',
  /** id, number of entries behind it, created_at: the first that is not older. */
  notOlder: `SELECT id FROM audit NOT INDEXED WHERE id > ?1 AND id <= ?1 + ?2 AND created_at >= ?3 ORDER BY id LIMIT 1`,
  mark: 'SELECT id, hash FROM audit WHERE id <= ? ORDER BY id DESC LIMIT 1',
  /** last id, most: the last of `most` entries. */
  oldest: `SELECT id, hash FROM (SELECT id, hash FROM audit WHERE id <= ? ORDER BY id LIMIT ?) ORDER BY id DESC LIMIT 1`,
  remove: 'UPDATE audit_removed SET id = ?, hash = ?',
  delete: 'DELETE FROM audit WHERE id <= ?',
} as const;

/** The index of an entry's filter that leaves the fewest entries to look at. Each has `created_at` and then the id behind it. */
const paths = {
  target: { index: 'audit_by_target', fits: 'target_id = ?8 AND' },
  author: { index: 'audit_by_author', fits: 'author_id = ?7 AND' },
  action: { index: 'audit_by_action', fits: 'action = ?9 COLLATE NOCASE AND' },
  time: { index: 'audit_by_time', fits: '' },
} as const;

/** Statements for one stretch of the log. Parameters: see `parametersOf`. */
export interface SqliteAuditStatements {
  /** The last place of as many entries as ?14 says, and one more. */
  readonly reach: string;
  readonly count: string;
  readonly rows: string;
  readonly places: string;
}

/** Eight sets of statements answer every question, so that all of them stay prepared. */
export function auditStatements({ filter, order }: AuditQuestion): SqliteAuditStatements {
  const { index, fits } = paths[pathOf(filter)];
  const [beyond, within, direction] = order === 'newest first' ? ['<', '>=', 'DESC'] : ['>', '<=', 'ASC'];
  const stretch = `FROM audit INDEXED BY ${index}
    WHERE ${fits} (created_at, id) ${beyond} (?1, ?2) AND (created_at, id) ${within} (?3, ?4)`;
  const sorted = `ORDER BY created_at ${direction}, id ${direction} LIMIT ?13 OFFSET ?14`;
  const fitting = `${stretch} AND ${FITS}`;
  return {
    reach: `SELECT created_at, id ${stretch} ${sorted}`,
    count: `SELECT count(*) AS count ${fitting}`,
    rows: `SELECT ${AUDIT_COLUMNS} ${fitting} ${sorted}`,
    places: `SELECT created_at, id ${fitting} ${sorted}`,
  };
}

/** What is not asked is null. */
const FITS = `id > ?5 AND id <= ?6
  AND (?7 IS NULL OR author_id = ?7)
  AND (?8 IS NULL OR target_id = ?8)
  AND (?9 IS NULL OR action = ?9 COLLATE NOCASE)
  AND (?10 IS NULL OR replace(replace(lower(target_type), '_', ''), '-', '') = ?10)
  AND (?11 IS NULL OR action LIKE ?11 ESCAPE '\\' OR details LIKE ?11 ESCAPE '\\'
       OR author_name LIKE ?11 ESCAPE '\\' OR target_name LIKE ?11 ESCAPE '\\')
  AND (?12 IS NULL OR audit_holds(?12, action, details, author_name, target_name))`;

/** ?5 to ?12. LIKE ignores the case of the letters A to Z only, and is much faster than a function of our own. */
export function parametersOf({ filter, ids }: AuditQuestion): (string | number | null)[] {
  const { authorId = null, targetId = null, action = null, targetType = null, text } = filter;
  const isPlain = text !== undefined && /^[ -~]*$/.test(text);
  const like = isPlain ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null;
  return [...ids, authorId, targetId, action, targetType, like, isPlain ? null : (text ?? null)];
}
