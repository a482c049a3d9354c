-- name: PaidFees :many
-- scope: operator: of an order under lock, with what of each fee went back or is asked to.
SELECT l.category_id, l.buyer_id, c.name, l.fee, coalesce((SELECT sum(b.amount) FROM payment_refund_line b JOIN payment_refund r ON r.id = b.refund_id
    WHERE b.order_id = l.order_id AND b.category_id = l.category_id AND r.status NOT IN ('refused', 'failed')), 0)::numeric(20,4) AS back
FROM order_line l JOIN category c ON c.id = l.category_id WHERE l.order_id = @order_id ORDER BY c.name, l.category_id;

-- name: PaidBy :one
-- The attempt that paid an order.
SELECT id, provider FROM payment_attempt WHERE order_id = @order_id AND supplier_id = @supplier_id AND status = 'completed';

-- name: OrderOwner :one
-- scope: operator: whose an order is, by its number or its id.
SELECT id, supplier_id FROM purchase_order WHERE number = upper(@number::text) OR id::text = lower(@number::text);

-- name: InsertRefund :execrows
INSERT INTO payment_refund (id, code, batch_id, order_id, attempt_id, supplier_id, provider, by_hand, whole, currency, amount, status, reason, alone, asked_by, asked_at, decided_by, decided_at, next_at)
VALUES (@id, @code, sqlc.narg(batch_id), @order_id, @attempt_id, @supplier_id, @provider, @by_hand, @whole, @currency, @amount, @status, @reason, @alone, @asked_by, @asked_at,
        sqlc.narg(decided_by), sqlc.narg(decided_at), sqlc.narg(next_at))
ON CONFLICT (code) DO NOTHING;

-- name: InsertRefundLine :exec
INSERT INTO payment_refund_line (refund_id, category_id, order_id, supplier_id, buyer_id, amount, ends)
VALUES (@refund_id, @category_id, @order_id, @supplier_id, @buyer_id, @amount, @ends);

-- name: GivenAlone :one
-- What one person has given back of an order by itself since a moment.
SELECT coalesce(sum(amount), 0)::numeric(20,4) FROM payment_refund
WHERE order_id = @order_id AND supplier_id = @supplier_id AND asked_by = @asked_by AND alone AND status NOT IN ('refused', 'failed') AND asked_at > @since;

-- name: InsertRefundBatch :exec
INSERT INTO payment_refund_batch (id, job_id, buyer_id, asked_by, asked_at) VALUES (@id, @job_id, @buyer_id, @asked_by, @asked_at);

-- name: RefundOwner :one
-- scope: operator: whose money it is, before its locks are taken.
SELECT order_id, supplier_id, batch_id FROM payment_refund WHERE id = @id;

-- name: LockRefund :one
SELECT r.id, r.code, r.batch_id, r.order_id, r.attempt_id, r.supplier_id, r.provider, r.by_hand, r.currency::text AS currency, r.amount, r.status, r.reason, r.asked_by,
       r.provider_ref, r.sent_at, o.number
FROM payment_refund r JOIN purchase_order o ON o.id = r.order_id WHERE r.id = @id AND r.supplier_id = @supplier_id FOR UPDATE OF r;

-- name: BackLines :many
SELECT b.category_id, b.buyer_id, c.name, b.amount, b.ends FROM payment_refund_line b JOIN category c ON c.id = b.category_id
WHERE b.refund_id = @refund_id AND b.supplier_id = @supplier_id ORDER BY c.name, b.category_id;

-- name: DecideRefund :exec
UPDATE payment_refund SET status = @status, decided_by = @decided_by, decided_at = @decided_at, next_at = sqlc.narg(next_at)
WHERE id = @id AND supplier_id = @supplier_id;

-- name: SendRefund :exec
-- It is asked about after a minute: whoever sends it may die before the answer.
UPDATE payment_refund SET status = @status, sent_at = @sent_at, next_at = zabuni.clock() + interval '1 minute' WHERE id = @id AND supplier_id = @supplier_id;

-- name: FinishRefund :exec
UPDATE payment_refund SET status = @status, finished_by = sqlc.narg(finished_by), finished_at = @finished_at, reference = @reference, why = @why,
       document_id = sqlc.narg(document_id), provider_ref = CASE WHEN @provider_ref::text <> '' THEN @provider_ref ELSE provider_ref END, next_at = NULL
WHERE id = @id AND supplier_id = @supplier_id;

-- name: NameRefund :execrows
UPDATE payment_refund SET provider_ref = @provider_ref WHERE id = @id AND supplier_id = @supplier_id AND provider_ref <> @provider_ref;

-- name: ClaimRefunds :many
-- scope: system: the worker sends, and asks about, those of every supplier.
-- Claiming moves the next turn on: a minute, then twice as long each time, up to a day.
WITH due AS (SELECT id FROM payment_refund WHERE next_at <= zabuni.clock() ORDER BY next_at LIMIT @max_rows FOR UPDATE SKIP LOCKED)
UPDATE payment_refund r SET tried = r.tried + 1, next_at = zabuni.clock() + interval '1 minute' * least(1440, power(2, least(r.tried, 11)))
FROM due WHERE r.id = due.id RETURNING r.id, r.order_id, r.supplier_id, r.attempt_id;

