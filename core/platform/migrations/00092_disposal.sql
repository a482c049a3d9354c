-- +goose Up
-- What was kept of a job is destroyed after its years: one person proposes with the list of what goes, another decides, and the
-- certificate comes after the deed. What has begun is done to its end.
CREATE TABLE disposal (
    id          uuid PRIMARY KEY,
    job_id      uuid NOT NULL REFERENCES archived_job,
    buyer_id    uuid NOT NULL,
    status      text NOT NULL CHECK (status IN ('proposed', 'approved', 'destroying', 'disposed', 'refused', 'stopped')),
    reason      text NOT NULL CHECK (reason <> ''),
    files       bigint NOT NULL,
    bids        bigint NOT NULL,
    letters     bigint NOT NULL,
    bytes       bigint NOT NULL,
    list_sum    bytea NOT NULL, -- SHA-256 of the list that was shown: who decides has seen the same
    proposed_by uuid NOT NULL REFERENCES account,
    proposed_at timestamptz NOT NULL,
    decided_by  uuid REFERENCES account,
    decided_at  timestamptz,
    said        text NOT NULL DEFAULT '', -- why it was refused, or what stopped it
    begun_at    timestamptz,
    emptied_at  timestamptz, -- keys and contents are out of the rows
    ended_at    timestamptz,
    certificate text,        -- signed
    list        text,        -- that the certificate names by its sum
    CHECK (decided_by <> proposed_by OR status IN ('refused', 'stopped')),
    CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
    CHECK (status NOT IN ('approved', 'destroying', 'disposed') OR decided_by IS NOT NULL),
    CHECK ((begun_at IS NOT NULL) = (status IN ('destroying', 'disposed'))),
    CHECK ((status = 'disposed') = (certificate IS NOT NULL) AND (certificate IS NULL) = (ended_at IS NULL) AND (certificate IS NULL) = (list IS NULL)),
    CHECK (ended_at IS NULL OR emptied_at IS NOT NULL)
);
CREATE UNIQUE INDEX disposal_one ON disposal (job_id) WHERE status NOT IN ('refused', 'stopped');
CREATE INDEX disposal_waits ON disposal (decided_at) WHERE status IN ('approved', 'destroying');

-- Every file that a disposal takes. Verify does not look for it any more, and finds it where it is still there.
CREATE TABLE disposed_object (
    object_id   uuid PRIMARY KEY, -- of a document or of a file of a bid
    disposal_id uuid NOT NULL REFERENCES disposal,
    buyer_id    uuid NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('bid', 'letter', 'paper')),
    store_name  text NOT NULL,    -- of its bytes, of which others may have the same
    size        bigint NOT NULL,
    sha256      bytea NOT NULL
);
CREATE INDEX disposed_object_disposal ON disposed_object (disposal_id, kind, object_id);
CREATE INDEX document_store_key ON document (store_key);
SELECT zabuni.keep('disposal', '{id}');
SELECT zabuni.keep('disposed_object', '{object_id}');
REVOKE DELETE ON disposal FROM zabuni_app, zabuni_opener;
REVOKE UPDATE, DELETE ON disposed_object FROM zabuni_app, zabuni_opener;

-- That keys and contents are out of the rows of a job is said by the same act that takes them out: one place for all tables, for nobody
-- else may empty what others wrote. It asks itself whether it was decided and has begun. What the log needs stays.
-- +goose StatementBegin
CREATE FUNCTION zabuni.dispose() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    the_job uuid := NEW.job_id;
    cats uuid[] := (SELECT array_agg(id) FROM category WHERE job_id = the_job);
    subs uuid[] := (SELECT array_agg(id) FROM submission WHERE category_id = ANY (cats));
    parts uuid[] := (SELECT array_agg(id) FROM participation WHERE category_id = ANY (cats));
    deals uuid[] := (SELECT array_agg(k.id) FROM contract k JOIN award a ON a.id = k.award_id WHERE a.job_id = the_job);
BEGIN
    IF NEW.status <> 'destroying' OR EXISTS (SELECT FROM archive_hold WHERE job_id = the_job AND released_at IS NULL) THEN
        RAISE EXCEPTION 'nobody has decided that this is destroyed, or somebody holds it' USING ERRCODE = 'ZB004';
    END IF;
    UPDATE category_key SET wrapped = '' WHERE category_id = ANY (cats) AND wrapped <> '';
    UPDATE participation SET draft_key = '' WHERE id = ANY (parts) AND draft_key <> '';
    UPDATE sealed_file SET wrapped = NULL WHERE submission_id = ANY (subs) AND wrapped IS NOT NULL;
    UPDATE opened_file SET file_key = '' WHERE submission_id = ANY (subs) AND file_key <> '';
    UPDATE sealed_envelope SET sealed = NULL WHERE submission_id = ANY (subs) AND sealed IS NOT NULL;
    DELETE FROM response WHERE participation_id = ANY (parts);
    DELETE FROM price_response WHERE participation_id = ANY (parts);
    DELETE FROM upload WHERE participation_id = ANY (parts);
    DELETE FROM opened_answer WHERE submission_id = ANY (subs);
    DELETE FROM opened_price WHERE submission_id = ANY (subs);
    UPDATE score SET comment = '' WHERE submission_id = ANY (subs) AND comment <> '';
    DELETE FROM letter_figure WHERE letter_id IN (SELECT id FROM letter WHERE category_id = ANY (cats));
    UPDATE letter SET subject = '', body = '', closing = '', footer = '', signature = '' WHERE category_id = ANY (cats);
    UPDATE reserve SET sealed = '' WHERE item_id IN (SELECT id FROM item WHERE category_id = ANY (cats)) AND sealed <> '';
    UPDATE contract_version SET body = '', content = '' WHERE contract_id = ANY (deals);
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER disposal_empties AFTER UPDATE OF emptied_at ON disposal FOR EACH ROW WHEN (OLD.emptied_at IS NULL AND NEW.emptied_at IS NOT NULL)
    EXECUTE FUNCTION zabuni.dispose();

-- +goose Down
DROP INDEX document_store_key;
DROP TABLE disposed_object, disposal;
DROP FUNCTION zabuni.dispose();
DELETE FROM kept WHERE name IN ('disposal', 'disposed_object');
DROP FUNCTION zabuni.kept_disposal(), zabuni.kept_disposal_changed(), zabuni.kept_disposal_gone(),
    zabuni.kept_disposed_object(), zabuni.kept_disposed_object_changed(), zabuni.kept_disposed_object_gone();
