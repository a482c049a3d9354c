-- name: MoneyOf :many
-- What came from a supplier and went back, as the ledger has it, the newest first: each movement of an order with what it left held of
-- its currency. What moved within the platform at one moment, and nothing beside it, is none.
SELECT m.order_id, o.number, m.at, m.currency, m.amount, m.movement, m.provider, m.reference, m.balance,
       coalesce((SELECT string_agg(c.name, ', ' ORDER BY c.name) FROM order_line l JOIN category c ON c.id = l.category_id WHERE l.order_id = m.order_id), '')::text AS purpose
FROM (SELECT x.*, (sum(x.amount) OVER (PARTITION BY x.currency ORDER BY x.at, x.order_id))::numeric(20,4) AS balance
      FROM (SELECT a.order_id, e.at, e.currency::text AS currency, sum(e.amount)::numeric(20,4) AS amount,
                   (array_agg(e.movement ORDER BY (e.movement IN ('capture', 'suspense')), e.movement))[1]::text AS movement,
                   min(a.provider)::text AS provider, coalesce(max(a.receipt), '')::text AS reference
            FROM ledger_entry e JOIN payment_attempt a ON a.id = e.attempt_id
            WHERE e.supplier_id = @supplier_id AND (e.account LIKE 'provider:%' OR e.account = 'outgoing')
            GROUP BY a.order_id, e.at, e.currency HAVING sum(e.amount) <> 0) x) m
JOIN purchase_order o ON o.id = m.order_id
WHERE (m.at, m.order_id) < (@after_at::timestamptz, @after_id::uuid)
  AND zabuni.within(m.at, sqlc.narg(at_from)::date, sqlc.narg(at_to)::date, @zone::text)
  AND (sqlc.narg(search)::text IS NULL OR o.number = upper(sqlc.narg(search)) OR m.reference ILIKE sqlc.narg(search))
ORDER BY m.at DESC, m.order_id DESC LIMIT @max_rows;

-- name: MoneyTotals :many
-- By currency: what was held before a period, what came and went in it, and what is held after it.
SELECT e.currency::text AS currency,
       coalesce(sum(e.amount) FILTER (WHERE e.at < sqlc.narg(at_from)::date::timestamp AT TIME ZONE @zone::text), 0)::numeric(20,4) AS opening,
       coalesce(sum(e.amount) FILTER (WHERE e.amount > 0 AND zabuni.within(e.at, sqlc.narg(at_from)::date, sqlc.narg(at_to)::date, @zone::text)), 0)::numeric(20,4) AS came,
       coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0 AND zabuni.within(e.at, sqlc.narg(at_from)::date, sqlc.narg(at_to)::date, @zone::text)), 0)::numeric(20,4) AS went
FROM (SELECT a.order_id, l.at, l.currency, sum(l.amount) AS amount FROM ledger_entry l JOIN payment_attempt a ON a.id = l.attempt_id
      WHERE l.supplier_id = @supplier_id AND (l.account LIKE 'provider:%' OR l.account = 'outgoing') GROUP BY a.order_id, l.at, l.currency) e
GROUP BY e.currency ORDER BY 1;

