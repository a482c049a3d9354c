-- +goose Up
-- An amendment of an award's contract names no award of its own: what is destroyed of a job has to find it by what it amends. What a
-- bidder answered about its price goes with its answers, and what was said while a contract was negotiated with its text.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION zabuni.dispose() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    the_job uuid := NEW.job_id;
    cats uuid[] := (SELECT array_agg(id) FROM category WHERE job_id = the_job);
    subs uuid[] := (SELECT array_agg(id) FROM submission WHERE category_id = ANY (cats));
    parts uuid[] := (SELECT array_agg(id) FROM participation WHERE category_id = ANY (cats));
    firsts uuid[] := (SELECT array_agg(k.id) FROM contract k JOIN award a ON a.id = k.award_id WHERE a.job_id = the_job);
    deals uuid[] := firsts || (SELECT array_agg(contract_id) FROM contract_amendment WHERE amends_id = ANY (firsts));
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
    UPDATE price_query SET answer = '' WHERE submission_id = ANY (subs) AND answer <> '';
    UPDATE score SET comment = '' WHERE submission_id = ANY (subs) AND comment <> '';
    DELETE FROM letter_figure WHERE letter_id IN (SELECT id FROM letter WHERE category_id = ANY (cats));
    UPDATE letter SET subject = '', body = '', closing = '', footer = '', signature = '' WHERE category_id = ANY (cats);
    UPDATE reserve SET sealed = '' WHERE item_id IN (SELECT id FROM item WHERE category_id = ANY (cats)) AND sealed <> '';
    UPDATE contract_version SET body = '', content = '' WHERE contract_id = ANY (deals);
    UPDATE contract_comment SET body = '' WHERE contract_id = ANY (deals) AND body <> '';
    UPDATE contract_note SET body = '' WHERE contract_id = ANY (deals) AND body <> '';
    RETURN NULL;
END $$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION zabuni.dispose() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
