-- +goose Up
-- The live part of a category that is an auction. Its rules are frozen when it is published; only its times move, by events.
-- The category's own window is the technical one, and its sealing keys know nothing of this.
CREATE TABLE auction (
    category_id    uuid PRIMARY KEY REFERENCES category,
    buyer_id       uuid NOT NULL REFERENCES company,
    best_price     text NOT NULL CHECK (best_price IN ('lowest', 'highest')),
    currency       char(3) NOT NULL,
    visibility     text NOT NULL CHECK (visibility IN ('all', 'best_rank', 'best', 'rank', 'own')),
    show_bidders   boolean NOT NULL,
    step_amount    numeric(20,4) CHECK (step_amount > 0),
    step_percent   numeric(20,6) CHECK (step_percent > 0),
    reference      text NOT NULL CHECK (reference IN ('leader', 'own')),
    start_price    numeric(20,4) CHECK (start_price > 0),
    jump_percent   numeric(20,6) NOT NULL,
    starts_at      timestamptz NOT NULL,
    ends_at        timestamptz NOT NULL,
    hard_end       timestamptz NOT NULL,
    window_seconds int NOT NULL,
    extend_seconds int NOT NULL,
    extend_from    text NOT NULL CHECK (extend_from IN ('receipt', 'close')),
    extend_on      text NOT NULL CHECK (extend_on IN ('any', 'leader', 'rank')),
    trigger_rank   int NOT NULL,
    max_extensions int NOT NULL,
    status         text NOT NULL CHECK (status IN ('draft', 'published', 'paused', 'closed', 'cancelled')),
    seq            bigint NOT NULL DEFAULT 0, -- of its last event
    extensions     int NOT NULL DEFAULT 0,
    last_at        timestamptz NOT NULL, -- of its last event: time does not go back
    paused_at      timestamptz,
    CHECK (starts_at < ends_at AND ends_at <= hard_end),
    CHECK ((step_amount IS NULL) <> (step_percent IS NULL)),
    CHECK ((status = 'paused') = (paused_at IS NOT NULL))
) WITH (fillfactor = 50);
CREATE INDEX auction_buyer ON auction (buyer_id, starts_at DESC, category_id DESC);
CREATE INDEX auction_due ON auction (ends_at) WHERE status = 'published';

-- Who has entered the room. Its alias tells neither who it is nor how many there are.
CREATE TABLE auction_participant (
    category_id uuid NOT NULL REFERENCES auction,
    supplier_id uuid NOT NULL REFERENCES company,
    buyer_id    uuid NOT NULL,
    alias       int NOT NULL,
    blocked     boolean NOT NULL DEFAULT false,
    joined_by   uuid NOT NULL REFERENCES account,
    joined_at   timestamptz NOT NULL,
    best        numeric(20,4), -- its last standing bid
    best_seq    bigint,
    PRIMARY KEY (category_id, supplier_id),
    UNIQUE (category_id, alias),
    CHECK ((best IS NULL) = (best_seq IS NULL))
) WITH (fillfactor = 50);
CREATE INDEX auction_participant_supplier ON auction_participant (supplier_id, category_id);

-- All that happened in the room, in one order. A line is written once.
CREATE TABLE auction_event (
    category_id uuid NOT NULL REFERENCES auction,
    seq         bigint NOT NULL,
    buyer_id    uuid NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('published', 'bid', 'bid_surrogate', 'bid_void', 'paused', 'resumed', 'end_moved', 'blocked',
                                              'unblocked', 'message', 'closed', 'cancelled')),
    supplier_id uuid REFERENCES company,
    amount      numeric(20,4) CHECK (amount > 0),
    at          timestamptz NOT NULL,
    ends_after  timestamptz NOT NULL,
    extensions  int NOT NULL,
    reason      text NOT NULL,
    voids       bigint,
    by_id       uuid NOT NULL,
    key         text NOT NULL, -- under which a bid was sent
    PRIMARY KEY (category_id, seq),
    FOREIGN KEY (category_id, voids) REFERENCES auction_event,
    CHECK ((kind IN ('bid', 'bid_surrogate')) = (amount IS NOT NULL)),
    CHECK ((kind = 'bid_void') = (voids IS NOT NULL))
);
CREATE UNIQUE INDEX auction_event_key ON auction_event (category_id, supplier_id, key) WHERE key <> '';
CREATE UNIQUE INDEX auction_event_void ON auction_event (category_id, voids) WHERE voids IS NOT NULL; -- nothing is void twice
REVOKE UPDATE, DELETE ON auction_event FROM zabuni_app, zabuni_opener;

