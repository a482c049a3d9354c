-- +goose Up
-- The library of contracts: clauses, templates and categories. What no buyer owns is the platform's, offered to all.
CREATE TABLE contract_section (
    id          uuid PRIMARY KEY,
    buyer_id    uuid REFERENCES company, -- null: the platform's
    code        text NOT NULL,           -- the same in all languages of a clause
    language    text NOT NULL,
    number      int NOT NULL,            -- of its newest version
    archived_at timestamptz,
    created_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX contract_section_code ON contract_section (buyer_id, code, language) NULLS NOT DISTINCT;
CREATE INDEX contract_section_list ON contract_section (buyer_id, created_at DESC, id DESC);

-- Versions stay as they were written: templates and contracts name them.
CREATE TABLE contract_section_version (
    section_id uuid NOT NULL REFERENCES contract_section,
    number     int NOT NULL,
    buyer_id   uuid REFERENCES company,
    title      text NOT NULL,
    topic      text NOT NULL,
    mandatory  boolean NOT NULL,
    risk       text NOT NULL CHECK (risk IN ('low', 'medium', 'high')),
    body       text NOT NULL,  -- canonical JSON of its tree
    sum        bytea NOT NULL, -- SHA-256 of the body
    fallback   text NOT NULL,
    guidance   text NOT NULL,
    created_by uuid NOT NULL REFERENCES account,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (section_id, number)
);

CREATE TABLE contract_template (
    id          uuid PRIMARY KEY,
    buyer_id    uuid REFERENCES company, -- null: the platform's
    number      int NOT NULL,            -- of its newest version
    archived_at timestamptz,
    created_at  timestamptz NOT NULL
);
CREATE INDEX contract_template_list ON contract_template (buyer_id, created_at DESC, id DESC);

CREATE TABLE contract_template_version (
    template_id uuid NOT NULL REFERENCES contract_template,
    number      int NOT NULL,
    buyer_id    uuid REFERENCES company,
    name        text NOT NULL,
    description text NOT NULL,
    language    text NOT NULL,
    created_by  uuid NOT NULL REFERENCES account,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (template_id, number)
);

-- A part is a version of a clause, or text of the template's own.
CREATE TABLE contract_template_part (
    template_id    uuid NOT NULL,
    number         int NOT NULL,
    position       int NOT NULL,
    buyer_id       uuid REFERENCES company,
    section_id     uuid,
    section_number int,
    title          text NOT NULL,
    body           text NOT NULL,
    PRIMARY KEY (template_id, number, position),
    FOREIGN KEY (template_id, number) REFERENCES contract_template_version,
    FOREIGN KEY (section_id, section_number) REFERENCES contract_section_version,
    CHECK ((section_id IS NULL) = (section_number IS NULL)),
    CHECK ((section_id IS NULL) = (body <> ''))
);
CREATE INDEX contract_template_part_section ON contract_template_part (section_id) WHERE section_id IS NOT NULL;

-- Categories of contracts have nothing to do with categories of jobs.
CREATE TABLE contract_category (
    id              uuid PRIMARY KEY,
    buyer_id        uuid NOT NULL REFERENCES company,
    name            text NOT NULL,
    template_id     uuid REFERENCES contract_template,
    retention_years int NOT NULL,
    reminder_days   int[] NOT NULL,
    archived_at     timestamptz,
    version         int NOT NULL DEFAULT 1,
    created_at      timestamptz NOT NULL
);
CREATE UNIQUE INDEX contract_category_name ON contract_category (buyer_id, lower(name));

REVOKE UPDATE, DELETE ON contract_section_version, contract_template_version, contract_template_part FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON contract_section, contract_template, contract_category FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_section', '{id}');
SELECT zabuni.keep('contract_section_version', '{section_id,number}');
SELECT zabuni.keep('contract_template', '{id}');
SELECT zabuni.keep('contract_template_version', '{template_id,number}');
SELECT zabuni.keep('contract_template_part', '{template_id,number,position}');
SELECT zabuni.keep('contract_category', '{id}');

-- +goose Down
DROP TABLE contract_category, contract_template_part, contract_template_version, contract_template, contract_section_version, contract_section;
DELETE FROM kept WHERE name IN ('contract_category', 'contract_template_part', 'contract_template_version', 'contract_template', 'contract_section_version', 'contract_section');
DROP FUNCTION zabuni.kept_contract_category(), zabuni.kept_contract_category_changed(), zabuni.kept_contract_category_gone(),
    zabuni.kept_contract_template_part(), zabuni.kept_contract_template_part_changed(), zabuni.kept_contract_template_part_gone(),
    zabuni.kept_contract_template_version(), zabuni.kept_contract_template_version_changed(), zabuni.kept_contract_template_version_gone(),
    zabuni.kept_contract_template(), zabuni.kept_contract_template_changed(), zabuni.kept_contract_template_gone(),
    zabuni.kept_contract_section_version(), zabuni.kept_contract_section_version_changed(), zabuni.kept_contract_section_version_gone(),
    zabuni.kept_contract_section(), zabuni.kept_contract_section_changed(), zabuni.kept_contract_section_gone();
