-- +goose Up
-- A contract in force is amended by another, which goes all the ways of the first; its values and days are
-- taken over once it is signed. A contract that was never signed may be given up.
ALTER TABLE contract DROP CONSTRAINT contract_status_check,
    ADD CONSTRAINT contract_status_check CHECK (status IN ('draft', 'internal_review', 'approved', 'sent', 'negotiating', 'signing', 'active', 'expired', 'terminated',
        'completed', 'archived', 'effective', 'cancelled')),
    DROP CONSTRAINT contract_origin_check,
    ADD CONSTRAINT contract_origin_check CHECK (origin IN ('award', 'author', 'upload', 'questions', 'import', 'amendment'));

CREATE TABLE contract_amendment (
    contract_id  uuid PRIMARY KEY REFERENCES contract, -- that amends
    buyer_id     uuid NOT NULL REFERENCES company,
    amends_id    uuid NOT NULL REFERENCES contract, -- that is amended
    number       int NOT NULL CHECK (number > 0),
    ground       text NOT NULL CHECK (ground IN ('volume', 'price_index', 'term', 'scope', 'parties', 'error', 'law')),
    value_was    numeric(20,4) NOT NULL, -- of what is amended, when this was begun
    ends_was     date,
    effective_at timestamptz,
    UNIQUE (amends_id, number),
    CHECK (contract_id <> amends_id)
);
CREATE INDEX contract_amendment_buyer ON contract_amendment (buyer_id, contract_id);
REVOKE DELETE ON contract_amendment FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_amendment', '{contract_id}');

-- +goose Down
DROP TABLE contract_amendment;
DELETE FROM kept WHERE name = 'contract_amendment';
DROP FUNCTION zabuni.kept_contract_amendment(), zabuni.kept_contract_amendment_changed(), zabuni.kept_contract_amendment_gone();
ALTER TABLE contract DROP CONSTRAINT contract_status_check, DROP CONSTRAINT contract_origin_check;
UPDATE contract SET status = CASE status WHEN 'effective' THEN 'completed' ELSE 'terminated' END WHERE status IN ('effective', 'cancelled');
UPDATE contract SET origin = 'author' WHERE origin = 'amendment';
ALTER TABLE contract ADD CONSTRAINT contract_status_check CHECK (status IN ('draft', 'internal_review', 'approved', 'sent', 'negotiating', 'signing', 'active', 'expired', 'terminated',
        'completed', 'archived')),
    ADD CONSTRAINT contract_origin_check CHECK (origin IN ('award', 'author', 'upload', 'questions', 'import'));
