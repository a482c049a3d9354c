-- +goose Up
-- How many of a category's bids are checked a second time, in per cent. Which ones follows from the closing root.
CREATE TABLE quality_plan (
    category_id uuid PRIMARY KEY REFERENCES category,
    buyer_id    uuid NOT NULL,
    sample      int NOT NULL CHECK (sample BETWEEN 0 AND 100),
    set_by      uuid NOT NULL REFERENCES account,
    set_at      timestamptz NOT NULL,
    version     int NOT NULL
);

-- One check of one bid: whose it is, whoever had a hand in it, and who finished it. Nobody has a hand in both of a bid.
CREATE TABLE quality_sheet (
    submission_id uuid NOT NULL REFERENCES submission,
    turn          text NOT NULL CHECK (turn IN ('first', 'second')),
    category_id   uuid NOT NULL REFERENCES category,
    buyer_id      uuid NOT NULL,
    supplier_id   uuid NOT NULL,
    checker       uuid REFERENCES account, -- null: whoever comes first
    hands         uuid[] NOT NULL DEFAULT '{}',
    finished_by   uuid REFERENCES account,
    finished_at   timestamptz,
    version       int NOT NULL,
    PRIMARY KEY (submission_id, turn),
    CHECK ((finished_by IS NULL) = (finished_at IS NULL))
);
CREATE INDEX quality_sheet_category ON quality_sheet (category_id);

-- What somebody else found of the same answer, without having seen what was found before. Once finished it is what counts.
CREATE TABLE quality_control (
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
CREATE INDEX quality_control_category ON quality_control (category_id);

-- Who has checked until now had a hand in the first check.
INSERT INTO quality_sheet (submission_id, turn, category_id, buyer_id, supplier_id, hands, version)
SELECT submission_id, 'first', category_id, buyer_id, supplier_id, array_agg(DISTINCT checked_by), 1
FROM quality_check GROUP BY submission_id, category_id, buyer_id, supplier_id;

SELECT zabuni.keep('quality_plan', '{category_id}');
SELECT zabuni.keep('quality_sheet', '{submission_id,turn}');
SELECT zabuni.keep('quality_control', '{submission_id,question_id}');

-- +goose Down
DROP TABLE quality_control, quality_sheet, quality_plan;
DELETE FROM kept WHERE name IN ('quality_plan', 'quality_sheet', 'quality_control');
DROP FUNCTION zabuni.kept_quality_plan(), zabuni.kept_quality_plan_changed(), zabuni.kept_quality_plan_gone(),
    zabuni.kept_quality_sheet(), zabuni.kept_quality_sheet_changed(), zabuni.kept_quality_sheet_gone(),
    zabuni.kept_quality_control(), zabuni.kept_quality_control_changed(), zabuni.kept_quality_control_gone();
