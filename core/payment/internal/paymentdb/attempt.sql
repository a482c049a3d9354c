-- name: InsertAttempt :exec
INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, payer, currency, amount, status, next_ask_at, created_at, settled_at)
VALUES (@id, @order_id, @supplier_id, @provider, @token, @payer, @currency, @amount, @status, sqlc.narg(next_ask_at), @created_at, sqlc.narg(settled_at));

-- name: AttemptAccepted :execrows
UPDATE payment_attempt SET provider_ref = @provider_ref, status = @status, next_ask_at = @next_ask_at
WHERE id = @id AND supplier_id = @supplier_id;

-- name: LockAttempt :one
SELECT id, order_id, supplier_id, provider, payer, provider_ref, receipt, currency::text AS currency, amount, status, reason, asked, created_at, settled_at
FROM payment_attempt WHERE id = @id AND supplier_id = @supplier_id FOR UPDATE;

-- name: SetAttempt :exec
UPDATE payment_attempt SET status = @status, reason = @reason, receipt = coalesce(sqlc.narg(receipt), receipt), next_ask_at = sqlc.narg(next_ask_at),
       settled_at = sqlc.narg(settled_at)
WHERE id = @id AND supplier_id = @supplier_id;

-- name: LatestAttempt :one
SELECT id, provider, payer, provider_ref, coalesce(receipt, '') AS receipt, status, reason, created_at, settled_at
FROM payment_attempt WHERE order_id = @order_id AND supplier_id = @supplier_id
ORDER BY (status = 'completed') DESC, created_at DESC, id DESC LIMIT 1;

-- name: ClaimDue :many
-- scope: system: the worker asks about every supplier's attempts.
-- Claiming moves the next question on, so that replicas share the work and a death costs one pause.
WITH due AS (SELECT id FROM payment_attempt WHERE next_ask_at <= zabuni.clock() ORDER BY next_ask_at LIMIT @max_rows FOR UPDATE SKIP LOCKED)
UPDATE payment_attempt a SET next_ask_at = zabuni.clock() + interval '20 seconds', asked = asked + 1 FROM due
WHERE a.id = due.id
RETURNING a.id, a.order_id, a.supplier_id, a.provider, a.provider_ref, a.status, a.asked, a.created_at;

-- name: AttemptByToken :one
-- scope: system: a callback knows nothing but the token.
SELECT id, order_id, supplier_id, provider_ref, currency::text AS currency, amount, status, receipt FROM payment_attempt
WHERE token = @token AND provider = @provider;

-- name: AdoptRef :execrows
-- scope: system: the callback's token is the right.
UPDATE payment_attempt SET provider_ref = @provider_ref WHERE id = @id AND provider_ref IS NULL;

-- name: AdoptReceipt :execrows
-- scope: system: the callback's token is the right; only a payment that was confirmed takes a receipt.
UPDATE payment_attempt SET receipt = @receipt WHERE id = @id AND receipt IS NULL AND status = 'completed';

-- name: Wake :exec
-- scope: system: the callback's token is the right; the worker asks the provider.
UPDATE payment_attempt SET next_ask_at = zabuni.clock()
WHERE id = @id AND provider_ref IS NOT NULL AND status NOT IN ('completed', 'review');

-- name: ReceiptTaken :one
-- scope: system: one receipt of a provider settles one attempt, whoever's.
SELECT EXISTS (SELECT FROM payment_attempt WHERE provider = @provider AND receipt = @receipt AND id <> @id);

-- name: InsertCallback :one
-- scope: system: as it came.
INSERT INTO payment_callback (provider, token, body, network, attempt_id, verdict, received_at)
VALUES (@provider, @token, @body, @network, sqlc.narg(attempt_id), @verdict, zabuni.clock()) RETURNING id;

-- name: Callbacks :many
-- scope: system: of one attempt, read when it is settled.
SELECT body FROM payment_callback WHERE attempt_id = @attempt_id AND verdict <> 'unreadable' ORDER BY id LIMIT 50;

-- name: InsertEntry :exec
INSERT INTO ledger_entry (transfer_id, account, supplier_id, buyer_id, order_id, attempt_id, currency, amount, at)
VALUES (@transfer_id, @account, @supplier_id, sqlc.narg(buyer_id), @order_id, @attempt_id, @currency, @amount, @at);

-- name: AttemptsInReview :many
-- scope: operator: money that a person must look at.
SELECT a.id, a.order_id, o.number, a.supplier_id, s.name AS supplier_name, a.provider, a.payer, coalesce(a.provider_ref, '') AS provider_ref,
       coalesce(a.receipt, '') AS receipt, a.currency::text AS currency, a.amount, a.reason, a.created_at, a.settled_at,
       coalesce((SELECT -sum(e.amount) FROM ledger_entry e WHERE e.attempt_id = a.id AND e.account = 'suspense'), 0)::numeric(20,4) AS held
FROM payment_attempt a JOIN purchase_order o ON o.id = a.order_id JOIN company s ON s.id = a.supplier_id
WHERE a.status = 'review' AND (a.created_at, a.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@providers::text[]) = 0 OR a.provider = ANY(@providers::text[]))
  AND zabuni.within(a.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
  AND (sqlc.narg(search)::text IS NULL OR o.number = upper(sqlc.narg(search)) OR a.receipt = upper(sqlc.narg(search)) OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY a.created_at DESC, a.id DESC LIMIT @max_rows;

-- name: StrayCallbacks :many
-- scope: operator: callbacks that belong to no attempt, or speak against a finished one.
SELECT c.id, c.provider, c.body, c.network, c.verdict, c.received_at, coalesce(o.number, '') AS number
FROM payment_callback c LEFT JOIN payment_attempt a ON a.id = c.attempt_id LEFT JOIN purchase_order o ON o.id = a.order_id
WHERE c.verdict IN ('unmatched', 'contradicts') AND c.id < @before
ORDER BY c.id DESC LIMIT @max_rows;
