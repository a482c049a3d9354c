-- +goose Up
-- What the operator has taken over from those who publish it: codes of the common procurement vocabulary, whole divisions at a time, and
-- the days on which countries rest, whole years at a time. A later file takes the place of what an earlier one said.
CREATE TABLE reference_list (
    name       text PRIMARY KEY CHECK (name IN ('cpv', 'holidays')),
    file       text NOT NULL,
    sha256     bytea NOT NULL,
    taken_by   uuid NOT NULL REFERENCES account,
    taken_at   timestamptz NOT NULL,
    version    int NOT NULL
);
CREATE TABLE classification (
    code   text PRIMARY KEY CHECK (code ~ '^[0-9]{8}$'),
    digit  text NOT NULL CHECK (digit ~ '^[0-9]$'),
    names  jsonb NOT NULL, -- by language
    folded text NOT NULL -- the names, as they are looked for
);
CREATE INDEX classification_folded ON classification USING gin (folded gin_trgm_ops);
CREATE TABLE holiday (
    country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
    day     date NOT NULL,
    name    text NOT NULL,
    PRIMARY KEY (country, day)
);

-- +goose Down
DROP TABLE holiday, classification, reference_list;
