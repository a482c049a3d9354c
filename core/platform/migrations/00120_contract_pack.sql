-- +goose Up
-- What an award binds its winner by: the form of tender, the prices, the letter of award and the receipt of the bid, each by its sum. It is
-- made once, with the draft, and is part of every version of the contract.
CREATE TABLE contract_pack (
    contract_id uuid NOT NULL REFERENCES contract,
    position    int NOT NULL,
    buyer_id    uuid NOT NULL REFERENCES company,
    kind        text NOT NULL CHECK (kind IN ('tender', 'prices', 'letter', 'receipt')),
    document_id uuid NOT NULL REFERENCES document,
    sum         bytea NOT NULL CHECK (length(sum) = 32), -- SHA-256
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (contract_id, position),
    UNIQUE (contract_id, kind)
);
REVOKE UPDATE, DELETE ON contract_pack FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_pack', '{contract_id,position}');

-- Which stages before, and after, which day somebody was reminded of what is due; a day that moves has its stages anew.
CREATE TABLE contract_milestone_reminder (
    milestone_id uuid NOT NULL REFERENCES contract_milestone,
    buyer_id     uuid NOT NULL REFERENCES company,
    on_day       date NOT NULL,
    days         int NOT NULL, -- before it; below zero: after it
    at           timestamptz NOT NULL,
    PRIMARY KEY (milestone_id, on_day, days)
);
CREATE INDEX contract_milestone_to_come ON contract_milestone (due_on) WHERE status IN ('scheduled', 'partiallyMet');

-- Who has proposed a text takes it back while nobody has decided on it: its result is the text that it would have changed.
ALTER TABLE contract_proposal ADD COLUMN withdrawn boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT contract_proposal_withdrawn CHECK (NOT withdrawn OR result IS NOT NULL AND accepted = 0);
SELECT zabuni.keep('contract_proposal', '{contract_id,version}');

-- +goose Down
DROP TABLE contract_milestone_reminder, contract_pack;
DROP INDEX contract_milestone_to_come;
DELETE FROM kept WHERE name = 'contract_pack';
DROP FUNCTION zabuni.kept_contract_pack(), zabuni.kept_contract_pack_changed(), zabuni.kept_contract_pack_gone();
DROP TRIGGER kept_contract_proposal_changed ON contract_proposal;
ALTER TABLE contract_proposal DROP COLUMN withdrawn;
SELECT zabuni.keep('contract_proposal', '{contract_id,version}');
