import { pathOf } from '../../audit/look.ts';
import type { AuditQuestion } from '../../audit/types.ts';

/** Numbers, because the client reads the integers of the database as texts. */
const PLACE = 'created_at, id::float8 AS id';
const COLUMNS = `${PLACE}, author_id::float8 AS author_id, author_name, action, target_type, target_id, target_name, ip_address, details`;
/** Columns of an entry in the order of `COLUMNS`. */
export const ENTRY = COLUMNS.replace(/\S+ AS /g, '').split(', ');

export const AUDIT = {
  ends: {
    name: 'audit ends',
    text: `SELECT removed.id::float8, removed.hash, newest.id::float8, newest.hash FROM audit_removed AS removed, audit_end AS newest`,
  },
  /**
   * id, number of entries behind it, created_at: the last entry before the first that is not older, and whether there is such.
   */
  older: {
    name: 'audit older',
    text: `WITH kept AS (SELECT min(id) AS id FROM audit WHERE id > $1::bigint AND id <= $1::bigint + $2::int AND created_at >= $3)
           SELECT audit.id::float8, hash, kept.id IS NOT NULL FROM kept, audit
           WHERE audit.id > $1::bigint AND audit.id <= coalesce(kept.id - 1, $1::bigint + $2::int)
           ORDER BY audit.id DESC LIMIT 1`,
  },
  /** id, most */
  remove: { name: 'audit remove', text: 'SELECT remove_audit($1::bigint, $2::int)' },
} as const;

/**
 * The index of an entry's filter that leaves the fewest entries to look at. Its first column stands in the comparison of rows
 * and not alone, so that no other index fits, and a look never goes through more entries than it takes.
 */
const paths = {
  target: { column: 'target_id, ', value: '$8::text, ' },
  author: { column: 'author_id, ', value: '$7::bigint, ' },
  action: { column: 'lower(action COLLATE "C"), ', value: '$9::text, ' },
  time: { column: '', value: '' },
} as const;

/** A statement that stays prepared. */
export interface AuditStatement {
  readonly name: string;
  readonly text: string;
}

/** Statements for one stretch of the log. Parameters: the places between which it is, and then `parametersOf`. */
export interface PostgresAuditStatements {
  /** $12: most entries. The number of entries, the number that fits, and the last place if there are $12 entries. */
  readonly count: AuditStatement;
  /** $12, $13: most entries, fitting ones to pass over. */
  readonly places: AuditStatement;
  /** $12, $13 as of `places`, and how long all together are at the most; the one that is longer is the last. */
  readonly rows: AuditStatement;
}

/** Eight sets of statements answer every question. */
export function auditStatements({ filter, order }: AuditQuestion): PostgresAuditStatements {
  const path = pathOf(filter);
  const { column, value } = paths[path];
  const [beyond, within, direction, back] = order === 'newest first' ? ['<', '>=', 'DESC', 'ASC'] : ['>', '<=', 'ASC', 'DESC'];
  const stretch = `FROM audit WHERE (${column}created_at, id) ${beyond} (${value}$1::text COLLATE "C", $2::bigint)
    AND (${column}created_at, id) ${within} (${value}$3::text COLLATE "C", $4::bigint)`;
  const sorted = `ORDER BY ${column.replace(', ', ` ${direction}, `)}created_at ${direction}, id ${direction}`;
  const wanted = `${stretch} AND ${FITS} ${sorted} LIMIT $12::int OFFSET $13::int`;
  const named = (name: string, text: string): AuditStatement => ({ name: `audit ${name} ${path} ${direction}`, text });
  return {
    count: named(
      'count',
      `WITH stretch AS MATERIALIZED (SELECT created_at, id, ${FITS} AS fits ${stretch} ${sorted} LIMIT $12::int)
       SELECT looked.entries, looked.fitting, ${PLACE}
       FROM (SELECT count(*)::int AS entries, (count(*) FILTER (WHERE fits))::int AS fitting FROM stretch) AS looked
       LEFT JOIN LATERAL (SELECT created_at, id FROM stretch ORDER BY created_at ${back}, id ${back} LIMIT 1) AS last
       ON looked.entries = $12::int`,
    ),
    places: named('places', `SELECT ${PLACE} ${wanted}`),
    rows: named(
      'rows',
      `SELECT ${COLUMNS} FROM (
         SELECT *, sum(${LENGTH}) OVER (${sorted}) - ${LENGTH} AS before FROM (SELECT * ${wanted}) AS wanted) AS measured
       WHERE before < $14::bigint ${sorted}`,
    ),
  };
}

const LENGTH = '(200 + length(author_name) + length(target_name) + length(details))';

const plain = (column: string): string => `lower(${column} COLLATE "C") LIKE $11::text COLLATE "C"`;

/** What is not asked is null. In "C", `lower` knows the letters A to Z only, whatever the database was made with. */
const FITS = `(id > $5::bigint AND id <= $6::bigint
  AND ($7::bigint IS NULL OR author_id = $7)
  AND ($8::text IS NULL OR target_id = $8 COLLATE "C")
  AND ($9::text IS NULL OR lower(action COLLATE "C") = $9)
  AND ($10::text IS NULL OR replace(replace(lower(target_type COLLATE "C"), '_', ''), '-', '') = $10)
  AND ($11::text IS NULL OR ${['action', 'details', 'author_name', 'target_name'].map(plain).join(' OR ')}))`;

/** $5 to $11. */
export function parametersOf({ filter, ids }: AuditQuestion): (string | number | null)[] {
  const { authorId = null, targetId = null, action, targetType = null, text } = filter;
  return [
    ...ids,
    authorId,
    targetId,
    action?.replace(/[A-Z]/g, lower) ?? null,
    targetType,
    text === undefined ? null : like(text),
  ];
}

/** Printable ASCII is found by the database alone. For other texts the database finds entries that may fit: see `holds`. */
export const isExact = ({ text = '' }: AuditQuestion['filter']): boolean => /^[ -~]*$/.test(text);

/** The Kelvin sign and \u0130 become k and i in lower case; all other characters beyond ASCII stay beyond it. */
function like(text: string): string {
  const beyond = isExact({ text }) ? /$^/g : /[^ -~]+|[ki]/g;
  return `%${text
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replace(beyond, '%')}%`;
}

const lower = (letter: string): string => letter.toLowerCase();
