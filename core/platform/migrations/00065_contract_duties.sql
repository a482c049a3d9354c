-- +goose Up
-- What is due under a contract, on either side.
CREATE TABLE contract_milestone (
    id          uuid PRIMARY KEY,
    contract_id uuid NOT NULL REFERENCES contract,
    buyer_id    uuid NOT NULL REFERENCES company,
    kind        text NOT NULL CHECK (kind IN ('delivery', 'payment', 'reporting', 'approval', 'obligation')),
    side        text NOT NULL CHECK (side IN ('buyer', 'counterparty')), -- whose it is
    title       text NOT NULL,
    due_on      date NOT NULL,
    amount      numeric(20,4), -- of a payment
    status      text NOT NULL CHECK (status IN ('scheduled', 'submitted', 'met', 'partiallyMet', 'notMet', 'withdrawn')),
    version     int NOT NULL DEFAULT 1,
    created_by  uuid NOT NULL REFERENCES account,
    created_at  timestamptz NOT NULL,
    CHECK ((kind = 'payment') = (amount IS NOT NULL))
);
CREATE INDEX contract_milestone_due ON contract_milestone (contract_id, due_on, id);
CREATE INDEX contract_milestone_open ON contract_milestone (buyer_id, due_on) WHERE status IN ('scheduled', 'submitted');

-- What was said about one, in its order; nobody changes it again.
CREATE TABLE contract_milestone_step (
    milestone_id uuid NOT NULL REFERENCES contract_milestone,
    number       int NOT NULL,
    buyer_id     uuid NOT NULL REFERENCES company,
    act          text NOT NULL CHECK (act IN ('set', 'changed', 'submitted', 'returned', 'met', 'partiallyMet', 'notMet', 'withdrawn')),
    note         text NOT NULL,
    document_id  uuid REFERENCES document, -- evidence
    by_id        uuid NOT NULL REFERENCES account,
    on_day       date NOT NULL, -- where the contract is
    at           timestamptz NOT NULL,
    PRIMARY KEY (milestone_id, number)
);

-- How a contract goes on after its last day.
CREATE TABLE contract_renewal (
    contract_id uuid PRIMARY KEY REFERENCES contract,
    buyer_id    uuid NOT NULL REFERENCES company,
    kind        text NOT NULL CHECK (kind IN ('none', 'option', 'automatic')),
    months      int NOT NULL CHECK (months BETWEEN 0 AND 120),
    times       int NOT NULL CHECK (times BETWEEN 0 AND 20), -- that are left
    notice_days int NOT NULL CHECK (notice_days BETWEEN 0 AND 365), -- before the end, of who wants it to end
    noticed_at  timestamptz, -- notice was given: it ends then
    noticed_by  uuid REFERENCES account,
    CHECK ((noticed_at IS NULL) = (noticed_by IS NULL)),
    CHECK ((kind = 'none') = (months = 0))
);

-- Which stages before which day somebody was reminded of; a day that moves has its stages anew.
CREATE TABLE contract_reminder (
    contract_id uuid NOT NULL REFERENCES contract,
    buyer_id    uuid NOT NULL REFERENCES company,
    about       text NOT NULL CHECK (about IN ('end', 'notice')),
    on_day      date NOT NULL,
    days        int NOT NULL,
    at          timestamptz NOT NULL,
    PRIMARY KEY (contract_id, about, on_day, days)
);

-- How a contract was served in a period: what was computed then stays, whatever changes later.
CREATE TABLE contract_scorecard (
    id          uuid PRIMARY KEY,
    contract_id uuid NOT NULL REFERENCES contract,
    buyer_id    uuid NOT NULL REFERENCES company,
    from_on     date NOT NULL,
    until_on    date NOT NULL,
    score       numeric(7,4) NOT NULL,
    explanation jsonb NOT NULL, -- every criterion with its weight, its score and what that came of
    reason      text NOT NULL,
    created_by  uuid NOT NULL REFERENCES account,
    created_at  timestamptz NOT NULL,
    UNIQUE (contract_id, from_on, until_on),
    CHECK (until_on >= from_on)
);

REVOKE UPDATE, DELETE ON contract_milestone_step, contract_scorecard, contract_reminder FROM zabuni_app, zabuni_opener;
REVOKE DELETE ON contract_milestone, contract_renewal FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('contract_milestone', '{id}');
SELECT zabuni.keep('contract_milestone_step', '{milestone_id,number}');
SELECT zabuni.keep('contract_renewal', '{contract_id}');
SELECT zabuni.keep('contract_scorecard', '{id}');

-- +goose Down
DROP TABLE contract_scorecard, contract_reminder, contract_renewal, contract_milestone_step, contract_milestone;
DELETE FROM kept WHERE name IN ('contract_milestone', 'contract_milestone_step', 'contract_renewal', 'contract_scorecard');
DROP FUNCTION zabuni.kept_contract_milestone(), zabuni.kept_contract_milestone_changed(), zabuni.kept_contract_milestone_gone(),
    zabuni.kept_contract_milestone_step(), zabuni.kept_contract_milestone_step_changed(), zabuni.kept_contract_milestone_step_gone(),
    zabuni.kept_contract_renewal(), zabuni.kept_contract_renewal_changed(), zabuni.kept_contract_renewal_gone(),
    zabuni.kept_contract_scorecard(), zabuni.kept_contract_scorecard_changed(), zabuni.kept_contract_scorecard_gone();
