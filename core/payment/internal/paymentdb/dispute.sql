-- name: DisputeOfAttempt :one
-- scope: system: of an attempt under lock: the one of what went back last.
SELECT d.id, d.code, d.status, d.provider_ref, d.cause, d.due_at, d.entered_by FROM payment_dispute d JOIN payment_reversal r ON r.id = d.reversal_id
WHERE d.attempt_id = @attempt_id ORDER BY r.round DESC LIMIT 1;

-- name: WentBack :one
-- scope: system: of an attempt under lock: whether its money is gone, what its provider gives back because we told it to,
-- and the dispute of what went back last; none has the empty status.
SELECT EXISTS (SELECT FROM payment_gone g WHERE g.attempt_id = t.id) AS gone,
       coalesce((SELECT sum(f.amount) FROM payment_refund f WHERE f.attempt_id = t.id AND NOT f.by_hand AND f.status IN ('sent', 'done')), 0)::numeric(20,4) AS given,
       coalesce(d.id, t.id) AS id, coalesce(d.status, '')::text AS status, coalesce(d.provider_ref, '')::text AS provider_ref, coalesce(d.cause, '')::text AS cause,
       coalesce(d.due_at, t.created_at)::timestamptz AS due_at, d.entered_by
FROM payment_attempt t LEFT JOIN LATERAL (SELECT x.* FROM payment_dispute x JOIN payment_reversal r ON r.id = x.reversal_id WHERE x.attempt_id = t.id ORDER BY r.round DESC LIMIT 1) d ON true
WHERE t.id = @attempt_id;

-- name: Rounds :one
-- scope: system: how often the money of an attempt went back, under its lock.
SELECT count(*) FROM payment_reversal WHERE attempt_id = @attempt_id;

-- name: InsertDispute :execrows
INSERT INTO payment_dispute (id, code, reversal_id, attempt_id, order_id, supplier_id, provider, currency, amount, status, provider_ref, cause, due_at, opened_at, answered_at,
    claimant, entered_by, entry_id, entry_alone)
VALUES (@id, @code, sqlc.narg(reversal_id), @attempt_id, @order_id, @supplier_id, @provider, @currency, @amount, @status, @provider_ref, @cause, @due_at, @opened_at, sqlc.narg(answered_at),
    @claimant, sqlc.narg(entered_by), sqlc.narg(entry_id), @entry_alone)
ON CONFLICT (code) DO NOTHING;

-- name: DisputeOwner :one
-- scope: operator: whose money it is, before its locks are taken.
SELECT order_id, supplier_id FROM payment_dispute WHERE id = @id;

-- name: LockDispute :one
SELECT d.id, d.code, d.reversal_id, d.attempt_id, d.order_id, d.supplier_id, d.provider, d.currency::text AS currency, d.amount, d.status, d.due_at, d.opened_at, d.answered_at,
       d.end_as, d.end_by, d.end_why, d.end_id, d.entered_by, d.entry_alone, d.cause, o.number
FROM payment_dispute d JOIN purchase_order o ON o.id = d.order_id WHERE d.id = @id AND d.supplier_id = @supplier_id FOR UPDATE OF d;

-- name: DecideEntry :exec
-- What a person entered is open, with what went back by it, or is refused.
UPDATE payment_dispute SET status = @status, reversal_id = sqlc.narg(reversal_id), approved_by = @approved_by, approved_at = @approved_at
WHERE id = @id AND supplier_id = @supplier_id;

-- name: HearDispute :exec
-- What the provider tells of a dispute that is known.
UPDATE payment_dispute SET provider_ref = @provider_ref, cause = @cause, due_at = @due_at WHERE id = @id AND supplier_id = @supplier_id;

-- name: AnswerDispute :exec
UPDATE payment_dispute SET status = @status, answered_by = sqlc.narg(answered_by), answered_at = @answered_at, answer = @answer, answer_id = sqlc.narg(answer_id)
WHERE id = @id AND supplier_id = @supplier_id;

-- name: ProposeDispute :exec
-- Whoever had ended it before is in the log: what is decided now is decided by others.
UPDATE payment_dispute SET end_as = sqlc.narg(end_as), end_by = sqlc.narg(end_by), end_at = sqlc.narg(end_at), end_why = @end_why, end_id = sqlc.narg(end_id), alone = @alone, ended_by = NULL
WHERE id = @id AND supplier_id = @supplier_id;

-- name: EndDispute :exec
UPDATE payment_dispute SET status = @status, ended_by = sqlc.narg(ended_by), ended_at = @ended_at WHERE id = @id AND supplier_id = @supplier_id;

-- name: ReversedEntries :many
-- scope: system: what the last reversal of an attempt under lock had moved.
SELECT e.account, e.part, e.buyer_id, e.category_id, e.currency::text AS currency, e.amount FROM ledger_entry e
WHERE e.attempt_id = @attempt_id AND e.movement = 'reversal' AND e.transfer_id = (SELECT l.transfer_id FROM ledger_entry l
    WHERE l.attempt_id = @attempt_id AND l.movement = 'reversal' ORDER BY l.at DESC, l.transfer_id DESC LIMIT 1)
