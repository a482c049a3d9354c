-- +goose Up
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE SCHEMA zabuni;

-- The platform's one clock. Test clusters replace the body with one that can be advanced.
-- +goose StatementBegin
CREATE FUNCTION zabuni.clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() $$;
-- +goose StatementEnd

CREATE TABLE outbox (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject    text NOT NULL,
    payload    jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT zabuni.clock()
);

CREATE TABLE inbox (
    consumer   text NOT NULL,
    message_id text NOT NULL,
    handled_at timestamptz NOT NULL DEFAULT zabuni.clock(),
    PRIMARY KEY (consumer, message_id)
);

CREATE TABLE parked_message (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    consumer   text NOT NULL,
    message_id text NOT NULL,
    subject    text NOT NULL,
    payload    bytea NOT NULL,
    error      text NOT NULL,
    parked_at  timestamptz NOT NULL DEFAULT zabuni.clock(),
    UNIQUE (consumer, message_id)
);

-- Append-only; sequence is the leaf index of the transparency log once the sequencer has logged it.
CREATE TABLE audit_entry (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL,
    actor_id   uuid NOT NULL,
    actor_name text NOT NULL,
    actor_type text NOT NULL,
    company_id uuid,          -- owner of the object: who may read the entry
    action     text NOT NULL, -- also the subject of the event
    object     text NOT NULL,
    object_id  uuid NOT NULL,
    detail     jsonb NOT NULL,
    leaf       bigint UNIQUE
);
CREATE INDEX audit_entry_company ON audit_entry (company_id, id DESC);
CREATE INDEX audit_entry_object ON audit_entry (object_id, id);
CREATE INDEX audit_entry_actor ON audit_entry (actor_id, id DESC);
CREATE INDEX audit_entry_unlogged ON audit_entry (id) WHERE leaf IS NULL;
-- +goose StatementBegin
CREATE FUNCTION zabuni.append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.leaf IS NULL AND NEW.leaf IS NOT NULL
       AND to_jsonb(OLD) - 'leaf' = to_jsonb(NEW) - 'leaf' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'audit entries are append-only';
END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
    FOR EACH ROW EXECUTE FUNCTION zabuni.append_only();

-- Hashes of the transparency log (x/mod/sumdb/tlog numbering) and its signed heads.
CREATE TABLE log_hash (
    position bigint PRIMARY KEY,
    hash     bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE TABLE log_checkpoint (
    size       bigint PRIMARY KEY,
    note       text NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE idempotency (
    actor_id   uuid NOT NULL,
    operation  text NOT NULL,
    key        text NOT NULL,
    input_hash bytea NOT NULL,
    response   jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (actor_id, operation, key)
);
CREATE INDEX idempotency_age ON idempotency (created_at);

-- Leaky buckets: level drains at one per `per`; a row that has drained is as good as absent.
CREATE TABLE rate_limit (
    bucket  text PRIMARY KEY,
    level   double precision NOT NULL,
    at      timestamptz NOT NULL,
    ends_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_end ON rate_limit (ends_at);

-- Counts one event against a bucket; answers 0, or the seconds to wait. A refused event is not counted.
-- +goose StatementBegin
CREATE FUNCTION zabuni.take(in_bucket text, burst float8, per float8) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    now_at  timestamptz := zabuni.clock();
    current float8;
BEGIN
    INSERT INTO rate_limit (bucket, level, at, ends_at) VALUES (in_bucket, 0, now_at, now_at) ON CONFLICT DO NOTHING;
    SELECT greatest(0, level - extract(epoch FROM now_at - at) / per) INTO current
    FROM rate_limit WHERE bucket = in_bucket FOR UPDATE;
    IF current + 1 > burst THEN
        RETURN (current + 1 - burst) * per;
    END IF;
    UPDATE rate_limit SET level = current + 1, at = now_at, ends_at = now_at + make_interval(secs => (current + 1) * per)
    WHERE bucket = in_bucket;
    RETURN 0;
END $$;
-- +goose StatementEnd

CREATE TABLE ticket (
    hash       bytea PRIMARY KEY,
    session_id uuid NOT NULL,
    actor_id   uuid NOT NULL,
    target     text NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);

-- A document version: bytes are stored under their key, once.
CREATE TABLE document (
    id         uuid PRIMARY KEY,
    company_id uuid NOT NULL,
    name       text NOT NULL,
    kind       text NOT NULL,
    media_type text NOT NULL,
    size       bigint NOT NULL CHECK (size >= 0),
    sha256     bytea NOT NULL,
    store_key  text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX document_company ON document (company_id, created_at DESC);

CREATE TABLE task (
    id          uuid PRIMARY KEY,
    kind        text NOT NULL,
    company_id  uuid NOT NULL,
    actor_id    uuid NOT NULL,
    title       text NOT NULL,
    status      text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'cancelled')),
    done        bigint NOT NULL DEFAULT 0,
    total       bigint NOT NULL DEFAULT 0,
    input       jsonb NOT NULL,
    error_code  text,
    result_id   uuid REFERENCES document,
    attempt     int NOT NULL DEFAULT 0,
    created_at  timestamptz NOT NULL,
    started_at  timestamptz,
    finished_at timestamptz
);
CREATE INDEX task_actor ON task (actor_id, created_at DESC);

-- +goose Down
DROP TABLE task, document, ticket, rate_limit, idempotency, log_checkpoint, log_hash, audit_entry, parked_message, inbox, outbox;
DROP SCHEMA zabuni CASCADE;
