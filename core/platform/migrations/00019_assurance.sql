-- +goose Up
-- Who checks what bidders claim, and that they have no interest in it: apart from those who score, for whom results wait.
CREATE TABLE quality_declaration (
    category_id uuid NOT NULL REFERENCES category,
    account_id  uuid NOT NULL REFERENCES account,
    buyer_id    uuid NOT NULL,
    interest    text NOT NULL CHECK (interest IN ('none', 'interest', 'recused')),
    declaration text NOT NULL,
    declared_at timestamptz NOT NULL,
    PRIMARY KEY (category_id, account_id)
);

-- What a person found of one answer of an opened bid. Whoever finds it other than valid says by what.
CREATE TABLE quality_check (
    submission_id uuid NOT NULL REFERENCES submission,
    question_id   uuid NOT NULL REFERENCES question,
    category_id   uuid NOT NULL REFERENCES category,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    verdict       text NOT NULL CHECK (verdict IN ('valid', 'expired', 'not_issued', 'altered', 'unreadable', 'missing')),
    note          text NOT NULL,
    checked_by    uuid NOT NULL REFERENCES account,
    checked_at    timestamptz NOT NULL,
    version       int NOT NULL,
    PRIMARY KEY (submission_id, question_id),
    CHECK (verdict = 'valid' OR note <> '')
);
CREATE INDEX quality_check_category ON quality_check (category_id);

-- The verdict by which a bid failed, as it was when its result was made.
ALTER TABLE bid_result ADD COLUMN failed_check text CHECK (failed_check IN ('expired', 'not_issued', 'altered', 'unreadable', 'missing'));

-- +goose Down
ALTER TABLE bid_result DROP COLUMN failed_check;
DROP TABLE quality_check, quality_declaration;
