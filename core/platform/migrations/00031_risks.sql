-- +goose Up
-- A buyer's register of risks: of its own, of one of its jobs, or of a supplier.
CREATE TABLE risk_counter (
    buyer_id uuid PRIMARY KEY REFERENCES company,
    last     int NOT NULL
);
CREATE TABLE risk (
    id          uuid PRIMARY KEY,
    buyer_id    uuid NOT NULL REFERENCES company,
    number      int NOT NULL,
    title       text NOT NULL,
    description text NOT NULL,
    likelihood  int NOT NULL CHECK (likelihood BETWEEN 1 AND 5),
    impact      int NOT NULL CHECK (impact BETWEEN 1 AND 5),
    score       int NOT NULL CHECK (score = likelihood * impact),
    response    text NOT NULL CHECK (response IN ('reduce', 'avoid', 'transfer', 'accept')),
    treatment   text NOT NULL,
    status      text NOT NULL CHECK (status IN ('open', 'treated', 'accepted', 'closed')),
    owner_id    uuid NOT NULL REFERENCES account,
    due_on      date NOT NULL, -- its next review
    told_for    date,          -- the review of which its owner was told
    job_id      uuid REFERENCES job,
    supplier_id uuid REFERENCES company,
    created_at  timestamptz NOT NULL,
    changed_at  timestamptz NOT NULL,
    version     int NOT NULL,
    UNIQUE (buyer_id, number)
);
CREATE INDEX risk_register ON risk (buyer_id, score DESC, created_at DESC, id DESC);
CREATE INDEX risk_due ON risk (due_on) WHERE status <> 'closed';
CREATE INDEX risk_job ON risk (job_id);
CREATE INDEX risk_supplier ON risk (supplier_id);

-- What a risk was after each change, and why.
CREATE TABLE risk_change (
    risk_id    uuid NOT NULL REFERENCES risk,
    version    int NOT NULL,
    buyer_id   uuid NOT NULL,
    likelihood int NOT NULL,
    impact     int NOT NULL,
    response   text NOT NULL,
    status     text NOT NULL,
    owner_id   uuid NOT NULL REFERENCES account,
    due_on     date NOT NULL,
    note       text NOT NULL,
    changed_by uuid NOT NULL REFERENCES account,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (risk_id, version)
);

SELECT zabuni.keep('risk', '{id}', '{told_for}');
SELECT zabuni.keep('risk_change', '{risk_id,version}');

-- +goose Down
DROP TABLE risk_change, risk, risk_counter;
DELETE FROM kept WHERE name IN ('risk', 'risk_change');
DROP FUNCTION zabuni.kept_risk(), zabuni.kept_risk_changed(), zabuni.kept_risk_gone(),
    zabuni.kept_risk_change(), zabuni.kept_risk_change_changed(), zabuni.kept_risk_change_gone();
