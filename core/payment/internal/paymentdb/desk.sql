-- name: Attempts :many
-- scope: operator: tries to pay of every supplier, each way's read by its index.
SELECT x.id, x.order_id, x.number, x.supplier_id, x.supplier_name, x.provider, x.payer, x.receipt, x.currency, x.amount, x.status, x.reason, x.asked, x.next_ask_at, x.created_at, x.settled_at
FROM unnest(@providers::text[]) w (provider) CROSS JOIN LATERAL (
    SELECT a.id, a.order_id, o.number, a.supplier_id, s.name AS supplier_name, a.provider, a.payer, coalesce(a.receipt, '') AS receipt,
           a.currency::text AS currency, a.amount, a.status, a.reason, a.asked, a.next_ask_at, a.created_at, a.settled_at
    FROM payment_attempt a JOIN purchase_order o ON o.id = a.order_id JOIN company s ON s.id = a.supplier_id
    WHERE a.provider = w.provider AND a.provider <> 'free' AND (a.created_at, a.id) < (@after_at::timestamptz, @after_id::uuid)
      AND (cardinality(@statuses::text[]) = 0 OR a.status = ANY(@statuses::text[]))
      AND zabuni.within(a.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
      AND (NOT @narrowed::bool OR a.id = ANY(@sought::uuid[]) OR s.name ILIKE '%' || sqlc.narg(named)::text || '%')
    ORDER BY a.created_at DESC, a.id DESC LIMIT @max_rows) x
ORDER BY x.created_at DESC, x.id DESC LIMIT @max_rows;

-- name: SoughtAttempts :many
-- scope: operator: what somebody may mean by a number: of an order or of a provider's receipt.
SELECT a.id FROM payment_attempt a JOIN purchase_order o ON o.id = a.order_id WHERE o.number = upper(@typed::text)
UNION SELECT a.id FROM payment_attempt a WHERE upper(a.receipt) = upper(@typed::text);

-- name: NewestAttemptsOf :many
-- scope: operator: what the page of some suppliers' attempts can be made of, each supplier's read by its index.
SELECT x.id FROM unnest(@suppliers::uuid[]) u (id) CROSS JOIN LATERAL (
    SELECT a.id, a.created_at FROM payment_attempt a
    WHERE a.supplier_id = u.id AND a.provider <> 'free' AND (a.created_at, a.id) < (@after_at::timestamptz, @after_id::uuid)
      AND a.provider = ANY(@providers::text[])
      AND (cardinality(@statuses::text[]) = 0 OR a.status = ANY(@statuses::text[]))
      AND zabuni.within(a.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
    ORDER BY a.created_at DESC, a.id DESC LIMIT @max_rows) x
ORDER BY x.created_at DESC, x.id DESC LIMIT @max_rows;

-- name: WayToday :many
-- scope: operator: what a way took since a moment, as its attempts and as the ledger say it.
SELECT c.currency::text AS currency,
       (SELECT count(*) FROM payment_attempt a WHERE a.provider = @provider::text AND a.currency = c.currency AND a.created_at >= @since::timestamptz) AS begun,
       (SELECT count(*) FROM payment_attempt a WHERE a.provider = @provider::text AND a.currency = c.currency AND a.status = 'completed' AND a.settled_at >= @since::timestamptz) AS paid,
       coalesce((SELECT sum(a.amount) FROM payment_attempt a
           WHERE a.provider = @provider::text AND a.currency = c.currency AND a.status = 'completed' AND a.settled_at >= @since::timestamptz), 0)::numeric AS amount,
       coalesce((SELECT sum(e.amount) FROM ledger_entry e
           WHERE e.account = 'provider:' || @provider::text AND e.currency = c.currency AND e.at >= @since::timestamptz), 0)::numeric AS held
FROM (SELECT DISTINCT a.currency FROM payment_attempt a
      WHERE a.provider = @provider::text AND (a.created_at >= @since::timestamptz OR a.settled_at >= @since::timestamptz)) c
ORDER BY 1;

-- name: AskAttempt :execrows
-- scope: operator: a person wants the provider to be asked now.
UPDATE payment_attempt a SET next_ask_at = zabuni.clock() WHERE a.id = @id AND a.provider <> 'free' AND (a.status NOT IN ('completed', 'review', 'dismissed')
    OR EXISTS (SELECT FROM payment_dispute d WHERE d.attempt_id = a.id AND d.status IN ('open', 'answered')));

-- name: AttemptOrder :one
-- scope: operator: whose an attempt is.
SELECT a.order_id, a.supplier_id, a.status, a.provider, o.number FROM payment_attempt a JOIN purchase_order o ON o.id = a.order_id WHERE a.id = @id;

-- name: OrderFacts :one
-- scope: operator: an order of any supplier, by its number or its id.
SELECT o.id, o.supplier_id, s.name AS supplier_name, o.number, o.currency::text AS currency, o.amount, o.status, o.created_at, o.paid_at,
       coalesce(trim(p.first_name || ' ' || p.last_name), '')::text AS made_by
FROM purchase_order o JOIN company s ON s.id = o.supplier_id LEFT JOIN account p ON p.id = o.created_by
WHERE o.number = upper(@number::text) OR o.id::text = lower(@number::text);

-- name: AttemptsOf :many
-- scope: operator: all tries of an order, the newest first.
SELECT a.id, a.provider, a.payer, coalesce(a.receipt, '') AS receipt, a.merchant_ref, coalesce(a.provider_ref, '') AS provider_ref, a.amount, a.currency::text AS currency,
       a.status, a.reason, a.asked, a.next_ask_at, a.created_at, a.settled_at,
       coalesce((SELECT -sum(e.amount) FROM ledger_entry e WHERE e.attempt_id = a.id AND e.account = 'suspense'), 0)::numeric(20,4) AS held
FROM payment_attempt a WHERE a.order_id = @order_id ORDER BY a.created_at DESC, a.id DESC;

-- name: CallbacksOf :many
-- scope: operator: what providers told of an order, the newest first.
SELECT c.id, c.provider, c.method, c.verdict, c.network, c.times, c.body, c.received_at
FROM payment_callback c JOIN payment_attempt a ON a.id = c.attempt_id WHERE a.order_id = @order_id ORDER BY c.id DESC LIMIT 100;

-- name: EntriesOf :many
-- scope: operator: the movements of an order's money, the oldest first.
SELECT e.movement, e.account, coalesce(b.name, '')::text AS buyer, coalesce(c.name, '')::text AS category, e.currency::text AS currency, e.amount, e.at
FROM ledger_entry e LEFT JOIN company b ON b.id = e.buyer_id LEFT JOIN category c ON c.id = e.category_id
WHERE e.order_id = @order_id ORDER BY e.at, e.transfer_id, e.amount DESC;

-- name: ResolutionsOf :many
-- scope: operator: what was proposed and decided about money of an order.
SELECT r.id, r.attempt_id, r.act, r.reason, r.proposed_by, trim(p.first_name || ' ' || p.last_name)::text AS proposer, r.proposed_at,
       coalesce(trim(d.first_name || ' ' || d.last_name), '')::text AS decider, r.decided_at, r.approved, r.document_id, coalesce(t.number, '') AS target
FROM payment_resolution r JOIN account p ON p.id = r.proposed_by LEFT JOIN account d ON d.id = r.decided_by LEFT JOIN purchase_order t ON t.id = r.target_id
WHERE r.order_id = @order_id AND r.line_id IS NULL ORDER BY r.proposed_at DESC, r.id DESC;

-- name: Resolutions :many
-- scope: operator: what was proposed and decided about money under review.
SELECT r.id, coalesce(o.number, '') AS number, coalesce(l.code, '') AS line, coalesce(s.name, '') AS supplier_name, coalesce(a.provider, 'bank')::text AS provider,
       coalesce(a.currency, l.currency)::text AS currency, coalesce(a.amount, l.amount)::numeric AS amount, r.act, r.reason,
       trim(p.first_name || ' ' || p.last_name)::text AS proposer, r.proposed_at,
       coalesce(trim(d.first_name || ' ' || d.last_name), '')::text AS decider, r.decided_at, r.approved
FROM payment_resolution r LEFT JOIN payment_attempt a ON a.id = r.attempt_id LEFT JOIN statement_line l ON l.id = r.line_id
LEFT JOIN purchase_order o ON o.id = coalesce(r.target_id, r.order_id) LEFT JOIN company s ON s.id = o.supplier_id
JOIN account p ON p.id = r.proposed_by LEFT JOIN account d ON d.id = r.decided_by
WHERE (r.proposed_at, r.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@acts::text[]) = 0 OR r.act = ANY(@acts::text[]))
  AND zabuni.within(r.proposed_at, sqlc.narg(proposed_from)::date, sqlc.narg(proposed_to)::date, @zone::text)
  AND (sqlc.narg(search)::text IS NULL OR o.number = upper(sqlc.narg(search)) OR l.code = upper(sqlc.narg(search)) OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY r.proposed_at DESC, r.id DESC LIMIT @max_rows;

-- name: JobFees :many
-- scope: operator: the fees of a job, by category.
SELECT c.id, c.reference, c.name, c.currency::text AS currency, c.bid_fee,
       (SELECT count(*) FROM participation p WHERE p.category_id = c.id) AS participants,
       count(l.order_id) FILTER (WHERE o.status = 'completed') AS paid,
       count(l.order_id) FILTER (WHERE o.status IN ('created', 'pending', 'processing', 'failed', 'expired')) AS pending,
       count(l.order_id) FILTER (WHERE EXISTS (SELECT FROM payment_attempt a WHERE a.order_id = o.id AND a.status = 'review')) AS in_review,
       count(l.order_id) FILTER (WHERE EXISTS (SELECT FROM payment_gone r WHERE r.order_id = o.id)
           OR EXISTS (SELECT FROM payment_refund_line b JOIN payment_refund r ON r.id = b.refund_id
                      WHERE b.order_id = o.id AND b.category_id = c.id AND r.status IN ('approved', 'sent', 'done'))) AS went_back,
       coalesce(sum(l.fee) FILTER (WHERE o.status = 'completed'), 0)::numeric AS amount,
       (SELECT coalesce(-sum(e.amount), 0) FROM ledger_entry e WHERE e.category_id = c.id AND e.account LIKE 'buyer:%')::numeric AS owed
FROM category c LEFT JOIN order_line l ON l.category_id = c.id LEFT JOIN purchase_order o ON o.id = l.order_id
WHERE c.job_id = @job_id AND c.parent_id IS NULL
GROUP BY c.id ORDER BY c.reference;

-- name: BuyerFees :many
-- The fees of a buyer's categories, the last to close first. How many have paid is not told before it closes: it
-- would tell how many bid.
SELECT c.id, c.job_id, c.activity, c.reference, c.name, j.title AS job_title, j.timezone, c.status, c.currency::text AS currency, c.bid_fee, c.closes_at,
       (c.closed_at IS NOT NULL OR c.status = 'cancelled')::boolean AS told,
       count(l.order_id) FILTER (WHERE o.status = 'completed') AS paid,
       coalesce(sum(l.fee) FILTER (WHERE o.status = 'completed'), 0)::numeric AS received,
       CASE WHEN c.closed_at IS NOT NULL OR c.status = 'cancelled' THEN (SELECT coalesce(-sum(e.amount), 0) FROM ledger_entry e WHERE e.category_id = c.id AND e.account LIKE 'buyer:%')
            ELSE 0 END::numeric AS owed
FROM category c JOIN job j ON j.id = c.job_id
LEFT JOIN order_line l ON l.category_id = c.id AND (c.closed_at IS NOT NULL OR c.status = 'cancelled') LEFT JOIN purchase_order o ON o.id = l.order_id
WHERE c.buyer_id = @buyer_id AND c.parent_id IS NULL AND c.bid_fee > 0 AND c.status NOT IN ('draft', 'hidden', 'not_approved', 'withdrawn')
  AND c.activity <> ALL(@off::text[]) AND zabuni.admits(@account_id::uuid, c.id)
  AND (c.closes_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR j.title ILIKE '%' || sqlc.narg(search) || '%')
GROUP BY c.id, j.id ORDER BY c.closes_at DESC, c.id DESC LIMIT @max_rows;

-- name: BuyerFeeTotals :many
-- All of them added up by currency, of what is told.
SELECT x.currency, sum(x.paid)::bigint AS paid, sum(x.received)::numeric AS received, sum(x.owed)::numeric AS owed
FROM (SELECT c.currency::text AS currency, count(l.order_id) FILTER (WHERE o.status = 'completed') AS paid,
             coalesce(sum(l.fee) FILTER (WHERE o.status = 'completed'), 0) AS received,
             (SELECT coalesce(-sum(e.amount), 0) FROM ledger_entry e WHERE e.category_id = c.id AND e.account LIKE 'buyer:%') AS owed
      FROM category c JOIN job j ON j.id = c.job_id JOIN order_line l ON l.category_id = c.id JOIN purchase_order o ON o.id = l.order_id
      WHERE c.buyer_id = @buyer_id AND c.parent_id IS NULL AND c.bid_fee > 0 AND (c.closed_at IS NOT NULL OR c.status = 'cancelled')
        AND c.activity <> ALL(@off::text[]) AND zabuni.admits(@account_id::uuid, c.id)
        AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
        AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%'
             OR j.title ILIKE '%' || sqlc.narg(search) || '%')
      GROUP BY c.id) x
GROUP BY x.currency ORDER BY x.currency;

-- name: JobTitle :one
-- scope: operator: what a job is called.
SELECT j.title, j.reference, b.name AS buyer_name FROM job j JOIN company b ON b.id = j.buyer_id WHERE j.id = @id;

-- name: CategoryTitle :one
-- scope: operator: what a category is called.
SELECT c.name, c.reference, c.job_id, b.name AS buyer_name FROM category c JOIN company b ON b.id = c.buyer_id WHERE c.id = @id;

-- name: CategoryPayers :many
-- scope: operator: who ordered a category, and what became of it.
SELECT o.id, o.number, o.supplier_id, s.name AS supplier_name, o.currency::text AS currency, l.fee, o.status, o.created_at, o.paid_at,
       coalesce(a.provider, '') AS provider, coalesce(a.receipt, '') AS receipt, coalesce(a.status, '') AS attempt
FROM order_line l JOIN purchase_order o ON o.id = l.order_id JOIN company s ON s.id = o.supplier_id
LEFT JOIN LATERAL (SELECT p.provider, p.receipt, p.status FROM payment_attempt p WHERE p.order_id = o.id
                   ORDER BY (p.status = 'completed') DESC, p.created_at DESC, p.id DESC LIMIT 1) a ON true
WHERE l.category_id = @category_id AND o.status <> 'cancelled' AND (o.created_at, o.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR o.number = upper(sqlc.narg(search)) OR a.receipt ILIKE sqlc.narg(search) OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY o.created_at DESC, o.id DESC LIMIT @max_rows;

-- name: Queues :one
-- scope: operator: how much waits for a person, each up to as many as anybody counts.
SELECT (SELECT count(*) FROM (SELECT FROM payment_attempt WHERE status = 'review' LIMIT @most) x) AS review,
       (SELECT count(*) FROM (SELECT FROM statement_line WHERE status = 'open' LIMIT @most) x) + (SELECT count(*) FROM (SELECT FROM statement_line WHERE status = 'new' LIMIT @most) x) AS lines,
       (SELECT count(*) FROM (SELECT FROM payment_callback WHERE verdict IN ('unmatched', 'contradicts', 'forged') LIMIT @most) x) AS messages;
