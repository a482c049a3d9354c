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
WHERE participation_id = @participation_id AND supplier_id = @supplier_id AND NOT from_room ORDER BY version DESC;

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
SELECT log_index, receipt FROM submission WHERE id = @id AND supplier_id = @supplier_id;

-- name: ClosingOf :one
-- scope: system: what is published of a closing.
SELECT closed_at, closing_note FROM category WHERE id = @id;

-- name: ReceiptsAtClosing :many
-- scope: system: the closing and its proofs, over every supplier of one category; receipts hold no bid content.
SELECT DISTINCT ON (s.participation_id) s.receipt FROM submission s
WHERE s.category_id = @category_id AND (s.withdrawn_at IS NULL OR s.withdrawn_at >= @closed_at) AND s.set_aside_by IS NULL AND NOT s.from_room
ORDER BY s.participation_id, s.version DESC;

-- name: SetAside :exec
-- Sealed for what the category was before an addendum: their bidders have to confirm.
UPDATE submission SET set_aside_by = @addendum_id::uuid
WHERE category_id = @category_id AND buyer_id = @buyer_id AND withdrawn_at IS NULL AND set_aside_by IS NULL;

-- name: LockSubmitted :many
SELECT id, status FROM participation WHERE category_id = @category_id AND buyer_id = @buyer_id AND status = 'submitted' ORDER BY id FOR UPDATE;

-- name: InsertRoomBids :exec
-- Bids of those who were asked for nothing before a room: without a draft, and without a key of one.
INSERT INTO participation (id, category_id, buyer_id, supplier_id, status, draft_key, paid_at, created_at)
SELECT e.id, @category_id, @buyer_id, e.supplier_id, 'paid', '', e.at, e.at
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@suppliers::uuid[]) AS supplier_id, unnest(@ats::timestamptz[]) AS at) e
ON CONFLICT (category_id, supplier_id) DO NOTHING;

-- name: RoomBids :many
SELECT id, supplier_id, latest_version FROM participation
WHERE category_id = @category_id AND buyer_id = @buyer_id AND supplier_id = ANY(@suppliers::uuid[]) ORDER BY id FOR UPDATE;

-- name: InsertRoomVersions :exec
-- What stands in a room as a version of each bid: never sealed, without a receipt.
INSERT INTO submission (id, participation_id, category_id, buyer_id, supplier_id, version, received_at, submitted_by, receipt, receipt_nonce, log_index, from_room)
SELECT v.id, v.participation_id, @category_id, @buyer_id, v.supplier_id, v.version, v.at, v.by_id, '', '', @log_index, true
FROM (SELECT unnest(@ids::uuid[]) AS id, unnest(@bids::uuid[]) AS participation_id, unnest(@suppliers::uuid[]) AS supplier_id,
             unnest(@versions::int[]) AS version, unnest(@ats::timestamptz[]) AS at, unnest(@bys::uuid[]) AS by_id) v;

-- name: CountRoomVersion :exec
UPDATE participation SET latest_version = latest_version + 1
WHERE category_id = @category_id AND buyer_id = @buyer_id AND id = ANY(@bids::uuid[]);
