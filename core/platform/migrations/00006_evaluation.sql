-- +goose Up
CREATE TABLE opening_session (
    id          uuid PRIMARY KEY,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    envelope    text NOT NULL,
    status      text NOT NULL CHECK (status IN ('quorum_waiting', 'opened', 'locked')),
    requested_by uuid NOT NULL, -- access.System where the clock opens
    requested_at timestamptz NOT NULL,
    opened_at   timestamptz,
    UNIQUE (category_id, envelope)
);
CREATE TABLE opening_approval (
    session_id uuid NOT NULL REFERENCES opening_session,
    account_id uuid NOT NULL REFERENCES account,
    buyer_id   uuid NOT NULL,
    at         timestamptz NOT NULL,
    signed_at  timestamptz,
    PRIMARY KEY (session_id, account_id)
);

-- What an opened envelope held: the opener writes it, evaluators of the buyer read it. Its wall is the owner that every query names.
CREATE TABLE opened_bid (
    submission_id uuid PRIMARY KEY REFERENCES submission,
    category_id   uuid NOT NULL REFERENCES category,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    opened_at     timestamptz NOT NULL, -- its first envelope
    priced_at     timestamptz,          -- the one that holds its prices
    price         numeric(20,4),
    currency      char(3),
    position      int NOT NULL -- order of opening
);
CREATE INDEX opened_bid_category ON opened_bid (category_id, position);
CREATE TABLE opened_answer (
    submission_id uuid NOT NULL REFERENCES submission,
    question_id   uuid NOT NULL REFERENCES question,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    value         text NOT NULL,
    PRIMARY KEY (submission_id, question_id)
);
CREATE TABLE opened_price (
    submission_id uuid NOT NULL REFERENCES submission,
    item_id       uuid NOT NULL REFERENCES item,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    unit_price    numeric(20,4) NOT NULL,
    remarks       text NOT NULL DEFAULT '',
    PRIMARY KEY (submission_id, item_id)
);
CREATE TABLE opened_file (
    submission_id uuid NOT NULL REFERENCES submission,
    bid_file_id   uuid NOT NULL REFERENCES bid_file,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    file_key      bytea NOT NULL, -- wrapped for evaluation
    PRIMARY KEY (submission_id, bid_file_id)
);

CREATE TABLE evaluation_assignment (
    category_id  uuid NOT NULL REFERENCES category,
    account_id   uuid NOT NULL REFERENCES account,
    buyer_id     uuid NOT NULL,
    interest     text CHECK (interest IN ('none', 'interest', 'recused')),
    declaration  text NOT NULL DEFAULT '',
    declared_at  timestamptz,
    final_at     timestamptz,
    assigned_at  timestamptz NOT NULL,
    PRIMARY KEY (category_id, account_id)
);
CREATE TABLE score (
    submission_id uuid NOT NULL REFERENCES submission,
    question_id   uuid NOT NULL REFERENCES question,
    evaluator_id  uuid NOT NULL, -- access.System for automatic scores
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    value         numeric(20,6) NOT NULL CHECK (value >= 0),
    comment       text NOT NULL DEFAULT '',
    automatic     boolean NOT NULL,
    at            timestamptz NOT NULL,
    PRIMARY KEY (submission_id, question_id, evaluator_id)
);
CREATE TABLE bid_result (
    submission_id   uuid PRIMARY KEY REFERENCES submission,
    category_id     uuid NOT NULL REFERENCES category,
    buyer_id        uuid NOT NULL,
    supplier_id     uuid NOT NULL,
    technical       numeric(20,6) NOT NULL,
    technical_pass  boolean NOT NULL,
    price           numeric(20,4),
    financial_score numeric(20,6),
    combined        numeric(20,6),
    rank            int,
    outcome         text NOT NULL CHECK (outcome IN ('pass', 'fail')),
    explanation     jsonb NOT NULL, -- every step of the computation, as shown to people
    computed_at     timestamptz NOT NULL
);
CREATE INDEX bid_result_category ON bid_result (category_id, rank);

-- The places of bids for each item, where a decision chooses item by item.
CREATE TABLE line_result (
    category_id   uuid NOT NULL REFERENCES category,
    item_id       uuid NOT NULL REFERENCES item,
    submission_id uuid NOT NULL REFERENCES submission,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    rank          int NOT NULL,
    amount        numeric(20,4) NOT NULL,
    PRIMARY KEY (category_id, item_id, submission_id)
);

-- What somebody proposed, and what was decided. Lines name the bids: one as a whole, all who passed, or one for each item; none where
-- the category ends without a result.
CREATE TABLE recommendation (
    category_id    uuid PRIMARY KEY REFERENCES category,
    buyer_id       uuid NOT NULL,
    reason         text NOT NULL,
    recommended_by uuid NOT NULL,
    recommended_at timestamptz NOT NULL
);
CREATE TABLE recommendation_line (
    category_id   uuid NOT NULL REFERENCES recommendation,
    buyer_id      uuid NOT NULL,
    position      int NOT NULL,
    submission_id uuid NOT NULL REFERENCES submission,
    supplier_id   uuid NOT NULL REFERENCES company,
    item_id       uuid REFERENCES item,
    PRIMARY KEY (category_id, position)
);
CREATE TABLE award (
    id              uuid PRIMARY KEY,
    category_id     uuid NOT NULL UNIQUE REFERENCES category,
    job_id          uuid NOT NULL REFERENCES job,
    buyer_id        uuid NOT NULL,
    currency        char(3) NOT NULL,
    decided_by      uuid NOT NULL,
    decided_at      timestamptz NOT NULL,
    standstill_ends timestamptz NOT NULL
);
CREATE INDEX award_standstill ON award (standstill_ends);
CREATE INDEX award_buyer ON award (buyer_id, decided_at DESC, id DESC);
CREATE TABLE award_line (
    award_id      uuid NOT NULL REFERENCES award,
    category_id   uuid NOT NULL REFERENCES category,
    buyer_id      uuid NOT NULL,
    position      int NOT NULL,
    submission_id uuid NOT NULL REFERENCES submission,
    supplier_id   uuid NOT NULL REFERENCES company,
    item_id       uuid REFERENCES item,
    amount        numeric(20,4), -- null where nothing is priced
    PRIMARY KEY (award_id, position),
    UNIQUE NULLS NOT DISTINCT (award_id, submission_id, item_id)
);
CREATE UNIQUE INDEX award_line_item ON award_line (award_id, item_id) WHERE item_id IS NOT NULL; -- nobody sells a thing twice
CREATE INDEX award_line_category ON award_line (category_id, position);
CREATE INDEX award_line_supplier ON award_line (supplier_id, award_id);

