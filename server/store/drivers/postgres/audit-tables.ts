import { NO_HASH } from '../../audit/chain.ts';

/**
 * The log with its hash chain (docs/audit.md). `audit_end` holds the mark of the newest entry: whoever adds entries locks its
 * row first and until the end of the transaction, so that ids have no gaps and each hash is made of the one before.
 * `audit_removed` holds the mark up to which retention has removed entries: first it moves, to an entry that is there, and then
 * the entries up to it may go. The triggers keep statements that nobody meant from changing the log; whoever owns the tables
 * can drop them, and then the chain tells.
 */
export const auditTables = `
  CREATE TABLE audit (
    id bigint PRIMARY KEY, created_at text COLLATE "C" NOT NULL, author_id bigint, author_name text NOT NULL, action text NOT NULL,
    target_type text NOT NULL, target_id text COLLATE "C", target_name text NOT NULL, ip_address text NOT NULL,
    details text NOT NULL, hash text NOT NULL);
  CREATE INDEX audit_by_time ON audit (created_at, id);
  CREATE INDEX audit_by_author ON audit (author_id, created_at, id);
  CREATE INDEX audit_by_target ON audit (target_id, created_at, id);
  CREATE INDEX audit_by_action ON audit (lower(action COLLATE "C"), created_at, id);
  CREATE TABLE audit_end (one int PRIMARY KEY DEFAULT 1 CHECK (one = 1), id bigint NOT NULL, hash text NOT NULL);
  CREATE TABLE audit_removed (one int PRIMARY KEY DEFAULT 1 CHECK (one = 1), id bigint NOT NULL, hash text NOT NULL);
  INSERT INTO audit_end (id, hash) VALUES (0, '${NO_HASH}');
  INSERT INTO audit_removed (id, hash) VALUES (0, '${NO_HASH}');

  -- Adds entries at the end, each given as audit-entries.ts writes it: the end of the text whose SHA-256 is its hash. Their
  -- values are read from the same text, so what is hashed is what is kept. Call it last: it locks the mark of the newest entry.
  CREATE FUNCTION append_audit(texts text[]) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    newest audit_end;
    one text;
    chained text;
    hashes text[] := '{}';
    at bigint;
  BEGIN
    IF cardinality(texts) = 0 THEN RETURN; END IF;
    SELECT * INTO newest FROM audit_end FOR UPDATE;
    at := newest.id;
    chained := newest.hash;
    FOREACH one IN ARRAY texts LOOP
      at := at + 1;
      chained := encode(sha256(convert_to('["' || chained || '",' || at || ',' || one, 'UTF8')), 'hex');
      hashes := hashes || chained;
    END LOOP;
    INSERT INTO audit
    SELECT newest.id + place, entry ->> 0, (entry ->> 1)::bigint, entry ->> 2, entry ->> 3, entry ->> 4, entry ->> 5, entry ->> 6,
           entry ->> 7, entry ->> 8, hash
    FROM unnest(texts, hashes) WITH ORDINALITY AS added (text, hash, place), LATERAL (SELECT ('[' || text)::jsonb AS entry) AS read
    ORDER BY place;
  END $$;

  -- Removes some of the oldest entries up to this one; true while there are more.
  CREATE FUNCTION remove_audit(up_to bigint, most int) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    removed bigint;
    mark record;
  BEGIN
    SELECT audit_removed.id INTO removed FROM audit_removed FOR UPDATE;
    SELECT oldest.id, oldest.hash INTO mark
    FROM (SELECT audit.id, audit.hash FROM audit WHERE audit.id > removed AND audit.id <= up_to ORDER BY audit.id LIMIT most) AS oldest
    ORDER BY oldest.id DESC LIMIT 1;
    IF NOT FOUND THEN RETURN false; END IF;
    UPDATE audit_removed SET id = mark.id, hash = mark.hash;
    DELETE FROM audit WHERE audit.id > removed AND audit.id <= mark.id;
    RETURN mark.id < up_to;
  END $$;

  CREATE FUNCTION audit_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'audit entries are immutable'; END $$;

  CREATE FUNCTION audit_is_behind() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.id <= (SELECT id FROM audit_end) THEN RAISE EXCEPTION 'audit entries are only added at the end'; END IF;
    RETURN NEW;
  END $$;

  CREATE FUNCTION audit_is_appended() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    newest bigint;
    last bigint;
  BEGIN
    SELECT id INTO newest FROM audit_end FOR UPDATE;
    SELECT max(id) INTO last FROM added;
    IF last IS NULL THEN RETURN NULL; END IF;
    IF (SELECT min(id) <> newest + 1 OR count(*) <> last - newest FROM added) THEN
      RAISE EXCEPTION 'audit entries are only added at the end';
    END IF;
    UPDATE audit_end SET id = last, hash = (SELECT hash FROM added WHERE id = last);
    RETURN NULL;
  END $$;

  CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM gone WHERE id > (SELECT id FROM audit_removed)) THEN
      RAISE EXCEPTION 'audit entries are immutable';
    END IF;
    RETURN NULL;
  END $$;

  CREATE FUNCTION audit_mark_is_an_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.id <= OLD.id OR NOT EXISTS (SELECT FROM audit WHERE id = NEW.id AND hash = NEW.hash) THEN
      RAISE EXCEPTION 'audit entries are immutable';
    END IF;
    RETURN NEW;
  END $$;

  CREATE TRIGGER audit_is_behind BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_is_behind();
  CREATE TRIGGER audit_is_appended AFTER INSERT ON audit REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_appended();
  CREATE TRIGGER audit_is_kept AFTER DELETE ON audit REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept();
  CREATE TRIGGER audit_is_immutable BEFORE UPDATE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_is_immutable();
  ${['audit_end', 'audit_removed']
    .map(
      (mark) => `
  CREATE TRIGGER ${mark}_is_an_entry BEFORE UPDATE ON ${mark} FOR EACH ROW EXECUTE FUNCTION audit_mark_is_an_entry();
  CREATE TRIGGER ${mark}_is_kept BEFORE INSERT OR DELETE OR TRUNCATE ON ${mark}
    FOR EACH STATEMENT EXECUTE FUNCTION audit_is_immutable();`,
    )
    .join('')}`;
