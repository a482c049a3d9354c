-- name: CategoryKeys :many
-- scope: system: public halves. Reserves have a key of their own, which seals no bid.
SELECT envelope, recipient, announced, closes_at FROM category_key WHERE category_id = @category_id AND envelope <> 'reserve' ORDER BY envelope;

-- name: InsertSubmission :exec
INSERT INTO submission (id, participation_id, category_id, buyer_id, supplier_id, version, received_at, submitted_by, receipt, receipt_nonce, log_index)
VALUES (@id, @participation_id, @category_id, @buyer_id, @supplier_id, @version, @received_at, @submitted_by, @receipt, @receipt_nonce, @log_index);

-- name: InsertEnvelope :exec
INSERT INTO sealed_envelope (submission_id, envelope, buyer_id, supplier_id, sealed, sealed_sha256, commitment)
VALUES (@submission_id, @envelope, @buyer_id, @supplier_id, @sealed, @sealed_sha256, @commitment);

-- name: InsertSealedFile :exec
INSERT INTO sealed_file (submission_id, bid_file_id, buyer_id, supplier_id, wrapped)
VALUES (@submission_id, @bid_file_id, @buyer_id, @supplier_id, @wrapped);

-- name: Submissions :many
SELECT id, version, received_at, receipt, withdrawn_at, (set_aside_by IS NOT NULL)::boolean AS set_aside FROM submission
WHERE participation_id = @participation_id AND supplier_id = @supplier_id ORDER BY version DESC;

-- name: WithdrawSubmissions :exec
UPDATE submission SET withdrawn_at = @now WHERE participation_id = @participation_id AND supplier_id = @supplier_id AND withdrawn_at IS NULL;

-- name: ReturnEnvelopes :exec
-- Returned unopened: what could open them is gone.
UPDATE sealed_envelope e SET sealed = NULL FROM submission s
WHERE s.id = e.submission_id AND s.participation_id = @participation_id AND e.supplier_id = @supplier_id;

-- name: ReturnFiles :exec
UPDATE sealed_file f SET wrapped = NULL FROM submission s
WHERE s.id = f.submission_id AND s.participation_id = @participation_id AND f.supplier_id = @supplier_id;

-- name: InsertWithdrawal :exec
INSERT INTO withdrawal (id, participation_id, category_id, buyer_id, supplier_id, reason, withdrawn_by, at, contact_by)
VALUES (@id, @participation_id, @category_id, @buyer_id, @supplier_id, @reason, @withdrawn_by, @at, @contact_by);

-- name: Withdrawals :many
SELECT w.id, w.reason, w.at, w.contact_by, w.contacted_at, c.name AS category_name, c.reference, j.title AS job_title, j.timezone
FROM withdrawal w JOIN category c ON c.id = w.category_id JOIN job j ON j.id = c.job_id
WHERE w.supplier_id = @supplier_id AND (w.at, w.id) < (@after_at::timestamptz, @after_id::uuid)
  AND zabuni.within(w.at, sqlc.narg(withdrawn_from)::date, sqlc.narg(withdrawn_to)::date, j.timezone)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR j.title ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY w.at DESC, w.id DESC LIMIT @max_rows;

-- name: AllWithdrawals :many
-- scope: operator: of every buyer and supplier, for who keeps suppliers and calls them.
SELECT w.id, w.reason, w.at, w.contact_by, w.contacted_at, w.category_id, w.supplier_id, s.name AS supplier_name, s.phone AS supplier_phone,
       (p.first_name || ' ' || p.last_name)::text AS person, b.name AS buyer_name, c.name AS category_name, c.reference, c.currency, c.bid_fee,
       j.title AS job_title, j.timezone, j.regime
FROM withdrawal w JOIN category c ON c.id = w.category_id JOIN job j ON j.id = c.job_id
JOIN company b ON b.id = w.buyer_id JOIN company s ON s.id = w.supplier_id JOIN account p ON p.id = w.withdrawn_by
WHERE (w.at, w.id) < (@after_at::timestamptz, @after_id::uuid)
  AND zabuni.within(w.at, sqlc.narg(withdrawn_from)::date, sqlc.narg(withdrawn_to)::date, j.timezone)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.reference ILIKE '%' || sqlc.narg(search) || '%'
       OR j.title ILIKE '%' || sqlc.narg(search) || '%' OR b.name ILIKE '%' || sqlc.narg(search) || '%' OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY w.at DESC, w.id DESC LIMIT @max_rows;

-- name: CountWithdrawals :one
-- scope: system: how many there are in a category, for its buyer once it has closed.
SELECT count(*) FROM withdrawal WHERE category_id = @category_id;

-- name: LogEntry :one
SELECT log_index FROM submission WHERE id = @id AND supplier_id = @supplier_id;

-- name: ClosingOf :one
-- scope: system: what is published of a closing.
SELECT closed_at, closing_note FROM category WHERE id = @id;

-- name: ReceiptsAtClosing :many
-- scope: system: the closing and its proofs, over every supplier of one category; receipts hold no bid content.
SELECT DISTINCT ON (s.participation_id) s.receipt FROM submission s
WHERE s.category_id = @category_id AND (s.withdrawn_at IS NULL OR s.withdrawn_at >= @closed_at) AND s.set_aside_by IS NULL
ORDER BY s.participation_id, s.version DESC;

-- name: SetAside :exec
-- Sealed for what the category was before an addendum: their bidders have to confirm.
UPDATE submission SET set_aside_by = @addendum_id::uuid
WHERE category_id = @category_id AND buyer_id = @buyer_id AND withdrawn_at IS NULL AND set_aside_by IS NULL;

-- name: LockSubmitted :many
SELECT id, status FROM participation WHERE category_id = @category_id AND buyer_id = @buyer_id AND status = 'submitted' ORDER BY id FOR UPDATE;