-- Who passed a category that makes a list: whom its buyer may invite out of it.
CREATE TABLE list_entry (
    category_id   uuid NOT NULL REFERENCES category,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL REFERENCES company,
    submission_id uuid NOT NULL REFERENCES submission,
    listed_at     timestamptz NOT NULL,
    listed_until  timestamptz, -- null: without end
    status        text NOT NULL CHECK (status IN ('active', 'suspended', 'removed')),
    reason        text NOT NULL DEFAULT '',
    PRIMARY KEY (category_id, supplier_id),
    CHECK (listed_until > listed_at)
);
CREATE INDEX list_entry_supplier ON list_entry (supplier_id, category_id);

CREATE TABLE letter (
    id          uuid PRIMARY KEY,
    job_id      uuid NOT NULL REFERENCES job,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    supplier_id uuid NOT NULL REFERENCES company,
    kind        text NOT NULL CHECK (kind IN ('award', 'regret', 'success', 'custom', 'dd')),
    reference   text NOT NULL,
    language    text NOT NULL,
    subject     text NOT NULL,
    body        text NOT NULL,
    closing     text NOT NULL, -- what the law asks for, below the figures
    footer      text NOT NULL,
    signature   text NOT NULL,
    document_id uuid REFERENCES document, -- the PDF, once it is printed
    status      text NOT NULL CHECK (status IN ('draft', 'issued')),
    issued_at   timestamptz,
    read_at     timestamptz,
    UNIQUE (buyer_id, reference),
    CHECK ((status = 'issued') = (issued_at IS NOT NULL))
);
-- One verdict for a bidder; letters beside the decision are as many as there is to say.
CREATE UNIQUE INDEX letter_verdict ON letter (category_id, supplier_id) WHERE kind IN ('award', 'regret', 'success');
CREATE INDEX letter_supplier ON letter (supplier_id, issued_at DESC, id DESC);
-- The figures that a letter tells, as they were when it was issued.
CREATE TABLE letter_figure (
    letter_id   uuid NOT NULL REFERENCES letter,
    buyer_id    uuid NOT NULL,
    supplier_id uuid NOT NULL,
    position    int NOT NULL,
    key         text NOT NULL,
    value       text NOT NULL,
    strong      boolean NOT NULL,
    PRIMARY KEY (letter_id, position)
);
-- The words of a job's letters; the people and figures are filled in per supplier.
CREATE TABLE letter_template (
    job_id    uuid NOT NULL REFERENCES job,
    buyer_id  uuid NOT NULL,
    kind      text NOT NULL CHECK (kind IN ('award', 'regret', 'success', 'custom', 'dd')),
    language  text NOT NULL,
    subject   text NOT NULL,
    body      text NOT NULL,
    footer    text NOT NULL,
    signature text NOT NULL,
    saved_at  timestamptz NOT NULL,
    PRIMARY KEY (job_id, kind)
);

CREATE TABLE contract (
    id          uuid PRIMARY KEY,
    buyer_id    uuid NOT NULL REFERENCES company,
    supplier_id uuid NOT NULL REFERENCES company,
    award_id    uuid REFERENCES award,
    number      text NOT NULL,
    title       text NOT NULL,
    description text NOT NULL DEFAULT '',
    currency    char(3) NOT NULL,
    value       numeric(20,4) NOT NULL,
    contract_date date,
    starts_on   date,
    ends_on     date,
    status      text NOT NULL CHECK (status IN ('draft', 'internal_review', 'approved', 'sent', 'negotiating', 'signing', 'active', 'expired', 'terminated', 'completed', 'archived')),
    no_signature_before timestamptz NOT NULL,
    created_at  timestamptz NOT NULL,
    version     int NOT NULL DEFAULT 1,
    UNIQUE (buyer_id, number),
    UNIQUE (award_id, supplier_id) -- one for each winner
);
CREATE INDEX contract_buyer ON contract (buyer_id, created_at DESC, id DESC);
CREATE INDEX contract_supplier ON contract (supplier_id, created_at DESC, id DESC);

-- Second wall on sealed bid content: the application role sees drafts, envelopes and parts of files only as their supplier.
-- +goose StatementBegin
DO $$
DECLARE
    t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['response', 'price_response', 'sealed_envelope', 'sealed_file', 'upload_part'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY own ON %I USING (supplier_id = nullif(current_setting(''zabuni.company'', true), '''')::uuid)', t);
    END LOOP;
END $$;
-- +goose StatementEnd

-- +goose Down
DROP TABLE contract, letter_template, letter_figure, letter, list_entry, award_line, award, recommendation_line, recommendation, line_result, bid_result, score, evaluation_assignment,
    opened_file, opened_price, opened_answer, opened_bid, opening_approval, opening_session;
