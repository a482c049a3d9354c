-- +goose Up
-- What everybody may read of a job without an account: a list of what is open and awarded, and a release for each event that the
-- standard of open contracting knows. Jobs of before were published when there was no such list; their buyers may say otherwise.
ALTER TABLE job ADD COLUMN private boolean NOT NULL DEFAULT true;
ALTER TABLE job ALTER COLUMN private SET DEFAULT false;
SELECT zabuni.keep('job', '{id}', '{version}');

-- A job of which something is public, as its list and its search have it.
CREATE TABLE publication (
    job_id    uuid PRIMARY KEY REFERENCES job,
    buyer_id  uuid NOT NULL REFERENCES company,
    reference text NOT NULL,
    title     text NOT NULL,
    activity  text NOT NULL,
    status    text NOT NULL CHECK (status IN ('active', 'complete', 'unsuccessful', 'cancelled')),
    awarded   boolean NOT NULL,
    closes_at timestamptz NOT NULL, -- the last closing of its lots
    lots      int NOT NULL CHECK (lots > 0),
    words     text NOT NULL, -- what a search looks at
    releases  int NOT NULL CHECK (releases > 0),
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL
);
CREATE INDEX publication_list ON publication (first_at DESC, job_id DESC);
CREATE INDEX publication_words ON publication USING gin (words gin_trgm_ops);
CREATE INDEX publication_buyer ON publication (buyer_id, first_at DESC, job_id DESC);

-- How the public list calls where a tender stands.
CREATE FUNCTION zabuni.public_state(p publication, at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$SELECT CASE WHEN p.awarded THEN 'awarded' WHEN p.status <> 'active' THEN 'ended' WHEN p.closes_at > at THEN 'open' ELSE 'in_evaluation' END$$;

-- What was published, in the order in which it became readable: whoever has read up to a number misses nothing below it.
CREATE TABLE publication_release (
    sequence    bigint PRIMARY KEY,
    job_id      uuid NOT NULL REFERENCES publication,
    buyer_id    uuid NOT NULL REFERENCES company,
    number      int NOT NULL CHECK (number > 0), -- of its job
    tags        text[] NOT NULL CHECK (cardinality(tags) > 0),
    released_at timestamptz NOT NULL,
    body        text NOT NULL, -- JSON as it was sent, letter by letter
    UNIQUE (job_id, number)
);
REVOKE DELETE ON publication FROM zabuni_app, zabuni_opener;
REVOKE UPDATE, DELETE ON publication_release FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('publication', '{job_id}');
SELECT zabuni.keep('publication_release', '{sequence}');

-- +goose Down
DROP TABLE publication_release;
DROP FUNCTION zabuni.public_state(publication, timestamptz);
DROP TABLE publication;
DELETE FROM kept WHERE name IN ('publication', 'publication_release');
DROP FUNCTION zabuni.kept_publication(), zabuni.kept_publication_changed(), zabuni.kept_publication_gone(),
    zabuni.kept_publication_release(), zabuni.kept_publication_release_changed(), zabuni.kept_publication_release_gone();
DROP TRIGGER kept_job_changed ON job;
ALTER TABLE job DROP COLUMN private;
SELECT zabuni.keep('job', '{id}', '{version}');
