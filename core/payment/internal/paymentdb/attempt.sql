-- name: InsertAttempt :exec
INSERT INTO payment_attempt (id, order_id, supplier_id, provider, token, merchant_ref, payer, currency, amount, status, next_ask_at, created_at, settled_at)
VALUES (@id, @order_id, @supplier_id, @provider, @token, @merchant_ref, @payer, @currency, @amount, @status, sqlc.narg(next_ask_at), @created_at, sqlc.narg(settled_at));

-- name: Tries :one
SELECT count(*) FROM payment_attempt WHERE order_id = @order_id AND supplier_id = @supplier_id;

-- name: AttemptAccepted :execrows
-- A message that was faster than the answer is asked about at once.
UPDATE payment_attempt a SET provider_ref = @provider_ref, page_url = @page_url, status = @status,
       next_ask_at = CASE WHEN sqlc.narg(next_ask_at)::timestamptz IS NOT NULL
           AND EXISTS (SELECT FROM payment_callback c WHERE c.attempt_id = a.id AND c.verdict = 'heard') THEN zabuni.clock() ELSE sqlc.narg(next_ask_at)::timestamptz END
WHERE a.id = @id AND a.supplier_id = @supplier_id;

-- name: FoundAgain :execrows
-- What an initiation that was cut off had made; the page is gone once the attempt is done.
UPDATE payment_attempt SET provider_ref = coalesce(provider_ref, @provider_ref::text), page_url = @page_url
WHERE id = @id AND supplier_id = @supplier_id AND (provider_ref IS NULL OR page_url <> @page_url);

-- name: LockAttempt :one
SELECT id, order_id, supplier_id, provider, merchant_ref, page_url, payer, provider_ref, receipt, currency::text AS currency, amount, status, reason, asked, created_at, settled_at
FROM payment_attempt WHERE id = @id AND supplier_id = @supplier_id FOR UPDATE;

-- name: SetAttempt :exec
UPDATE payment_attempt SET status = @status, reason = @reason, receipt = coalesce(sqlc.narg(receipt), receipt), next_ask_at = sqlc.narg(next_ask_at),
       settled_at = sqlc.narg(settled_at)
WHERE id = @id AND supplier_id = @supplier_id;

-- name: LatestAttempt :one
SELECT id, provider, payer, provider_ref, page_url, coalesce(receipt, '') AS receipt, status, reason, created_at, settled_at
FROM payment_attempt WHERE order_id = @order_id AND supplier_id = @supplier_id
ORDER BY (status = 'completed') DESC, created_at DESC, id DESC LIMIT 1;

-- name: ClaimDue :many
-- scope: system: the worker asks about every supplier's attempts.
-- Claiming moves the next question on, so that replicas share the work and a death costs one pause.
WITH due AS (SELECT id FROM payment_attempt WHERE next_ask_at <= zabuni.clock() ORDER BY next_ask_at LIMIT @max_rows FOR UPDATE SKIP LOCKED)
UPDATE payment_attempt a SET next_ask_at = zabuni.clock() + interval '20 seconds', asked = asked + 1
FROM due, purchase_order o
WHERE a.id = due.id AND o.id = a.order_id
RETURNING a.id, a.order_id, a.supplier_id, a.provider, a.token, a.merchant_ref, a.provider_ref, a.receipt, a.payer, a.currency::text AS currency, a.amount,
          a.status, a.created_at, o.number;

-- name: ClaimOne :one
-- The live attempt of an order, claimed as a due one is.
UPDATE payment_attempt a SET next_ask_at = zabuni.clock() + interval '20 seconds', asked = asked + 1
FROM purchase_order o
WHERE a.order_id = @order_id AND a.supplier_id = @supplier_id AND o.id = a.order_id AND a.status IN ('created', 'pending', 'processing')
RETURNING a.id, a.order_id, a.supplier_id, a.provider, a.token, a.merchant_ref, a.provider_ref, a.receipt, a.payer, a.currency::text AS currency, a.amount,
          a.status, a.created_at, o.number;

-- name: Wanted :one
-- scope: system: whether the money of an attempt would be taken for its order.
SELECT EXISTS (SELECT FROM purchase_order o WHERE o.id = @order_id AND o.status NOT IN ('completed', 'cancelled')
    AND NOT EXISTS (SELECT FROM payment_attempt x WHERE x.order_id = o.id AND x.id <> @id AND x.status IN ('created', 'pending', 'processing')));

-- name: AttemptNamed :one
-- scope: system: a message knows nothing of its attempt but a token, our reference, the provider's or its receipt.
SELECT id, order_id, supplier_id, merchant_ref, provider_ref, currency::text AS currency, amount, status, receipt FROM payment_attempt
WHERE provider = @provider AND CASE WHEN @token::text <> '' THEN token = @token WHEN @merchant_ref::text <> '' THEN merchant_ref = @merchant_ref
    WHEN @provider_ref::text <> '' THEN provider_ref = @provider_ref WHEN @receipt::text <> '' THEN receipt = @receipt ELSE false END;

