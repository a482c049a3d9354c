-- name: PassedPrices :many
-- What stands of the bids that passed: those that failed are compared with nothing.
SELECT submission_id, supplier_id, price::numeric AS price FROM bid_result
WHERE category_id = @category_id AND buyer_id = @buyer_id AND outcome = 'pass' AND price IS NOT NULL ORDER BY rank NULLS LAST, submission_id;

-- name: LastPaid :many
-- Of each item what the same buyer paid for last, or was paid, under an award that is no longer in its standstill: by the same code,
-- or by the same classification where it has none; in the same unit and currency.
SELECT i.id AS item_id, i.quantity, p.id AS paid_item_id, p.award_id, p.submission_id, p.supplier_id, o.unit_price, p.decided_at
FROM item i JOIN LATERAL (
    SELECT x.id, x.number, w.id AS award_id, l.submission_id, l.supplier_id, w.decided_at
    FROM item x JOIN award_line l ON l.category_id = x.category_id AND (l.item_id IS NULL OR l.item_id = x.id)
    JOIN award w ON w.id = l.award_id JOIN category k ON k.id = x.category_id
    WHERE x.buyer_id = i.buyer_id AND x.category_id <> i.category_id AND x.gone_by IS NULL
      AND ((i.code <> '' AND x.code = i.code) OR (i.code = '' AND i.classification <> '' AND x.classification = i.classification))
      AND lower(x.unit) = lower(i.unit) AND w.currency = @currency AND k.status IN ('awarded', 'complete') AND k.activity = ANY(@likewise::text[])
    ORDER BY w.decided_at DESC, w.id DESC, x.position, x.id LIMIT 1) p ON true
JOIN offer f ON f.submission_id = p.submission_id JOIN opened_price o ON o.submission_id = f.priced_by
JOIN item y ON y.id = o.item_id AND y.number = p.number
WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND i.gone_by IS NULL ORDER BY i.position, i.id;

-- name: BeforeRounds :one
-- What a bid offered before its category was negotiated; no row where it was not.
SELECT o.submission_id, o.supplier_id, o.price::numeric AS price, o.opened_at FROM opened_bid o
WHERE o.submission_id = @submission_id AND o.buyer_id = @buyer_id AND o.price IS NOT NULL
  AND EXISTS (SELECT FROM category c WHERE c.parent_id = o.category_id AND c.status = 'evaluated');

-- name: FirstInRoom :one
-- The first bid of a room that still stands; no row where there was no room.
SELECT e.seq, e.supplier_id::uuid AS supplier_id, e.amount::numeric AS amount, e.at FROM auction_event e
WHERE e.category_id = @category_id AND e.buyer_id = @buyer_id AND e.amount IS NOT NULL
  AND NOT EXISTS (SELECT FROM auction_event v WHERE v.category_id = e.category_id AND v.voids = e.seq)
ORDER BY e.seq LIMIT 1;

-- name: InsertSaving :exec
INSERT INTO saving (award_id, kind, category_id, buyer_id, best, currency, awarded, baseline, saved, percent, missing)
VALUES (@award_id, @kind, @category_id, @buyer_id, @best, @currency, @awarded, sqlc.narg(baseline), sqlc.narg(saved), sqlc.narg(percent), sqlc.narg(missing));

-- name: InsertSavingSources :exec
-- In one statement, however many items and bids there are.
INSERT INTO saving_source (award_id, kind, position, buyer_id, submission_id, supplier_id, item_id, paid_item_id, paid_award_id, bid_seq, at, quantity, unit_price, amount)
SELECT @award_id, @kind, s.position, @buyer_id, s.submission_id, s.supplier_id, s.item_id, s.paid_item_id, s.paid_award_id, s.bid_seq, s.at, s.quantity, s.unit_price, s.amount
FROM jsonb_to_recordset(@sources::jsonb) AS s (position int, submission_id uuid, supplier_id uuid, item_id uuid, paid_item_id uuid, paid_award_id uuid,
     bid_seq bigint, at timestamptz, quantity numeric(20,6), unit_price numeric(20,4), amount numeric(20,4));
