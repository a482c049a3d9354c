-- +goose Up
-- A bid that a host enters for somebody who bids on paper names the scan of that paper, and no other event does.
ALTER TABLE auction_event ADD COLUMN paper_id uuid REFERENCES document, ADD CHECK ((kind = 'bid_surrogate') = (paper_id IS NOT NULL));
SELECT zabuni.keep('auction_event', '{category_id,seq}');
-- The price that a room must reach: its buyer's, who is held to it by the salted hash that bidders read from publication on.
ALTER TABLE auction ADD COLUMN reserve numeric(20,4) CHECK (reserve > 0), ADD COLUMN show_reserve_met boolean NOT NULL DEFAULT false,
    ADD COLUMN reserve_salt bytea, ADD COLUMN reserve_commitment bytea,
    ADD CHECK ((reserve_salt IS NULL) = (reserve_commitment IS NULL)), ADD CHECK (reserve IS NOT NULL OR reserve_salt IS NULL),
    ADD CHECK (reserve IS NULL OR status = 'draft' OR reserve_commitment IS NOT NULL);
SELECT zabuni.keep('auction', '{category_id}');

-- +goose Down
DROP TRIGGER kept_auction_changed ON auction;
DROP TRIGGER kept_auction_event_changed ON auction_event;
ALTER TABLE auction DROP COLUMN reserve CASCADE, DROP COLUMN show_reserve_met, DROP COLUMN reserve_salt CASCADE, DROP COLUMN reserve_commitment CASCADE;
ALTER TABLE auction_event DROP COLUMN paper_id;
SELECT zabuni.keep('auction', '{category_id}');
SELECT zabuni.keep('auction_event', '{category_id,seq}');