-- name: AttemptReturned :one
-- What a browser brings back from a provider's page: our reference, or the provider's.
SELECT id, order_id FROM payment_attempt
WHERE supplier_id = @supplier_id AND provider = @provider AND (merchant_ref = @ref OR provider_ref = @ref);

-- name: AdoptRef :execrows
-- scope: system: the callback's token is the right.
UPDATE payment_attempt SET provider_ref = @provider_ref WHERE id = @id AND provider_ref IS NULL;

-- name: AdoptReceipt :execrows
-- scope: system: the callback's token is the right; only a payment that was confirmed takes a receipt.
UPDATE payment_attempt SET receipt = @receipt WHERE id = @id AND receipt IS NULL AND status = 'completed';

-- name: Wake :exec
-- scope: system: the callback's token is the right; the worker asks the provider.
UPDATE payment_attempt SET next_ask_at = zabuni.clock()
WHERE id = @id AND provider_ref IS NOT NULL AND (@ended::boolean OR status NOT IN ('completed', 'review', 'dismissed'));

-- name: ReviewOf :one
-- scope: operator: whose money it is.
SELECT id, order_id, supplier_id, provider, status FROM payment_attempt WHERE id = @id;

-- name: Propose :exec
-- scope: operator: whose money it is, where that is known.
INSERT INTO payment_resolution (id, attempt_id, line_id, order_id, supplier_id, target_id, act, reason, document_id, proposed_by, proposed_at, decided_by, decided_at, approved, alone)
VALUES (@id, sqlc.narg(attempt_id), sqlc.narg(line_id), sqlc.narg(order_id), sqlc.narg(supplier_id), sqlc.narg(target_id), @act, @reason, sqlc.narg(document_id),
        @proposed_by, @proposed_at, sqlc.narg(decided_by), sqlc.narg(decided_at), sqlc.narg(approved), @alone);

-- name: Proposal :one
-- scope: operator: the open one.
SELECT id, act, reason, proposed_by, target_id FROM payment_resolution WHERE attempt_id = @attempt_id AND line_id IS NULL AND decided_at IS NULL FOR UPDATE;

-- name: LineProposal :one
-- scope: operator: the open one of a line.
SELECT id, act, reason, proposed_by, target_id FROM payment_resolution WHERE line_id = @line_id AND decided_at IS NULL FOR UPDATE;

-- name: HeldFor :many
-- scope: operator: what lies in suspense of each payment of an order that a person looks at.
SELECT a.id, a.provider, coalesce(-sum(e.amount), 0)::numeric(20,4) AS held, coalesce(min(e.currency), '')::text AS currency, count(DISTINCT e.currency) AS currencies
FROM payment_attempt a JOIN ledger_entry e ON e.attempt_id = a.id AND e.account = 'suspense'
WHERE a.order_id = @order_id AND a.status = 'review' GROUP BY a.id ORDER BY a.created_at, a.id;

-- name: Decide :exec
-- scope: operator: the open one, under lock.
UPDATE payment_resolution SET decided_by = @decided_by, decided_at = @decided_at, approved = @approved WHERE id = @id AND decided_at IS NULL;

-- name: Gone :one
-- scope: system: of an attempt under lock.
SELECT EXISTS (SELECT FROM payment_gone WHERE attempt_id = @attempt_id);

-- name: InsertReversal :exec
INSERT INTO payment_reversal (id, attempt_id, order_id, supplier_id, kind, currency, amount, code, at, round)
VALUES (@id, @attempt_id, @order_id, @supplier_id, @kind, @currency, @amount, @code, @at,
        (SELECT count(*) + 1 FROM payment_reversal r WHERE r.attempt_id = @attempt_id AND r.supplier_id = @supplier_id));

-- name: ReceiptTaken :one
-- scope: system: one receipt of a provider settles one attempt, whoever's.
SELECT EXISTS (SELECT FROM payment_attempt WHERE provider = @provider AND receipt = @receipt AND id <> @id);

-- name: InsertCallback :one
-- scope: system: as it came.
INSERT INTO payment_callback (provider, token, method, headers, query, body, sum, network, attempt_id, verdict, ref, receipt, currency, amount, received_at)
VALUES (@provider, @token, @method, @headers, @query, @body, @sum, @network, sqlc.narg(attempt_id), @verdict, @ref, @receipt, sqlc.narg(currency), sqlc.narg(amount), zabuni.clock())
ON CONFLICT (provider, sum) DO UPDATE SET times = payment_callback.times + 1 RETURNING id;

