/** `$1, $2, …` */
const marks = (count: number): string => Array.from({ length: count }, (_, at) => `$${at + 1}`).join(', ');

/** Each has a name, so that a connection prepares it once. Columns are read by their place. */
export const SQL = {
  commit: { name: 'commit', text: `SELECT commit_batch(${marks(28)})` },
  move: { name: 'move', text: `SELECT move_scopes(${marks(11)})` },
  write: { name: 'write', text: `SELECT write_rows(${marks(17)})` },
  lock: { name: 'lock', text: 'SELECT lock_scopes($1)' },
  /** commit, scopes, one that it wrote, revision on which it was made */
  lookUp: { name: 'look_up', text: 'SELECT look_up($1, $2, $3, $4)' },
  /** number before, most rows */
  scopes: {
    name: 'scopes',
    text: 'SELECT no, id, revision, head, dead FROM scopes WHERE no > $1 ORDER BY no LIMIT $2',
  },
  revisions: { name: 'revisions', text: 'SELECT id, revision FROM scopes WHERE id = ANY ($1)' },
  row: { name: 'row', text: 'SELECT no, id, revision, head, dead FROM scopes WHERE id = $1' },
  /** scope, ordinal before, most rows, most bytes: at least one row, if there is one. */
  rows: {
    name: 'rows',
    text: `SELECT key, kind, version, ordinal, shown, hidden FROM (
             SELECT *, row_number() OVER w AS place, sum(octet_length(shown) + coalesce(octet_length(hidden), 0)) OVER w AS bytes
             FROM records WHERE scope = $1 AND ordinal > $2
             WINDOW w AS (ORDER BY ordinal ROWS UNBOUNDED PRECEDING) ORDER BY ordinal LIMIT $3) AS portion
           WHERE place = 1 OR bytes <= $4 ORDER BY ordinal`,
  },
  /** scope, revision, most bytes: one snapshot of the scope and of its log. */
  missed: {
    name: 'missed',
    text: `SELECT no, id, scopes.revision, head, dead, log.revision,
                  CASE WHEN sum(octet_length(commands)) OVER () <= $3 THEN commands END
           FROM scopes LEFT JOIN log ON scope = no AND log.revision > $2 WHERE id = $1 ORDER BY log.revision`,
  },
  referred: {
    name: 'referred',
    text: 'SELECT DISTINCT hash FROM assets JOIN scopes ON no = scope WHERE NOT dead AND hash = ANY ($1)',
  },
  /** scope, hashes, times, what a new record needs */
  keepReleased: {
    name: 'keep_released',
    text: `INSERT INTO released_files (scope, hash, at, again)
           SELECT $1, hash, at, again FROM unnest($2::text[], $3::bigint[], $4::text[]) AS one (hash, at, again)
           ON CONFLICT (scope, hash) DO UPDATE SET at = excluded.at, again = excluded.again`,
  },
  /** hashes, time before, id of the scope or null */
  released: {
    name: 'released',
    text: `SELECT hash, again FROM released_files JOIN scopes ON no = scope
           WHERE NOT dead AND at > $2 AND ($3::text IS NULL OR id = $3) AND hash = ANY ($1) ORDER BY at`,
  },
  /** last time, most rows */
  forgetReleased: {
    name: 'forget_released',
    text: `DELETE FROM released_files WHERE (scope, hash) IN (
             SELECT scope, hash FROM released_files WHERE at <= $1 ORDER BY at LIMIT $2)`,
  },
  /** One node at a time, for as long as its connection lasts. */
  sweepAlone: { text: `SELECT pg_try_advisory_lock(hashtextextended('easel sweep of ' || current_schema(), 0))` },
  sweptAlone: { text: `SELECT pg_advisory_unlock(hashtextextended('easel sweep of ' || current_schema(), 0))` },
  /** number before, most scopes */
  dead: { name: 'dead', text: 'SELECT no FROM scopes WHERE dead AND no > $1 ORDER BY no LIMIT $2' },
  /** scopes, most rows */
  removeRows: {
    name: 'remove_rows',
    text: `DELETE FROM records WHERE (scope, ordinal) IN (
             SELECT scope, ordinal FROM records WHERE scope = ANY ($1) ORDER BY scope, ordinal LIMIT $2)`,
  },
  releaseRows: {
    name: 'release_rows',
    text: `DELETE FROM assets WHERE (scope, ordinal, hash) IN (
             SELECT scope, ordinal, hash FROM assets WHERE scope = ANY ($1) ORDER BY scope, ordinal, hash LIMIT $2)`,
  },
  /** scopes, most rows */
  dropReleased: {
    name: 'drop_released',
    text: `DELETE FROM released_files WHERE (scope, hash) IN (
             SELECT scope, hash FROM released_files WHERE scope = ANY ($1) ORDER BY scope, hash LIMIT $2)`,
  },
  /** Scopes that still have rows stay, and those of which a node can ask the log how they died. */
  forget: {
    name: 'forget',
    text: `DELETE FROM scopes WHERE no = ANY ($1) AND dead AND NOT EXISTS (SELECT FROM log WHERE scope = no)
           AND NOT EXISTS (SELECT FROM records WHERE scope = no) AND NOT EXISTS (SELECT FROM assets WHERE scope = no)
           AND NOT EXISTS (SELECT FROM released_files WHERE scope = no)`,
  },
  /** time, most rows */
  sweepLog: {
    name: 'sweep_log',
    text: `DELETE FROM log WHERE (scope, revision) IN (SELECT scope, revision FROM log WHERE at < $1 ORDER BY at LIMIT $2)`,
  },
  sweepRevoked: { text: `DELETE FROM revoked WHERE at < clock_timestamp() - interval '1 day'` },
} as const;
