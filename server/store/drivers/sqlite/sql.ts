/**
 * Records and log entries stand at a place: the number of their scope and, in the lower bits, their ordinal or revision. As
 * the integer key of a table with rowids it keeps a scope together in creation order, and a seek compares nothing but keys:
 * in a table without rowids it would read every large record that it passes, of whatever canvas.
 */
const ORDINAL_BITS = 35;
const ORDINALS = 2 ** ORDINAL_BITS;
const SCOPES = 2 ** (63 - ORDINAL_BITS);

/** The place as an SQL expression; `|` also makes integers of numbers that JavaScript binds as floating point. */
const place = (scope: string, ordinal: string): string => `((${scope} << ${ORDINAL_BITS}) | ${ordinal})`;
const ordinalOf = (column: string): string => `(${column} & ${ORDINALS - 1})`;
const inScope = (scope: string): string => `place > ${place(scope, '0')} AND place <= ${place(scope, String(ORDINALS - 1))}`;

/** Throws for a number that no place has: it would fall into another scope. */
export function refusePlace(scope: number, ordinal: number): void {
  if (scope >= SCOPES || ordinal >= ORDINALS || ordinal < 1) throw new Error(`no place ${ordinal} in scope ${scope}`);
}

/** `dead` of a scope in which the rows of a large commit are staged; 0: it lives, 1: it is dead. */
const STAGED = 2;

