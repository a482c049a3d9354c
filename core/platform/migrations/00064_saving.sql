-- +goose Up
-- What an award saved against each of four baselines, as it was when it was decided: later awards change nothing. A baseline that
-- could not be had is none, with its reason, and never zero.
CREATE TABLE saving (
    award_id    uuid NOT NULL REFERENCES award,
    kind        text NOT NULL CHECK (kind IN ('estimate', 'mean', 'last_paid', 'before')),
    category_id uuid NOT NULL REFERENCES category,
    buyer_id    uuid NOT NULL,
    best        text NOT NULL CHECK (best IN ('lowest', 'highest')), -- of what is sold, more is better
    currency    char(3) NOT NULL,
    awarded     numeric(20,4) NOT NULL,
    baseline    numeric(20,4),
    saved       numeric(20,4), -- below zero where the award was worse than its baseline
    percent     numeric(20,4), -- of the baseline, rounded once; none where it would have more digits than a number has
    missing     text CHECK (missing IN ('no_estimate', 'in_part', 'too_few_bids', 'never_paid', 'not_negotiated', 'too_large')),
    PRIMARY KEY (award_id, kind),
    CHECK ((baseline IS NULL) = (missing IS NOT NULL) AND (baseline IS NULL) = (saved IS NULL)),
    CHECK (percent IS NULL OR baseline IS NOT NULL)
);
CREATE INDEX saving_buyer ON saving (buyer_id, kind);
CREATE INDEX saving_category ON saving (category_id);

-- The rows that a baseline came from.
CREATE TABLE saving_source (
    award_id      uuid NOT NULL,
    kind          text NOT NULL,
    position      int NOT NULL,
    buyer_id      uuid NOT NULL,
    submission_id uuid REFERENCES submission,
    supplier_id   uuid REFERENCES company,
    item_id       uuid REFERENCES item,  -- of the category that was awarded
    paid_item_id  uuid REFERENCES item,  -- of an earlier award, that was paid for
    paid_award_id uuid REFERENCES award,
    bid_seq       bigint,                -- of a bid in a room
    at            timestamptz,
    quantity      numeric(20,6),
    unit_price    numeric(20,4),
    amount        numeric(20,4) NOT NULL,
    PRIMARY KEY (award_id, kind, position),
    FOREIGN KEY (award_id, kind) REFERENCES saving,
    CHECK ((paid_item_id IS NULL) = (paid_award_id IS NULL))
);

-- What was paid before is looked for by what an item is called.
CREATE INDEX item_coded ON item (buyer_id, code) WHERE code <> '';
CREATE INDEX item_classified ON item (buyer_id, classification) WHERE classification <> '';

SELECT zabuni.keep('saving', '{award_id}');
SELECT zabuni.keep('saving_source', '{award_id}');
REVOKE UPDATE, DELETE ON saving, saving_source FROM zabuni_app, zabuni_opener;

-- +goose Down
DROP INDEX item_coded, item_classified;
DROP TABLE saving_source, saving;
DELETE FROM kept WHERE name IN ('saving', 'saving_source');
DROP FUNCTION zabuni.kept_saving(), zabuni.kept_saving_changed(), zabuni.kept_saving_gone(),
    zabuni.kept_saving_source(), zabuni.kept_saving_source_changed(), zabuni.kept_saving_source_gone();
