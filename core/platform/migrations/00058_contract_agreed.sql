-- +goose Up
-- Who has to approve a company's contracts: levels by what one is worth, of all of them or of a category of contracts.
CREATE TABLE contract_approval_rule (
    id                   uuid PRIMARY KEY,
    buyer_id             uuid NOT NULL REFERENCES company,
    contract_category_id uuid REFERENCES contract_category, -- null: of every category that has no rule of its own
    currency             char(3) NOT NULL,
    level                int NOT NULL CHECK (level BETWEEN 1 AND 20),
    from_value           numeric(20,4) NOT NULL CHECK (from_value >= 0),
    everyone             boolean NOT NULL, -- else one of those of the level is enough
    created_at           timestamptz NOT NULL,
    UNIQUE NULLS NOT DISTINCT (buyer_id, contract_category_id, currency, level)
);
CREATE INDEX contract_approval_rule_category ON contract_approval_rule (contract_category_id) WHERE contract_category_id IS NOT NULL;

-- Who approves in somebody's place, until the end of a day.
CREATE TABLE contract_delegate (
    account_id  uuid PRIMARY KEY REFERENCES account,
    buyer_id    uuid NOT NULL REFERENCES company,
    delegate_id uuid NOT NULL REFERENCES account,
    until       date NOT NULL,
    created_by  uuid NOT NULL REFERENCES account,
    created_at  timestamptz NOT NULL,
    CHECK (account_id <> delegate_id)
);
CREATE INDEX contract_delegate_delegate ON contract_delegate (delegate_id);

-- A round of approval is of one version, and needs what the rule said when it began.
CREATE TABLE contract_round (
    contract_id  uuid NOT NULL REFERENCES contract,
    number       int NOT NULL,
    buyer_id     uuid NOT NULL REFERENCES company,
    version      int NOT NULL,
    sum          bytea NOT NULL,
    levels       int[] NOT NULL, -- in their order; 0: whoever may approve
    everyone     int[] NOT NULL, -- those of which everybody has to
    submitted_by uuid NOT NULL REFERENCES account,
    submitted_at timestamptz NOT NULL,
    outcome      text CHECK (outcome IN ('approved', 'refused', 'recalled')), -- null: it goes on
    ended_by     uuid REFERENCES account,
    ended_at     timestamptz,
    PRIMARY KEY (contract_id, number),
    FOREIGN KEY (contract_id, version) REFERENCES contract_version,
    CHECK ((outcome IS NULL) = (ended_by IS NULL) AND (outcome IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX contract_round_open ON contract_round (contract_id) WHERE outcome IS NULL;

CREATE TABLE contract_approval (
    contract_id uuid NOT NULL,
    round       int NOT NULL,
    seat_id     uuid NOT NULL REFERENCES account, -- whose approval it is
    buyer_id    uuid NOT NULL REFERENCES company,
    version     int NOT NULL,
    sum         bytea NOT NULL, -- of what was read
    level       int NOT NULL,
    account_id  uuid NOT NULL REFERENCES account, -- who gave it: that person, or a delegate
    decision    text NOT NULL CHECK (decision IN ('approve', 'refuse')),
    reason      text NOT NULL,
    at          timestamptz NOT NULL,
    PRIMARY KEY (contract_id, round, seat_id),
    FOREIGN KEY (contract_id, round) REFERENCES contract_round,
    FOREIGN KEY (contract_id, version) REFERENCES contract_version
);

-- What was sent to the other side, and what became of that.
CREATE TABLE contract_sent (
    contract_id uuid NOT NULL REFERENCES contract,
    number      int NOT NULL,
    buyer_id    uuid NOT NULL REFERENCES company,
    supplier_id uuid REFERENCES company, -- null: no supplier of the platform
    version     int NOT NULL,
    sum         bytea NOT NULL,
    sent_by     uuid NOT NULL REFERENCES account,
    sent_at     timestamptz NOT NULL,
    recalled_by uuid REFERENCES account,
    recalled_at timestamptz,
    reason      text NOT NULL DEFAULT '', -- of the recall: the other side reads it
    PRIMARY KEY (contract_id, number),
    FOREIGN KEY (contract_id, version) REFERENCES contract_version,
    CHECK ((recalled_by IS NULL) = (recalled_at IS NULL))
);
CREATE INDEX contract_party_company ON contract_party (company_id) WHERE company_id IS NOT NULL;

REVOKE UPDATE, DELETE ON contract_approval FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON contract_round, contract_sent FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_approval_rule', '{id}');
SELECT zabuni.keep('contract_delegate', '{account_id}');
SELECT zabuni.keep('contract_round', '{contract_id,number}');
SELECT zabuni.keep('contract_approval', '{contract_id,round,seat_id}');
SELECT zabuni.keep('contract_sent', '{contract_id,number}');

-- +goose Down
DROP INDEX contract_party_company;
DROP TABLE contract_sent, contract_approval, contract_round, contract_delegate, contract_approval_rule;
-- +goose StatementBegin
DO $$
DECLARE
    t text;
    x text;
BEGIN
    FOREACH t IN ARRAY '{contract_sent,contract_approval,contract_round,contract_delegate,contract_approval_rule}'::text[] LOOP
        FOREACH x IN ARRAY ARRAY['', '_changed', '_gone'] LOOP
            EXECUTE format('DROP FUNCTION IF EXISTS zabuni.%I()', 'kept_' || t || x);
        END LOOP;
        DELETE FROM kept WHERE name = t;
    END LOOP;
END $$;
-- +goose StatementEnd
