-- +goose Up
ALTER TABLE company
    ADD COLUMN logo_id    uuid REFERENCES document,
    ADD COLUMN version    int NOT NULL DEFAULT 1, -- optimistic: an edit names the version it read
    ADD COLUMN updated_at timestamptz;

-- A version of a company's paper. It is never changed: a later one stands before it, the earlier stays readable.
CREATE TABLE company_document (
    id          uuid PRIMARY KEY,
    company_id  uuid NOT NULL REFERENCES company,
    kind        text NOT NULL CHECK (kind IN ('registration', 'tax_compliance', 'trading_licence')),
    version     int NOT NULL,
    document_id uuid NOT NULL REFERENCES document,
    expires_on  date,
    remind_on   date, -- of the next reminder; null once the last has gone or a later version stands
    author      text NOT NULL,
    created_at  timestamptz NOT NULL,
    UNIQUE (company_id, kind, version),
    CHECK (kind = 'registration' OR expires_on IS NOT NULL)
);
CREATE INDEX company_document_remind ON company_document (remind_on) WHERE remind_on IS NOT NULL;
CREATE TABLE company_document_reminder (
    company_document_id uuid NOT NULL REFERENCES company_document,
    company_id          uuid NOT NULL REFERENCES company,
    stage               int NOT NULL, -- days before the expiry
    created_at          timestamptz NOT NULL,
    PRIMARY KEY (company_document_id, stage)
);

-- Files on their way, part by part.
CREATE TABLE company_upload (
    id         uuid PRIMARY KEY,
    company_id uuid NOT NULL REFERENCES company,
    kind       text NOT NULL CHECK (kind IN ('logo', 'document', 'proof')),
    name       text NOT NULL,
    size       bigint NOT NULL CHECK (size > 0),
    received   bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL
);
CREATE INDEX company_upload_age ON company_upload (created_at);
CREATE TABLE company_upload_part (
    upload_id  uuid NOT NULL REFERENCES company_upload ON DELETE CASCADE,
    company_id uuid NOT NULL,
    offset_at  bigint NOT NULL,
    bytes      bytea NOT NULL,
    PRIMARY KEY (upload_id, offset_at)
);

-- Directors and shareholders; who left or changed keeps the row with its end, so that any past day can be read.
CREATE TABLE company_owner (
    id            uuid PRIMARY KEY,
    company_id    uuid NOT NULL REFERENCES company,
    name          text NOT NULL,
    kind          text NOT NULL CHECK (kind IN ('person', 'organisation')),
    identity      text NOT NULL DEFAULT '', -- number of an identity card, passport or registration
    nationality   char(2) NOT NULL,
    director      boolean NOT NULL,
    share         numeric(20,6) CHECK (share > 0 AND share <= 100), -- per cent; null: holds none
    women         boolean NOT NULL DEFAULT false,
    youth         boolean NOT NULL DEFAULT false,
    disability    boolean NOT NULL DEFAULT false,
    position      int NOT NULL,
    created_at    timestamptz NOT NULL,
    ended_at      timestamptz
);
CREATE INDEX company_owner_now ON company_owner (company_id, position) WHERE ended_at IS NULL;
CREATE INDEX company_owner_name ON company_owner USING gin (name gin_trgm_ops);

-- Groups for which buyers reserve; company_id null is the platform's, else one buyer's own.
CREATE TABLE special_group (
    id          uuid PRIMARY KEY,
    company_id  uuid REFERENCES company,
    name        text NOT NULL,
    description text NOT NULL DEFAULT '',
    active      boolean NOT NULL DEFAULT true,
    created_at  timestamptz NOT NULL,
    segment     text CHECK (segment IN ('women', 'youth', 'disability')), -- whose shares count; null: none is asked
    min_share   numeric(20,6) NOT NULL DEFAULT 0 CHECK (min_share BETWEEN 0 AND 100)
);
CREATE UNIQUE INDEX special_group_name ON special_group (coalesce(company_id, '00000000-0000-0000-0000-000000000000'), lower(name));
CREATE TABLE company_special_group (
    id               uuid PRIMARY KEY,
    company_id       uuid NOT NULL REFERENCES company,
    special_group_id uuid NOT NULL REFERENCES special_group,
    proof_id         uuid NOT NULL REFERENCES document,
    status           text NOT NULL CHECK (status IN ('pending', 'validated', 'rejected', 'withdrawn', 'replaced')),
    reason           text NOT NULL DEFAULT '',
    share            numeric(20,6) NOT NULL, -- of the group at the time of the application
    expires_on       date,
    created_at       timestamptz NOT NULL,
    decided_by       text NOT NULL DEFAULT '',
    decided_at       timestamptz
);
CREATE INDEX company_special_group_list ON company_special_group (created_at DESC, id DESC);
CREATE UNIQUE INDEX company_special_group_pending ON company_special_group (company_id, special_group_id) WHERE status = 'pending';
CREATE UNIQUE INDEX company_special_group_validated ON company_special_group (company_id, special_group_id) WHERE status = 'validated';

INSERT INTO special_group (id, company_id, name, description, created_at, segment, min_share) VALUES
    ('01900000-0000-7000-8000-000000001001', NULL, 'Youth', 'At least 70 per cent owned by people aged 18 to 35', '2026-01-01T00:00:00Z', 'youth', 70),
    ('01900000-0000-7000-8000-000000001002', NULL, 'Women', 'At least 70 per cent owned by women', '2026-01-01T00:00:00Z', 'women', 70),
    ('01900000-0000-7000-8000-000000001003', NULL, 'Persons With Disability', 'At least 70 per cent owned by persons with disability', '2026-01-01T00:00:00Z', 'disability', 70);

-- +goose Down
DROP TABLE company_special_group, special_group, company_owner, company_upload_part, company_upload, company_document_reminder, company_document;
ALTER TABLE company DROP COLUMN logo_id, DROP COLUMN version, DROP COLUMN updated_at;
