-- +goose Up
-- The report of an evaluation as the people sign it who judged the bids. It says a result; when that moves before the last of them has
-- signed, nobody signs any more what is not so, and the report is made anew.
CREATE TABLE evaluation_report (
    id          uuid PRIMARY KEY,
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL REFERENCES company,
    number      int NOT NULL CHECK (number > 0),
    language    text NOT NULL,
    result_sum  bytea NOT NULL,                    -- SHA-256 of the result that it says
    paper_id    uuid NOT NULL REFERENCES document, -- the PDF with the signatures that it has
    paper_sum   bytea NOT NULL,                    -- SHA-256 of it: whoever signs names it
    begun_by    uuid NOT NULL REFERENCES account,
    begun_at    timestamptz NOT NULL,
    outcome     text CHECK (outcome IN ('signed', 'replaced')), -- null: it waits for signatures
    ended_at    timestamptz,
    UNIQUE (category_id, number),
    CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX evaluation_report_open ON evaluation_report (category_id) WHERE outcome IS NULL;

-- Who signs it, and what each has signed.
CREATE TABLE evaluation_signer (
    report_id   uuid NOT NULL REFERENCES evaluation_report,
    account_id  uuid NOT NULL REFERENCES account,
    buyer_id    uuid NOT NULL REFERENCES company,
    name        text NOT NULL, -- as the paper has it
    company     text NOT NULL,
    shown       bytea,       -- SHA-256 of the paper that they read
    paper_id    uuid REFERENCES document,
    sum         bytea,       -- SHA-256 of the paper with their signature
    certificate bytea,       -- of that act
    proved_at   timestamptz, -- when they last proved who they are
    stamped_at  timestamptz, -- as the token says
    signed_at   timestamptz,
    entry       bigint,      -- of the log
    PRIMARY KEY (report_id, account_id),
    CHECK (num_nulls(shown, paper_id, sum, certificate, proved_at, stamped_at, signed_at, entry) IN (0, 8))
);
REVOKE DELETE ON evaluation_report, evaluation_signer FROM zabuni_app, zabuni_opener;
SELECT zabuni.keep('evaluation_report', '{id}');
SELECT zabuni.keep('evaluation_signer', '{report_id,account_id}');

-- +goose Down
DROP TABLE evaluation_signer;
DROP TABLE evaluation_report;
DELETE FROM kept WHERE name IN ('evaluation_report', 'evaluation_signer');
DROP FUNCTION zabuni.kept_evaluation_report(), zabuni.kept_evaluation_report_changed(), zabuni.kept_evaluation_report_gone(),
    zabuni.kept_evaluation_signer(), zabuni.kept_evaluation_signer_changed(), zabuni.kept_evaluation_signer_gone();
