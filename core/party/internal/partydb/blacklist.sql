-- name: InsertCase :exec
INSERT INTO blacklist_case (id, supplier_id, buyer_id, ground, reason, status, noticed_by, noticed_at, reply_by)
VALUES (@id, @supplier_id, sqlc.narg(buyer_id), @ground, @reason, 'notified', @noticed_by, @noticed_at, @reply_by);

-- name: LockCase :one
-- The desk's own case: no buyer means the platform's.
SELECT * FROM blacklist_case WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid FOR UPDATE;

-- name: LockMyCase :one
SELECT * FROM blacklist_case WHERE id = @id AND supplier_id = @supplier_id FOR UPDATE;

-- name: CaseInForce :one
SELECT EXISTS (SELECT FROM blacklist_case WHERE supplier_id = @supplier_id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid
    AND status = 'blacklisted' AND expires_at > @now) AS in_force;

-- name: ReplyToCase :exec
UPDATE blacklist_case SET status = @status, reply = @reply, replied_at = @replied_at WHERE id = @id AND supplier_id = @supplier_id;

-- name: AppealCase :exec
UPDATE blacklist_case SET appeal = @appeal, appealed_at = @appealed_at WHERE id = @id AND supplier_id = @supplier_id;

-- name: DecideCase :exec
-- The desk's own case: no buyer means the platform's.
UPDATE blacklist_case SET status = @status, decision = @decision, decided_by = @decided_by, decided_at = @decided_at, expires_at = @expires_at
WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid;

-- name: LiftCase :exec
-- The desk's own case: no buyer means the platform's.
UPDATE blacklist_case SET status = @status, lifted_why = @lifted_why, lifted_by = @lifted_by, lifted_at = @lifted_at
WHERE id = @id AND buyer_id IS NOT DISTINCT FROM sqlc.narg(buyer_id)::uuid;

-- name: Cases :many
-- A buyer sees its own cases and those of the platform, the operator those of the platform.
SELECT b.id, b.supplier_id, s.name AS supplier_name, s.country, b.buyer_id, b.ground, b.reason, b.status, b.noticed_at, b.reply_by, b.reply, b.replied_at,
       b.decision, b.decided_at, b.expires_at, b.appeal, b.appealed_at, b.lifted_why, b.lifted_at
FROM blacklist_case b JOIN company s ON s.id = b.supplier_id
WHERE (b.buyer_id = @buyer_id OR b.buyer_id IS NULL) AND (b.noticed_at, b.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (b.buyer_id = @buyer_id OR @platform::boolean OR b.status = 'blacklisted')
  AND (cardinality(@statuses::text[]) = 0 OR b.status = ANY(@statuses::text[]))
  AND (cardinality(@grounds::text[]) = 0 OR b.ground = ANY(@grounds::text[]))
  AND zabuni.within(b.noticed_at, sqlc.narg(noticed_from)::date, sqlc.narg(noticed_to)::date, @zone::text)
  AND zabuni.within(b.expires_at, sqlc.narg(expires_from)::date, sqlc.narg(expires_to)::date, @zone::text)
  AND (sqlc.narg(search)::text IS NULL OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY b.noticed_at DESC, b.id DESC LIMIT @max_rows;

-- name: MyCases :many
SELECT b.id, coalesce(o.name, '')::text AS buyer_name, b.ground, b.reason, b.status, b.noticed_at, b.reply_by, b.reply, b.replied_at,
       b.decision, b.decided_at, b.expires_at, b.appeal, b.appealed_at, b.lifted_why, b.lifted_at
FROM blacklist_case b LEFT JOIN company o ON o.id = b.buyer_id
WHERE b.supplier_id = @supplier_id ORDER BY b.noticed_at DESC, b.id DESC LIMIT 200;

-- name: CaseAnnounced :one
-- scope: system: the notice that the people of the supplier are told of.
SELECT b.supplier_id, coalesce(o.name, '')::text AS buyer_name, b.reply_by, b.expires_at, s.country::text AS country
FROM blacklist_case b JOIN company s ON s.id = b.supplier_id LEFT JOIN company o ON o.id = b.buyer_id WHERE b.id = @id;

-- name: KeptOut :many
-- Who of suppliers may not take part with a buyer now, and whether it is so with every buyer.
SELECT c.id, c.name, bool_or(b.buyer_id IS NULL)::boolean AS everywhere FROM blacklist_case b JOIN company c ON c.id = b.supplier_id
WHERE b.supplier_id = ANY(@suppliers::uuid[]) AND (b.buyer_id = @buyer_id OR b.buyer_id IS NULL) AND b.status = 'blacklisted' AND b.expires_at > @now
GROUP BY c.id, c.name ORDER BY c.name;

-- name: ActiveSupplier :one
SELECT id, name FROM company c WHERE c.id = @company_id AND kind = 'supplier' AND status = 'active';