-- name: OwedBuyers :many
-- scope: operator: buyers that fees were collected for.
SELECT b.id, b.name, b.country::text AS country, b.created_at FROM company b
WHERE b.kind = 'buyer' AND (b.created_at, b.id) < (@after_at::timestamptz, @after_id::uuid)
  AND EXISTS (SELECT FROM ledger_entry e WHERE e.account = 'buyer:' || b.id::text)
  AND (sqlc.narg(search)::text IS NULL OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY b.created_at DESC, b.id DESC LIMIT @max_rows;

-- name: OwedSums :many
-- What is owed to buyers, by currency: of what has closed, of what is open still (which tells how many bid, and is paid out later), and
-- what of it somebody says was paid out already; and whether anything has closed at all.
SELECT x.buyer_id, x.currency, x.due, x.later, x.closed,
       coalesce((SELECT sum(p.amount) FROM payment_payout p WHERE p.buyer_id = x.buyer_id AND p.currency = x.currency AND p.status = 'asked'), 0)::numeric(20,4) AS asked
FROM (SELECT b.id AS buyer_id, e.currency::text AS currency,
             coalesce(-sum(e.amount) FILTER (WHERE c.id IS NULL OR c.closed_at IS NOT NULL OR c.status = 'cancelled'), 0)::numeric(20,4) AS due,
             coalesce(-sum(e.amount) FILTER (WHERE c.closed_at IS NULL AND c.status <> 'cancelled'), 0)::numeric(20,4) AS later,
             bool_or(c.id IS NULL OR c.closed_at IS NOT NULL OR c.status = 'cancelled')::boolean AS closed
      FROM company b JOIN ledger_entry e ON e.account = 'buyer:' || b.id::text LEFT JOIN category c ON c.id = e.category_id AND c.buyer_id = e.buyer_id
      WHERE b.id = ANY(@buyer_ids::uuid[]) AND e.buyer_id = ANY(@buyer_ids::uuid[]) GROUP BY b.id, e.currency) x
ORDER BY x.buyer_id, x.currency;

-- name: PayoutKnown :one
-- A bank's reference is the same in small letters.
SELECT EXISTS (SELECT FROM payment_payout WHERE buyer_id = @buyer_id AND upper(reference) = upper(@reference) AND status <> 'refused');

-- name: PaidOutAlone :one
-- What one person has paid out to a buyer by itself since a moment.
SELECT coalesce(sum(amount), 0)::numeric(20,4) FROM payment_payout
WHERE buyer_id = @buyer_id AND currency = @currency AND asked_by = @asked_by AND alone AND status <> 'refused' AND asked_at > @since;

-- name: InsertPayout :execrows
INSERT INTO payment_payout (id, code, buyer_id, currency, amount, status, reference, paid_on, note, document_id, alone, asked_by, asked_at)
VALUES (@id, @code, @buyer_id, @currency, @amount, 'asked', @reference, @paid_on, @note, @document_id, @alone, @asked_by, @asked_at)
ON CONFLICT (code) DO NOTHING;

-- name: PayoutOwner :one
-- scope: operator: whose money it is, before its lock is taken.
SELECT buyer_id FROM payment_payout WHERE id = @id;

-- name: LockPayout :one
SELECT id, code, buyer_id, currency::text AS currency, amount, status, reference, asked_by, alone FROM payment_payout WHERE id = @id AND buyer_id = @buyer_id FOR UPDATE;

-- name: DecidePayout :exec
UPDATE payment_payout SET status = @status, decided_by = @decided_by, decided_at = @decided_at WHERE id = @id AND buyer_id = @buyer_id;

-- name: BuyerNamed :one
-- scope: operator: a buyer of any.
SELECT name FROM company WHERE id = @id AND kind = 'buyer';

-- name: Payouts :many
-- scope: operator: what was paid out, to every buyer.
SELECT p.id, p.code, p.buyer_id, b.name AS buyer_name, p.currency::text AS currency, p.amount, p.status, p.reference, p.paid_on, p.note, p.document_id, p.asked_by, p.asked_at,
       trim(a.first_name || ' ' || a.last_name)::text AS asker, p.decided_at, coalesce(trim(d.first_name || ' ' || d.last_name), '')::text AS decider
FROM payment_payout p JOIN company b ON b.id = p.buyer_id JOIN account a ON a.id = p.asked_by LEFT JOIN account d ON d.id = p.decided_by
WHERE (p.asked_at, p.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR p.status = ANY(@statuses::text[]))
  AND zabuni.within(p.asked_at, sqlc.narg(asked_from)::date, sqlc.narg(asked_to)::date, @zone::text)
  AND (sqlc.narg(just)::uuid IS NULL OR p.id = sqlc.narg(just))
  AND (sqlc.narg(search)::text IS NULL OR p.code = upper(sqlc.narg(search)) OR p.reference ILIKE sqlc.narg(search) OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY p.asked_at DESC, p.id DESC LIMIT @max_rows;

-- name: PayoutsOf :many
-- What was paid out to a buyer.
SELECT p.id, p.code, p.currency::text AS currency, p.amount, p.reference, p.paid_on, p.decided_at FROM payment_payout p
WHERE p.buyer_id = @buyer_id AND p.status = 'done' AND (p.decided_at, p.id) < (@after_at::timestamptz, @after_id::uuid)
ORDER BY p.decided_at DESC, p.id DESC LIMIT @max_rows;

-- name: CheckedDay :one
-- scope: operator: whether the totals of a way were compared for a day.
SELECT EXISTS (SELECT FROM payment_total WHERE provider = @provider AND day = @day);

-- name: BookedDay :many
-- scope: operator: what a way took and gave back in a period, by our books.
SELECT currency::text AS currency, sum(amount)::numeric(20,4) AS amount FROM ledger_entry
WHERE account = 'provider:' || @provider::text AND at >= @since::timestamptz AND at < @until::timestamptz GROUP BY currency ORDER BY 1;

-- name: RowsOfWay :many
-- scope: operator: what a way holds of payments that paid, by our books and by the rows of payments, reversals and refunds.
SELECT a.currency::text AS currency, sum(a.amount - coalesce(g.amount, 0) - coalesce(f.amount, 0))::numeric(20,4) AS told, sum(coalesce(l.amount, 0))::numeric(20,4) AS booked
FROM payment_attempt a
LEFT JOIN LATERAL (SELECT sum(r.amount) AS amount FROM payment_gone r WHERE r.attempt_id = a.id) g ON true
LEFT JOIN LATERAL (SELECT sum(r.amount) AS amount FROM payment_refund r WHERE r.attempt_id = a.id AND r.status = 'done' AND NOT r.by_hand) f ON true
LEFT JOIN LATERAL (SELECT sum(e.amount) AS amount FROM ledger_entry e WHERE e.attempt_id = a.id AND e.account LIKE 'provider:%') l ON true
WHERE a.provider = @provider AND a.status = 'completed' GROUP BY a.currency ORDER BY 1;

-- name: InsertTotal :execrows
-- scope: operator: of every supplier's payments.
INSERT INTO payment_total (id, provider, currency, day, source, booked, told, checked_at) VALUES (@id, @provider, @currency, @day, @source, @booked, @told, @checked_at)
ON CONFLICT (day, provider, currency) DO NOTHING;

-- name: Compared :many
-- scope: operator: books and providers, day by day, with what a way differs by since the beginning.
SELECT t.id, t.provider, t.currency::text AS currency, t.day, t.source, t.booked, t.told, t.checked_at,
       (CASE WHEN t.source = 'rows' THEN t.told - t.booked ELSE (SELECT sum(x.told - x.booked) FROM payment_total x
           WHERE x.provider = t.provider AND x.currency = t.currency AND x.source = t.source AND x.day <= t.day) END)::numeric(20,4) AS differs
FROM payment_total t
WHERE (t.checked_at, t.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@providers::text[]) = 0 OR t.provider = ANY(@providers::text[]))
  AND (NOT @differing::boolean OR t.booked <> t.told)
  AND (sqlc.narg(day_from)::date IS NULL OR t.day >= sqlc.narg(day_from)::date) AND (sqlc.narg(day_to)::date IS NULL OR t.day <= sqlc.narg(day_to)::date)
ORDER BY t.checked_at DESC, t.id DESC LIMIT @max_rows;