-- name: CancelledOrders :many
-- scope: operator: the paid orders of what was cancelled of a job, of which something is left.
SELECT DISTINCT o.supplier_id, l.order_id FROM order_line l JOIN purchase_order o ON o.id = l.order_id JOIN category c ON c.id = l.category_id
WHERE c.job_id = @job_id AND c.status = 'cancelled' AND o.status = 'completed' AND l.fee > coalesce((SELECT sum(b.amount) FROM payment_refund_line b JOIN payment_refund r ON r.id = b.refund_id
    WHERE b.order_id = l.order_id AND b.category_id = l.category_id AND r.status NOT IN ('refused', 'failed')), 0)
  AND NOT EXISTS (SELECT FROM payment_attempt a JOIN payment_gone v ON v.attempt_id = a.id WHERE a.order_id = o.id AND a.status = 'completed')
ORDER BY o.supplier_id, l.order_id;

-- name: CancelledOf :many
-- scope: operator: what was cancelled of a job.
SELECT id FROM category WHERE job_id = @job_id AND status = 'cancelled';

-- name: JobOwner :one
-- scope: operator: whose a job is.
SELECT buyer_id, title, reference FROM job WHERE id = @id;

-- name: BatchRefunds :many
-- scope: operator: what waits for a decision in a batch.
SELECT id, order_id, supplier_id, currency::text AS currency, amount, asked_by FROM payment_refund WHERE batch_id = @batch_id AND status = 'asked' ORDER BY supplier_id, order_id;

-- name: Refunds :many
-- scope: operator: what is given back, of every supplier.
SELECT r.id, r.code, r.batch_id, o.number, r.supplier_id, s.name AS supplier_name, r.provider, r.by_hand, r.currency::text AS currency, r.amount, r.status, r.reason, r.asked_by, r.asked_at,
       trim(p.first_name || ' ' || p.last_name)::text AS asker, r.decided_at, coalesce(trim(d.first_name || ' ' || d.last_name), '')::text AS decider,
       r.sent_at, r.finished_at, coalesce(trim(f.first_name || ' ' || f.last_name), '')::text AS finisher, r.reference, r.provider_ref, r.why, r.document_id,
       coalesce(j.title, '')::text AS job_title
FROM payment_refund r JOIN purchase_order o ON o.id = r.order_id JOIN company s ON s.id = r.supplier_id JOIN account p ON p.id = r.asked_by
LEFT JOIN account d ON d.id = r.decided_by LEFT JOIN account f ON f.id = r.finished_by LEFT JOIN payment_refund_batch b ON b.id = r.batch_id LEFT JOIN job j ON j.id = b.job_id
WHERE (r.asked_at, r.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR r.status = ANY(@statuses::text[]))
  AND (cardinality(@providers::text[]) = 0 OR r.provider = ANY(@providers::text[]))
  AND zabuni.within(r.asked_at, sqlc.narg(asked_from)::date, sqlc.narg(asked_to)::date, @zone::text)
  AND (sqlc.narg(just)::uuid IS NULL OR r.id = sqlc.narg(just)) AND (sqlc.narg(of_order)::uuid IS NULL OR r.order_id = sqlc.narg(of_order))
  AND (sqlc.narg(search)::text IS NULL OR r.code = upper(sqlc.narg(search)) OR o.number = upper(sqlc.narg(search)) OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY r.asked_at DESC, r.id DESC LIMIT @max_rows;

-- name: MyRefunds :many
-- What goes back, or went, of a supplier's own orders; what was only asked for is nobody's yet.
SELECT r.id, r.order_id, r.code, r.by_hand, r.currency::text AS currency, r.amount, r.status, r.decided_at, r.finished_at, r.reference,
       (SELECT string_agg(c.name, ', ' ORDER BY c.name) FROM payment_refund_line b JOIN category c ON c.id = b.category_id WHERE b.refund_id = r.id)::text AS purpose
FROM payment_refund r WHERE r.supplier_id = @supplier_id AND r.order_id = ANY(@orders::uuid[]) AND r.status IN ('approved', 'sent', 'done')
ORDER BY r.decided_at DESC, r.id DESC;

-- name: CancelledSums :many
-- scope: operator: what would go back of what was cancelled of a job.
SELECT o.currency::text AS currency, count(DISTINCT o.id) AS orders, count(DISTINCT o.supplier_id) AS suppliers, sum(l.fee - x.back)::numeric AS amount
FROM order_line l JOIN purchase_order o ON o.id = l.order_id JOIN category c ON c.id = l.category_id
CROSS JOIN LATERAL (SELECT coalesce(sum(b.amount), 0) AS back FROM payment_refund_line b JOIN payment_refund r ON r.id = b.refund_id
    WHERE b.order_id = l.order_id AND b.category_id = l.category_id AND r.status NOT IN ('refused', 'failed')) x
WHERE c.job_id = @job_id AND c.status = 'cancelled' AND o.status = 'completed' AND l.fee > x.back
  AND NOT EXISTS (SELECT FROM payment_attempt a JOIN payment_gone v ON v.attempt_id = a.id WHERE a.order_id = o.id AND a.status = 'completed')
GROUP BY o.currency ORDER BY o.currency;

-- name: BatchSums :many
-- scope: operator: what waits for one decision.
SELECT currency::text AS currency, count(*) AS orders, count(DISTINCT supplier_id) AS suppliers, sum(amount)::numeric AS amount
FROM payment_refund WHERE batch_id = @batch_id AND status = 'asked' GROUP BY currency ORDER BY currency;