-- Where an auction stands at a moment: as the rule says it.
-- +goose StatementBegin
CREATE FUNCTION zabuni.phase(in_status text, starts_at timestamptz, ends_at timestamptz, extensions int, now timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN in_status <> 'published' THEN in_status WHEN now < starts_at THEN 'upcoming' WHEN now >= ends_at THEN 'closed'
                WHEN extensions > 0 THEN 'overtime' ELSE 'open' END
$$;
-- +goose StatementEnd
GRANT EXECUTE ON FUNCTION zabuni.phase(text, timestamptz, timestamptz, int, timestamptz) TO zabuni_app;

-- What a bidder offers where prices are live is its last standing bid, once the room is closed.
DROP VIEW offer;
CREATE VIEW offer AS
SELECT o.submission_id, o.category_id, o.buyer_id, o.supplier_id, coalesce(r.submission_id, o.submission_id) AS priced_by,
       coalesce(r.price, l.amount, o.price) AS price, l.seq AS bid_seq, l.at AS bid_at
FROM opened_bid o LEFT JOIN LATERAL (
    SELECT x.submission_id, x.price FROM category c JOIN opened_bid x ON x.category_id = c.id
    WHERE c.parent_id = o.category_id AND c.status = 'evaluated' AND x.supplier_id = o.supplier_id AND x.price IS NOT NULL
    ORDER BY c.round DESC LIMIT 1) r ON true
LEFT JOIN LATERAL (
    SELECT e.amount, e.seq, e.at FROM auction a JOIN auction_participant p ON p.category_id = a.category_id
    JOIN auction_event e ON e.category_id = p.category_id AND e.seq = p.best_seq
    WHERE a.category_id = o.category_id AND a.status = 'closed' AND p.supplier_id = o.supplier_id) l ON true;

-- Who bid nothing in the room that he was let into has failed by that.
ALTER TABLE bid_result DROP CONSTRAINT bid_result_failed_check_check,
    ADD CONSTRAINT bid_result_failed_check_check CHECK (failed_check IN ('expired', 'not_issued', 'altered', 'unreadable', 'missing', 'visit', 'price', 'no_bid'));

SELECT zabuni.keep('auction', '{category_id}');
SELECT zabuni.keep('auction_participant', '{category_id,supplier_id}');
SELECT zabuni.keep('auction_event', '{category_id,seq}');

-- +goose Down
ALTER TABLE bid_result DROP CONSTRAINT bid_result_failed_check_check,
    ADD CONSTRAINT bid_result_failed_check_check CHECK (failed_check IN ('expired', 'not_issued', 'altered', 'unreadable', 'missing', 'visit', 'price'));
DROP VIEW offer;
CREATE VIEW offer AS
SELECT o.submission_id, o.category_id, o.buyer_id, o.supplier_id, coalesce(r.submission_id, o.submission_id) AS priced_by,
       coalesce(r.price, o.price) AS price
FROM opened_bid o LEFT JOIN LATERAL (
    SELECT x.submission_id, x.price FROM category c JOIN opened_bid x ON x.category_id = c.id
    WHERE c.parent_id = o.category_id AND c.status = 'evaluated' AND x.supplier_id = o.supplier_id AND x.price IS NOT NULL
    ORDER BY c.round DESC LIMIT 1) r ON true;
DROP FUNCTION zabuni.phase(text, timestamptz, timestamptz, int, timestamptz);
DROP TABLE auction_event, auction_participant, auction;
DELETE FROM kept WHERE name IN ('auction', 'auction_participant', 'auction_event');
DROP FUNCTION zabuni.kept_auction(), zabuni.kept_auction_changed(), zabuni.kept_auction_gone(),
    zabuni.kept_auction_participant(), zabuni.kept_auction_participant_changed(), zabuni.kept_auction_participant_gone(),
    zabuni.kept_auction_event(), zabuni.kept_auction_event_changed(), zabuni.kept_auction_event_gone();
