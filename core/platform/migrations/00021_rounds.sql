-- +goose Up
-- A round of negotiation is a category below the one that is negotiated: it has a closing, keys and an opening of its own.
ALTER TABLE category
    ADD COLUMN round          int NOT NULL DEFAULT 0, -- of its parent, from 1
    ADD COLUMN best_and_final boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT category_round_of CHECK ((parent_id IS NULL) = (round = 0));
CREATE UNIQUE INDEX category_rounds ON category (parent_id, round) WHERE parent_id IS NOT NULL;

-- Who may see a category may see its rounds, and nobody else.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION zabuni.admits(in_account uuid, in_category uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    WITH asked AS (SELECT coalesce((SELECT c.parent_id FROM category c WHERE c.id = in_category), in_category) AS id)
    SELECT NOT EXISTS (SELECT FROM category_access x, asked WHERE x.account_id = in_account AND x.category_id = asked.id AND NOT x.allowed)
       AND (EXISTS (SELECT FROM category_access x, asked WHERE x.account_id = in_account AND x.category_id = asked.id AND x.allowed)
            OR NOT EXISTS (SELECT FROM category_access x WHERE x.account_id = in_account AND x.allowed))
$$;
-- +goose StatementEnd

-- What each bidder offers in a category: what it bid there, or in the last round that has a result and that it took part in. Lines
-- lie below priced_by; items of a round have the numbers of those above.
CREATE VIEW offer AS
SELECT o.submission_id, o.category_id, o.buyer_id, o.supplier_id, coalesce(r.submission_id, o.submission_id) AS priced_by,
       coalesce(r.price, o.price) AS price
FROM opened_bid o LEFT JOIN LATERAL (
    SELECT x.submission_id, x.price FROM category c JOIN opened_bid x ON x.category_id = c.id
    WHERE c.parent_id = o.category_id AND c.status = 'evaluated' AND x.supplier_id = o.supplier_id AND x.price IS NOT NULL
    ORDER BY c.round DESC LIMIT 1) r ON true;

-- The best price that scores were computed from, and the bids among which it was the best: who drops out afterwards moves nobody's score.
CREATE TABLE frozen_price (
    category_id uuid NOT NULL REFERENCES category,
    part        uuid NOT NULL, -- the item where bids are ordered item by item, elsewhere the category itself
    buyer_id    uuid NOT NULL,
    best        numeric(20,4), -- null where no price is open
    basis       uuid[] NOT NULL,
    frozen_at   timestamptz NOT NULL,
    PRIMARY KEY (category_id, part)
);

-- +goose Down
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION zabuni.admits(in_account uuid, in_category uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT NOT EXISTS (SELECT FROM category_access x WHERE x.account_id = in_account AND x.category_id = in_category AND NOT x.allowed)
       AND (EXISTS (SELECT FROM category_access x WHERE x.account_id = in_account AND x.category_id = in_category AND x.allowed)
            OR NOT EXISTS (SELECT FROM category_access x WHERE x.account_id = in_account AND x.allowed))
$$;
-- +goose StatementEnd
DROP TABLE frozen_price;
DROP VIEW offer;
DROP INDEX category_rounds;
ALTER TABLE category DROP CONSTRAINT category_round_of, DROP COLUMN best_and_final, DROP COLUMN round;
