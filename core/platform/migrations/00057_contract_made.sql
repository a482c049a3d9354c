-- +goose Up
-- Contracts that people make: from a template, of a file, by answering questions, or of an award that left no draft.
ALTER TABLE contract
    ALTER COLUMN supplier_id DROP NOT NULL, -- null: the counterparty is no supplier of the platform
    ADD COLUMN origin text NOT NULL DEFAULT 'award' CHECK (origin IN ('award', 'author', 'upload', 'questions')),
    ADD COLUMN contract_category_id uuid REFERENCES contract_category,
    ADD COLUMN language text NOT NULL DEFAULT 'en',
    ADD COLUMN text_number int NOT NULL DEFAULT 0, -- of its newest version; 0: nobody has written one
    ADD COLUMN created_by uuid REFERENCES account, -- null: the platform, after an award
    ADD CONSTRAINT contract_award_supplier CHECK (award_id IS NULL OR supplier_id IS NOT NULL);
CREATE INDEX contract_of_category ON contract (contract_category_id) WHERE contract_category_id IS NOT NULL;
SELECT zabuni.keep('contract', '{id}');

-- Who agrees on it. A company of the platform is what it is called today until the contract is sent; of others stands what was typed.
CREATE TABLE contract_party (
    contract_id uuid NOT NULL REFERENCES contract,
    side        text NOT NULL CHECK (side IN ('buyer', 'counterparty')),
    buyer_id    uuid NOT NULL REFERENCES company,
    company_id  uuid REFERENCES company, -- null: an outsider
    name        text NOT NULL,
    country     text NOT NULL,
    tax_id      text NOT NULL,
    address     text NOT NULL,
    email       text NOT NULL,
    PRIMARY KEY (contract_id, side)
);
INSERT INTO contract_party (contract_id, side, buyer_id, company_id, name, country, tax_id, address, email)
SELECT k.id, x.side, k.buyer_id, c.id, c.name, c.country, c.tax_id, c.physical_address, c.email
FROM contract k CROSS JOIN LATERAL (VALUES ('buyer', k.buyer_id), ('counterparty', k.supplier_id)) AS x (side, company) JOIN company c ON c.id = x.company;

-- Files that contracts are, as they came, with what in them waits for somebody's decision.
CREATE TABLE contract_file (
    document_id uuid PRIMARY KEY REFERENCES document,
    buyer_id    uuid NOT NULL REFERENCES company,
    insertions  int NOT NULL,
    deletions   int NOT NULL,
    comments    int NOT NULL,
    created_at  timestamptz NOT NULL
);

-- Versions stay as they were written: who approves or signs names one by its sum.
CREATE TABLE contract_version (
    contract_id uuid NOT NULL REFERENCES contract,
    number      int NOT NULL,
    buyer_id    uuid NOT NULL REFERENCES company,
    body        text NOT NULL,  -- canonical JSON of its tree, with its fields as they stand in it; empty where nobody wrote one
    file_id     uuid REFERENCES contract_file,
    content     text NOT NULL,  -- canonical JSON of all that is agreed on: terms, parties, the text as it reads, the file's sum
    sum         bytea NOT NULL, -- SHA-256 of the content
    reason      text NOT NULL,
    created_by  uuid NOT NULL REFERENCES account,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (contract_id, number)
);

-- Why a block of a text stands there, where answers chose it; nobody submits what no person has accepted.
CREATE TABLE contract_block (
    contract_id    uuid NOT NULL REFERENCES contract,
    block_id       text NOT NULL, -- of the heading above it
    buyer_id       uuid NOT NULL REFERENCES company,
    position       int NOT NULL,
    section_id     uuid NOT NULL,
    section_number int NOT NULL,
    because        text NOT NULL,
    accepted_by    uuid REFERENCES account,
    accepted_at    timestamptz,
    PRIMARY KEY (contract_id, block_id),
    FOREIGN KEY (section_id, section_number) REFERENCES contract_section_version,
    CHECK ((accepted_by IS NULL) = (accepted_at IS NULL))
);

CREATE TABLE contract_upload (
    id         uuid PRIMARY KEY,
    buyer_id   uuid NOT NULL REFERENCES company,
    name       text NOT NULL,
    size       bigint NOT NULL CHECK (size > 0),
    received   bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL
);
CREATE INDEX contract_upload_age ON contract_upload (created_at);
CREATE TABLE contract_upload_part (
    upload_id uuid NOT NULL REFERENCES contract_upload ON DELETE CASCADE,
    buyer_id  uuid NOT NULL,
    offset_at bigint NOT NULL,
    bytes     bytea NOT NULL,
    PRIMARY KEY (upload_id, offset_at)
);

REVOKE UPDATE, DELETE ON contract_version, contract_file FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON contract_party, contract_block FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_party', '{contract_id,side}');
SELECT zabuni.keep('contract_file', '{document_id}');
SELECT zabuni.keep('contract_version', '{contract_id,number}');
SELECT zabuni.keep('contract_block', '{contract_id,block_id}');

-- +goose Down
DROP TABLE contract_upload_part, contract_upload, contract_block, contract_version, contract_file, contract_party;
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOREACH t IN ARRAY '{contract_block,contract_version,contract_file,contract_party}'::text[] LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
        DELETE FROM kept WHERE name = t;
    END LOOP;
END $$;
-- +goose StatementEnd
DROP TRIGGER kept_contract_changed ON contract;
DROP INDEX contract_of_category;
DELETE FROM contract WHERE supplier_id IS NULL;
ALTER TABLE contract DROP CONSTRAINT contract_award_supplier, DROP COLUMN origin, DROP COLUMN contract_category_id, DROP COLUMN language, DROP COLUMN text_number,
    DROP COLUMN created_by, ALTER COLUMN supplier_id SET NOT NULL;
