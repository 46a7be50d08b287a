/**
 * What a commit does, as functions of the database: so it is one statement and one round trip, in a transaction of its own.
 * Locks are always taken in one order: first the names of scopes that may be made (by their hash), then the rows of scopes in
 * the order of `ids`, which every caller sorts the same way, then the mark of the audit log.
 */
export const commitFunctions = `
  -- Locks names that may have no row yet, until the transaction ends.
  CREATE FUNCTION lock_names(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE name bigint;
  BEGIN
    FOR name IN SELECT DISTINCT hashtextextended(current_schema() || '.' || id, 0) AS hash FROM unnest(ids) AS id ORDER BY hash
    LOOP PERFORM pg_advisory_xact_lock(name); END LOOP;
  END $$;

  -- Locks scopes until the transaction ends, those too that are not there.
  CREATE FUNCTION lock_scopes(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE one text;
  BEGIN
    PERFORM lock_names(ids);
    FOREACH one IN ARRAY ids LOOP PERFORM 1 FROM scopes WHERE id = one FOR UPDATE; END LOOP;
  END $$;

  -- Compares all scopes before it writes any. Moves those that are written and adds to the log. Null: the commit is lost, and
  -- nothing was written. Else the number of each scope; null for one that is not written, or dies before it was made.
  CREATE FUNCTION move_scopes(this_commit text, ids text[], revisions bigint[], compared boolean[], written boolean[],
    dies boolean[], heads text[], made_at timestamptz, log_bytes bytea, log_starts int[], log_lengths int[])
  RETURNS bigint[] LANGUAGE plpgsql AS $$
  DECLARE
    row_of record;
    nos bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(ids)]);
    now_at bigint[] := array_fill(0::bigint, ARRAY[cardinality(ids)]);
    number bigint;
    moved bigint;
  BEGIN
    IF 0 = ANY (revisions) THEN
      PERFORM lock_names(ARRAY(SELECT id FROM unnest(ids, revisions) AS one (id, revision) WHERE revision = 0));
    END IF;
    FOR n IN 1 .. cardinality(ids) LOOP
      SELECT no, revision, dead INTO row_of FROM scopes WHERE id = ids[n] FOR UPDATE;
      IF FOUND THEN
        IF row_of.dead OR (compared[n] AND row_of.revision <> revisions[n]) THEN RETURN NULL; END IF;
        nos[n] := row_of.no;
        now_at[n] := row_of.revision;
      ELSIF compared[n] AND revisions[n] <> 0 THEN RETURN NULL;
      END IF;
    END LOOP;
    IF EXISTS (SELECT FROM revoked WHERE commit_id = this_commit) THEN RETURN NULL; END IF;
    FOR n IN 1 .. cardinality(ids) LOOP
      IF NOT written[n] THEN nos[n] := NULL; CONTINUE; END IF;
      IF nos[n] IS NULL THEN
        CONTINUE WHEN dies[n];
        INSERT INTO scopes (id, revision, head, commit_id) VALUES (ids[n], 1, heads[n], this_commit) RETURNING no INTO number;
        nos[n] := number;
      ELSE
        UPDATE scopes SET revision = revision + 1, head = heads[n], dead = dies[n], commit_id = this_commit WHERE no = nos[n];
      END IF;
      CONTINUE WHEN made_at IS NULL;
      moved := now_at[n] + 1;
      INSERT INTO log (scope, revision, at, commit_id, commands) VALUES (nos[n], moved, made_at, this_commit,
        CASE WHEN log_lengths[n] > 0
             THEN convert_from(substring(log_bytes FROM log_starts[n] FOR log_lengths[n]), 'UTF8') END);
      IF moved % 100 = 0 THEN DELETE FROM log WHERE scope = nos[n] AND revision <= moved - 10000; END IF;
    END LOOP;
    RETURN nos;
  END $$;

  -- Writes rows of scopes, each named by its place in nos. Deletions come first.
  CREATE FUNCTION write_rows(nos bigint[], gone_of int[], gone_ordinals bigint[], put_of int[], put_ordinals bigint[],
    put_keys text[], put_kinds text[], put_versions int[], put_hidden text[], put_bytes bytea, put_starts int[],
    put_lengths int[], released_of int[], released_ordinals bigint[], file_of int[], file_ordinals bigint[], file_hashes text[])
  RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF cardinality(gone_of) > 0 THEN
      DELETE FROM records USING unnest(gone_of, gone_ordinals) AS gone (place, at)
      WHERE records.scope = nos[gone.place] AND records.ordinal = gone.at;
    END IF;
    IF cardinality(put_of) > 0 THEN
      INSERT INTO records (scope, ordinal, key, kind, version, shown, hidden)
      SELECT nos[place], at, name, sort, lifted, convert_from(substring(put_bytes FROM start FOR length), 'UTF8'), secret
      FROM unnest(put_of, put_ordinals, put_keys, put_kinds, put_versions, put_hidden, put_starts, put_lengths)
        AS put (place, at, name, sort, lifted, secret, start, length)
      WHERE nos[place] IS NOT NULL
      ON CONFLICT (scope, ordinal) DO UPDATE SET key = excluded.key, kind = excluded.kind, version = excluded.version,
        shown = excluded.shown, hidden = excluded.hidden;
    END IF;
    IF cardinality(released_of) > 0 THEN
      DELETE FROM assets USING unnest(released_of, released_ordinals) AS released (place, at)
      WHERE assets.scope = nos[released.place] AND assets.ordinal = released.at;
      INSERT INTO assets (scope, ordinal, hash)
      SELECT nos[place], at, file FROM unnest(file_of, file_ordinals, file_hashes) AS refers (place, at, file)
      WHERE nos[place] IS NOT NULL ON CONFLICT DO NOTHING;
    END IF;
  END $$;

  -- A whole commit. False: it is lost, and nothing was written.
  CREATE FUNCTION commit_batch(this_commit text, ids text[], revisions bigint[], compared boolean[], written boolean[],
    dies boolean[], heads text[], made_at timestamptz, log_bytes bytea, log_starts int[], log_lengths int[],
    gone_of int[], gone_ordinals bigint[], put_of int[], put_ordinals bigint[], put_keys text[], put_kinds text[],
    put_versions int[], put_hidden text[], put_bytes bytea, put_starts int[], put_lengths int[], released_of int[],
    released_ordinals bigint[], file_of int[], file_ordinals bigint[], file_hashes text[], entries text[])
  RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    nos bigint[];
  BEGIN
    nos := move_scopes(this_commit, ids, revisions, compared, written, dies, heads, made_at, log_bytes, log_starts, log_lengths);
    IF nos IS NULL THEN RETURN false; END IF;
    PERFORM write_rows(nos, gone_of, gone_ordinals, put_of, put_ordinals, put_keys, put_kinds, put_versions, put_hidden,
      put_bytes, put_starts, put_lengths, released_of, released_ordinals, file_of, file_ordinals, file_hashes);
    IF cardinality(entries) > 0 THEN PERFORM append_audit(entries); END IF;
    RETURN true;
  END $$;

  -- Was the commit made? If not, it never will be, although its statement may still be on its way. 'forgotten': it wrote the
  -- scope at this revision (0: not known), and the log does not reach back to it.
  CREATE FUNCTION look_up(this_commit text, ids text[], written text, base bigint) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE row_of record;
  BEGIN
    PERFORM lock_scopes(ids);
    IF EXISTS (SELECT FROM scopes WHERE id = ANY (ids) AND commit_id = this_commit)
      OR EXISTS (SELECT FROM log JOIN scopes ON no = scope WHERE id = ANY (ids) AND log.commit_id = this_commit)
    THEN RETURN 'made'; END IF;
    IF written IS NOT NULL THEN
      SELECT no, revision INTO row_of FROM scopes WHERE id = written;
      IF NOT FOUND THEN
        IF base > 0 THEN RETURN 'forgotten'; END IF;
      ELSIF row_of.revision > base AND NOT EXISTS (SELECT FROM log WHERE scope = row_of.no AND revision = base + 1)
      THEN RETURN 'forgotten'; END IF;
    END IF;
    INSERT INTO revoked (commit_id) VALUES (this_commit) ON CONFLICT DO NOTHING;
    RETURN 'revoked';
  END $$;`;
