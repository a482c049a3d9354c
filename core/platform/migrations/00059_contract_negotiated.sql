-- +goose Up
-- A text that the other side proposes against the one that it was sent; the version is its own.
CREATE TABLE contract_proposal (
    contract_id uuid NOT NULL REFERENCES contract,
    version     int NOT NULL,
    buyer_id    uuid NOT NULL REFERENCES company,
    supplier_id uuid NOT NULL REFERENCES company,
    base        int NOT NULL, -- the version that it changes
    note        text NOT NULL,
    created_by  uuid NOT NULL REFERENCES account,
    created_at  timestamptz NOT NULL,
    result      int, -- the version that the buyer's decisions made of it; null: nobody has decided
    accepted    int NOT NULL DEFAULT 0,
    rejected    int NOT NULL DEFAULT 0,
    reason      text NOT NULL DEFAULT '', -- the supplier reads it
    decided_by  uuid REFERENCES account,
    decided_at  timestamptz,
    PRIMARY KEY (contract_id, version),
    FOREIGN KEY (contract_id, version) REFERENCES contract_version,
    FOREIGN KEY (contract_id, base) REFERENCES contract_version,
    FOREIGN KEY (contract_id, result) REFERENCES contract_version,
    CHECK ((result IS NULL) = (decided_by IS NULL) AND (result IS NULL) = (decided_at IS NULL))
);
CREATE UNIQUE INDEX contract_proposal_open ON contract_proposal (contract_id) WHERE result IS NULL;

-- What both sides say of a contract to each other.
CREATE TABLE contract_comment (
    id          uuid PRIMARY KEY,
    contract_id uuid NOT NULL REFERENCES contract,
    buyer_id    uuid NOT NULL REFERENCES company,
    supplier_id uuid NOT NULL REFERENCES company,
    version     int NOT NULL,
    block_id    text NOT NULL, -- empty: of all of it
    side        text NOT NULL CHECK (side IN ('buyer', 'counterparty')),
    body        text NOT NULL,
    created_by  uuid NOT NULL REFERENCES account,
    created_at  timestamptz NOT NULL,
    FOREIGN KEY (contract_id, version) REFERENCES contract_version
);
CREATE INDEX contract_comment_contract ON contract_comment (contract_id, created_at);

-- What a buyer's people say of it among themselves: a table of its own, so that no query of the other side comes near.
CREATE TABLE contract_note (
    id          uuid PRIMARY KEY,
    contract_id uuid NOT NULL REFERENCES contract,
    buyer_id    uuid NOT NULL REFERENCES company,
    version     int NOT NULL,
    block_id    text NOT NULL,
    body        text NOT NULL,
    created_by  uuid NOT NULL REFERENCES account,
    created_at  timestamptz NOT NULL
);
CREATE INDEX contract_note_contract ON contract_note (contract_id, created_at);

REVOKE UPDATE, DELETE ON contract_comment, contract_note FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON contract_proposal FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_proposal', '{contract_id,version}');
SELECT zabuni.keep('contract_comment', '{id}');
SELECT zabuni.keep('contract_note', '{id}');

-- +goose Down
DROP TABLE contract_note, contract_comment, contract_proposal;
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOREACH t IN ARRAY '{contract_note,contract_comment,contract_proposal}'::text[] LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
        DELETE FROM kept WHERE name = t;
    END LOOP;
END $$;
-- +goose StatementEnd
