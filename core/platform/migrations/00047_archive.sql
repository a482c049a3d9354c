-- +goose Up
-- A job about which everything is over, and until when it is kept (design/rulings.md 71).
CREATE TABLE archived_job (
    job_id      uuid PRIMARY KEY REFERENCES job,
    buyer_id    uuid NOT NULL,
    archived_at timestamptz NOT NULL,
    archived_by uuid REFERENCES account, -- null: by the calendar
    basis       text NOT NULL CHECK (basis IN ('closing', 'award', 'contract', 'cancelled')),
    basis_on    date NOT NULL,           -- the day from which it is kept, where the job is
    keep_until  date NOT NULL,
    CHECK (keep_until > basis_on)
);
CREATE INDEX archived_job_buyer ON archived_job (buyer_id, archived_at DESC, job_id DESC);

-- While somebody holds a job, nothing of it is disposed of, however old it is. Another person releases it.
CREATE TABLE archive_hold (
    id          uuid PRIMARY KEY,
    job_id      uuid NOT NULL REFERENCES archived_job,
    buyer_id    uuid NOT NULL,
    reason      text NOT NULL CHECK (reason <> ''),
    placed_by   uuid NOT NULL REFERENCES account,
    placed_at   timestamptz NOT NULL,
    released_by uuid REFERENCES account,
    released_at timestamptz,
    released_for text NOT NULL DEFAULT '',
    CHECK ((released_by IS NULL) = (released_at IS NULL)),
    CHECK ((released_by IS NULL) = (released_for = '')),
    CHECK (released_by <> placed_by)
);
CREATE UNIQUE INDEX archive_hold_one ON archive_hold (job_id) WHERE released_at IS NULL;
CREATE INDEX archive_hold_job ON archive_hold (job_id, placed_at DESC);
SELECT zabuni.keep('archived_job', '{job_id}');
SELECT zabuni.keep('archive_hold', '{id}');
REVOKE DELETE ON archived_job, archive_hold FROM zabuni_app, zabuni_opener;

-- +goose Down
DROP TABLE archive_hold, archived_job;
DELETE FROM kept WHERE name IN ('archived_job', 'archive_hold');
DROP FUNCTION zabuni.kept_archived_job(), zabuni.kept_archived_job_changed(), zabuni.kept_archived_job_gone(),
    zabuni.kept_archive_hold(), zabuni.kept_archive_hold_changed(), zabuni.kept_archive_hold_gone();