/** Parameters are numbered from 1 in the order in which they are named here. */
export const SQL = {
  scope: 'SELECT no, revision, dead FROM scopes WHERE id = ?',
  makeScope: 'INSERT INTO scopes (id, revision, head, dead, commit_id) VALUES (?, 1, ?, 0, ?) RETURNING no',
  moveScope: 'UPDATE scopes SET revision = revision + 1, head = ?, dead = ?, commit_id = ? WHERE no = ?',
  /** scope, ordinal, … */
  put: `INSERT INTO records (place, key, kind, version, shown, hidden) VALUES (${place('?1', '?2')}, ?3, ?4, ?5, ?6, ?7)
        ON CONFLICT (place) DO UPDATE SET
        key = excluded.key, kind = excluded.kind, version = excluded.version, shown = excluded.shown, hidden = excluded.hidden`,
  /** scope, ordinal */
  remove: `DELETE FROM records WHERE place = ${place('?1', '?2')}`,
  /** scope, revision, … */
  log: `INSERT INTO log (place, at, commit_id, commands) VALUES (${place('?1', '?2')}, ?3, ?4, ?5)`,
  /** scope, last revision */
  trimLog: `DELETE FROM log WHERE place > ${place('?1', '0')} AND place <= ${place('?1', '?2')}`,
  scopes: `SELECT id, revision, head, dead FROM scopes WHERE dead <> ${STAGED}`,
  row: 'SELECT no, id, revision, head, dead FROM scopes WHERE id = ?',
  /** scope, ordinal before, most rows: the ordinal of the last row, and how many bytes the rows hold. */
  portion: `SELECT ${ordinalOf('max(place)')} AS last, sum(bytes) AS bytes
            FROM (SELECT place, octet_length(shown) + ifnull(octet_length(hidden), 0) AS bytes
                  FROM records WHERE place > ${place('?1', '?2')} AND ${inScope('?1')} ORDER BY place LIMIT ?3)`,
  /** scope, ordinal before, last ordinal */
  rows: `SELECT json_group_array(json_array(key, kind, version, ${ordinalOf('place')}, octet_length(shown), hidden)) AS heads,
                CAST(group_concat(shown, '') AS BLOB) AS texts
         FROM (SELECT * FROM records WHERE place > ${place('?1', '?2')} AND place <= ${place('?1', '?3')} ORDER BY place)`,
  /** scope, ordinal before, last ordinal */
  removeRows: `DELETE FROM records WHERE place > ${place('?1', '?2')} AND place <= ${place('?1', '?3')}`,
  /** scope, revision */
  missed: `SELECT ${ordinalOf('place')} AS revision, commands FROM log
           WHERE place > ${place('?1', '?2')} AND ${inScope('?1')} ORDER BY place`,
  committed: 'SELECT 1 FROM scopes WHERE commit_id = ?1 UNION ALL SELECT 1 FROM log WHERE commit_id = ?1 LIMIT 1',
  release: 'DELETE FROM assets WHERE scope = ? AND ordinal = ?',
  refer: 'INSERT INTO assets (hash, scope, ordinal) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  referred: `SELECT DISTINCT hash FROM assets JOIN scopes ON no = scope
             WHERE (dead = 0 OR no IN (SELECT source FROM moves)) AND hash IN (SELECT value FROM json_each(?))`,
  /** hash, scope, time, what a new record needs */
  keepReleased: `INSERT INTO released_files (hash, scope, at, again) VALUES (?, ?, ?, ?)
                 ON CONFLICT (scope, hash) DO UPDATE SET at = excluded.at, again = excluded.again`,
  /** hashes as JSON, time before, id of the scope or null. Those of a large commit may still be on their way to their scope. */
  released: `SELECT hash, again FROM released_files
             JOIN scopes ON no = coalesce((SELECT target FROM moves WHERE source = released_files.scope), released_files.scope)
             WHERE dead = 0 AND at > ?2 AND (?3 IS NULL OR id = ?3) AND hash IN (SELECT value FROM json_each(?1)) ORDER BY at`,
  /** last time, most rows */
  forgetReleased: `DELETE FROM released_files WHERE (scope, hash) IN
                     (SELECT scope, hash FROM released_files WHERE at <= ? ORDER BY at LIMIT ?)`,
  dead: 'SELECT no FROM scopes WHERE dead = 1 ORDER BY no',
  /** scope, most rows */
  releaseAll:
    'DELETE FROM assets WHERE (hash, scope, ordinal) IN (SELECT hash, scope, ordinal FROM assets WHERE scope = ? LIMIT ?)',
  /** scope, most rows */
  dropReleased: `DELETE FROM released_files WHERE (scope, hash) IN (SELECT scope, hash FROM released_files WHERE scope = ? LIMIT ?)`,
  logged: `SELECT 1 FROM log WHERE ${inScope('?1')} LIMIT 1`,
  forget: 'DELETE FROM scopes WHERE no = ? AND dead = 1',
  sweepLog: 'DELETE FROM log WHERE at < ?',
  /** id */
  stage: `INSERT INTO scopes (id, revision, head, dead, commit_id) VALUES (?, 0, '{}', ${STAGED}, '') RETURNING no`,
  /** staged scope */
  unstage: `UPDATE scopes SET dead = 1 WHERE no = ? AND dead = ${STAGED}`,
  unstageAll: `UPDATE scopes SET dead = 1 WHERE dead = ${STAGED} AND no NOT IN (SELECT source FROM moves)`,
  /** id, head, commit, staged scope: it becomes the scope that the commit makes. */
  makeOfStaged: 'UPDATE scopes SET id = ?, revision = 1, head = ?, dead = 0, commit_id = ? WHERE no = ?',
  /** staged scope, scope */
  move: 'INSERT INTO moves (source, target) VALUES (?, ?)',
  moves: 'SELECT source, target, coalesce(dead, 1) AS dead FROM moves LEFT JOIN scopes ON no = target ORDER BY source',
  moved: 'DELETE FROM moves WHERE source = ?',
  forgetStaged: `DELETE FROM scopes WHERE no = ? AND dead = ${STAGED}`,
  /** from scope, ordinal before, last ordinal, to scope */
  moveDeletes: `DELETE FROM records WHERE place IN (
                  SELECT ${place('?4', ordinalOf('place'))} FROM records
                  WHERE place > ${place('?1', '?2')} AND place <= ${place('?1', '?3')} AND kind = '')`,
  movePuts: `INSERT INTO records (place, key, kind, version, shown, hidden)
             SELECT ${place('?4', ordinalOf('place'))}, key, kind, version, shown, hidden FROM records
             WHERE place > ${place('?1', '?2')} AND place <= ${place('?1', '?3')} AND kind <> ''
             ON CONFLICT (place) DO UPDATE SET key = excluded.key, kind = excluded.kind, version = excluded.version,
             shown = excluded.shown, hidden = excluded.hidden`,
  /** scope, most: the last of `most` ordinals that have references. */
  assetPortion: `SELECT max(ordinal) AS last
                 FROM (SELECT DISTINCT ordinal FROM assets WHERE scope = ? ORDER BY ordinal LIMIT ?)`,
  /** from scope, last ordinal, to scope */
  moveReleases: `DELETE FROM assets WHERE scope = ?3 AND ordinal IN (
                   SELECT ordinal FROM assets WHERE scope = ?1 AND ordinal <= ?2)`,
  moveReferences: `INSERT INTO assets (hash, scope, ordinal) SELECT hash, ?3, ordinal FROM assets
                   WHERE scope = ?1 AND ordinal <= ?2 AND hash <> '' ON CONFLICT DO NOTHING`,
  /** scope, most: the last of `most` hashes */
  releasedPortion: 'SELECT max(hash) AS last FROM (SELECT hash FROM released_files WHERE scope = ? ORDER BY hash LIMIT ?)',
  /** from scope, last hash, to scope */
  moveReleased: `INSERT INTO released_files (scope, hash, at, again) SELECT ?3, hash, at, again FROM released_files
                 WHERE scope = ?1 AND hash <= ?2 ON CONFLICT (scope, hash) DO UPDATE SET at = excluded.at, again = excluded.again`,
  /** scope, last hash */
  dropReleasedTo: 'DELETE FROM released_files WHERE scope = ?1 AND hash <= ?2',
  /** scope, last ordinal */
  releaseTo: 'DELETE FROM assets WHERE scope = ?1 AND ordinal <= ?2',
} as const;
