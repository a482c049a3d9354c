-- +goose Up
-- A person's exercise at an auction. Nothing else reads it, and it goes once the auction has begun.
CREATE TABLE auction_practice (
    category_id uuid NOT NULL REFERENCES auction,
    account_id  uuid NOT NULL REFERENCES account,
    supplier_id uuid NOT NULL REFERENCES company,
    buyer_id    uuid NOT NULL,
    seed        bigint NOT NULL, -- of its robots
    begun_at    timestamptz NOT NULL,
    bids        jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (category_id, account_id)
);

-- +goose Down
DROP TABLE auction_practice;