ORDER BY e.account, e.part;

-- name: DisputeLines :many
-- scope: operator: the fees of a disputed order, whether each is open still, and whether it was let count as paid for no more.
SELECT l.category_id, l.buyer_id, c.name, b.name AS buyer_name, l.fee, c.closes_at, coalesce(d.ends, false)::boolean AS ends,
       (c.closed_at IS NULL AND c.closes_at > zabuni.clock() AND c.status <> 'cancelled')::boolean AS still_open
FROM order_line l JOIN category c ON c.id = l.category_id JOIN company b ON b.id = l.buyer_id
LEFT JOIN payment_dispute_line d ON d.dispute_id = @dispute_id AND d.category_id = l.category_id
WHERE l.order_id = @order_id ORDER BY c.name, l.category_id;

-- name: SetDisputeLine :exec
INSERT INTO payment_dispute_line (dispute_id, category_id, order_id, supplier_id, buyer_id, ends, decided_by, decided_at)
VALUES (@dispute_id, @category_id, @order_id, @supplier_id, @buyer_id, @ends, @decided_by, @decided_at)
ON CONFLICT (dispute_id, category_id) DO UPDATE SET ends = EXCLUDED.ends, decided_by = EXCLUDED.decided_by, decided_at = EXCLUDED.decided_at
WHERE payment_dispute_line.supplier_id = excluded.supplier_id;

-- name: RestoreDispute :many
-- What a dispute had ended counts as paid for again.
UPDATE payment_dispute_line SET ends = false WHERE dispute_id = @dispute_id AND supplier_id = @supplier_id AND ends RETURNING category_id;

-- name: Disputes :many
-- scope: operator: what payers' banks ask back, of every supplier.
SELECT d.id, d.code, o.number, d.order_id, d.attempt_id, d.supplier_id, s.name AS supplier_name, d.provider, d.currency::text AS currency, d.amount, d.status, d.provider_ref, d.cause, d.due_at,
       d.opened_at, d.answered_at, coalesce(trim(a.first_name || ' ' || a.last_name), '')::text AS answerer, d.answer, d.answer_id,
       coalesce(d.end_as, '')::text AS end_as, d.end_by, coalesce(trim(p.first_name || ' ' || p.last_name), '')::text AS ender, d.end_at, d.end_why, d.end_id,
       d.ended_at, coalesce(trim(e.first_name || ' ' || e.last_name), '')::text AS decider,
       d.claimant, d.entered_by, d.entry_id, coalesce(trim(n.first_name || ' ' || n.last_name), '')::text AS enterer,
       d.approved_at, coalesce(trim(v.first_name || ' ' || v.last_name), '')::text AS approver
FROM payment_dispute d JOIN purchase_order o ON o.id = d.order_id JOIN company s ON s.id = d.supplier_id
LEFT JOIN account a ON a.id = d.answered_by LEFT JOIN account p ON p.id = d.end_by LEFT JOIN account e ON e.id = d.ended_by
LEFT JOIN account n ON n.id = d.entered_by LEFT JOIN account v ON v.id = d.approved_by
WHERE (d.opened_at, d.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR d.status = ANY(@statuses::text[]))
  AND (cardinality(@providers::text[]) = 0 OR d.provider = ANY(@providers::text[]))
  AND zabuni.within(d.opened_at, sqlc.narg(opened_from)::date, sqlc.narg(opened_to)::date, @zone::text)
  AND (sqlc.narg(just)::uuid IS NULL OR d.id = sqlc.narg(just)) AND (sqlc.narg(of_order)::uuid IS NULL OR d.order_id = sqlc.narg(of_order))
  AND (sqlc.narg(search)::text IS NULL OR d.code = upper(sqlc.narg(search)) OR o.number = upper(sqlc.narg(search)) OR d.provider_ref ILIKE sqlc.narg(search) OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY d.opened_at DESC, d.id DESC LIMIT @max_rows;

-- name: ClaimDisputes :many
-- scope: system: those whose day comes and that nobody has answered, each told of once.
WITH due AS (SELECT id FROM payment_dispute WHERE status IN ('entered', 'open') AND reminded_at IS NULL AND due_at <= @before::timestamptz ORDER BY due_at LIMIT @max_rows FOR UPDATE SKIP LOCKED)
UPDATE payment_dispute d SET reminded_at = zabuni.clock() FROM due, purchase_order o WHERE d.id = due.id AND o.id = d.order_id
RETURNING d.id, d.code, d.order_id, d.supplier_id, d.attempt_id, d.currency::text AS currency, d.amount, d.due_at, o.number, d.provider;

-- name: OrderLog :many
-- scope: operator: what the log holds of an order, the oldest first.
SELECT e.id, e.at, e.actor_name, e.actor_type, e.action, e.detail::text AS detail FROM audit_entry e
WHERE e.object = 'order' AND e.object_id = @order_id ORDER BY e.id LIMIT 2000;