-- name: Callbacks :many
-- scope: system: of one attempt, read when it is settled.
SELECT ref, receipt, coalesce(currency, '')::text AS currency, amount FROM payment_callback
WHERE attempt_id = @attempt_id AND verdict IN ('heard', 'late', 'contradicts') ORDER BY id LIMIT 50;

-- name: InsertEntries :exec
-- One movement, however many accounts it touches; a buyer or a category of noughts is none.
INSERT INTO ledger_entry (transfer_id, movement, part, account, supplier_id, buyer_id, category_id, order_id, attempt_id, currency, amount, at)
SELECT @transfer_id, @movement, unnest(@parts::text[]), unnest(@accounts::text[]), sqlc.narg(supplier_id)::uuid, nullif(unnest(@buyers::uuid[]), '00000000-0000-0000-0000-000000000000'),
       nullif(unnest(@categories::uuid[]), '00000000-0000-0000-0000-000000000000'), sqlc.narg(order_id)::uuid, sqlc.narg(attempt_id)::uuid, @currency, unnest(@amounts::numeric[]), @at::timestamptz;

-- name: AttemptsInReview :many
-- scope: operator: money that a person must look at.
SELECT a.id, a.order_id, o.number, a.supplier_id, s.name AS supplier_name, a.provider, a.payer, coalesce(a.provider_ref, '') AS provider_ref,
       coalesce(a.receipt, '') AS receipt, a.currency::text AS currency, a.amount, a.reason, a.created_at, a.settled_at,
       coalesce((SELECT -sum(e.amount) FROM ledger_entry e WHERE e.attempt_id = a.id AND e.account = 'suspense'), 0)::numeric(20,4) AS held
FROM payment_attempt a JOIN purchase_order o ON o.id = a.order_id JOIN company s ON s.id = a.supplier_id
WHERE a.status = 'review' AND (a.created_at, a.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@providers::text[]) = 0 OR a.provider = ANY(@providers::text[]))
  AND zabuni.within(a.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
  AND (sqlc.narg(search)::text IS NULL OR o.number = upper(sqlc.narg(search)) OR a.receipt ILIKE sqlc.narg(search) OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY a.created_at DESC, a.id DESC LIMIT @max_rows;

-- name: StrayCallbacks :many
-- scope: operator: callbacks that belong to no attempt, or speak against a finished one.
SELECT c.id, c.provider, c.body, c.network, c.verdict, c.received_at, coalesce(o.number, '') AS number
FROM payment_callback c LEFT JOIN payment_attempt a ON a.id = c.attempt_id LEFT JOIN purchase_order o ON o.id = a.order_id
WHERE c.verdict IN ('unmatched', 'contradicts', 'forged') AND c.id < @before
ORDER BY c.id DESC LIMIT @max_rows;

-- name: LiveAttempt :one
-- With all that its charge follows from.
SELECT a.id, a.order_id, a.supplier_id, a.provider, a.token, a.merchant_ref, a.provider_ref, a.receipt, a.payer, a.currency::text AS currency, a.amount,
       a.status, a.created_at, o.number
FROM payment_attempt a JOIN purchase_order o ON o.id = a.order_id
WHERE a.order_id = @order_id AND a.supplier_id = @supplier_id AND a.status IN ('created', 'pending', 'processing');

-- name: OrderOfToken :one
-- scope: system: the token is the right; it says where a browser goes on.
SELECT order_id FROM payment_attempt WHERE provider = @provider AND token = @token;

-- name: Acknowledge :exec
INSERT INTO payment_acknowledgement (attempt_id, order_id, supplier_id, credited, next_at) VALUES (@attempt_id, @order_id, @supplier_id, @credited, @next_at);

-- name: ClaimAcknowledgements :many
-- scope: system: the worker tells every provider.
-- Claiming moves the next try on: a minute, then twice as long each time, up to a day.
WITH due AS (SELECT attempt_id FROM payment_acknowledgement WHERE next_at <= zabuni.clock() ORDER BY next_at LIMIT @max_rows FOR UPDATE SKIP LOCKED)
UPDATE payment_acknowledgement k SET asked = k.asked + 1, next_at = zabuni.clock() + interval '1 minute' * least(1440, power(2, least(k.asked, 11)))
FROM due, payment_attempt a, purchase_order o
WHERE k.attempt_id = due.attempt_id AND a.id = due.attempt_id AND o.id = a.order_id
RETURNING a.id, a.order_id, a.supplier_id, a.provider, a.token, a.merchant_ref, a.provider_ref, a.receipt, a.payer, a.currency::text AS currency, a.amount,
          a.status, a.created_at, o.number, k.credited;

-- name: Acknowledged :execrows
-- scope: system: the provider has heard.
UPDATE payment_acknowledgement SET told_at = zabuni.clock(), next_at = NULL WHERE attempt_id = @attempt_id AND told_at IS NULL;
