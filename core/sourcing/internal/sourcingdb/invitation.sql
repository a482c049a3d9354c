-- name: Invite :many
-- Suppliers only, active ones only; who is invited already stays so and is not returned.
INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at, source, list_id, reason)
SELECT @category_id, @buyer_id, c.id, @invited_by, @invited_at, @source, sqlc.narg(list_id)::uuid, @reason FROM company c
WHERE c.id = ANY(@suppliers::uuid[]) AND c.kind = 'supplier' AND c.status = 'active' ORDER BY c.id
ON CONFLICT DO NOTHING RETURNING supplier_id;

-- name: AskedSuppliers :many
-- scope: system: which of these companies are active suppliers, and who is invited already.
SELECT c.id, c.name, EXISTS (SELECT FROM invitation i WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND i.supplier_id = c.id) AS invited
FROM company c WHERE c.id = ANY(@ids::uuid[]) AND c.kind = 'supplier' AND c.status = 'active';

-- name: CountInvited :one
SELECT count(*) FROM invitation WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: CountInvitations :one
SELECT count(*) FROM invitation i JOIN company c ON c.id = i.supplier_id JOIN category k ON k.id = i.category_id JOIN job j ON j.id = k.job_id
WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%')
  AND (cardinality(@countries::text[]) = 0 OR c.country = ANY(@countries::text[]))
  AND (NOT @unseen::boolean OR i.viewed_at IS NULL)
  AND zabuni.within(i.invited_at, sqlc.narg(invited_from)::date, sqlc.narg(invited_to)::date, j.timezone);

-- name: Invited :many
SELECT i.supplier_id, c.name, c.country, i.invited_at, i.viewed_at, i.source, i.reason,
       coalesce((SELECT l.name FROM category l WHERE l.id = i.list_id AND l.buyer_id = i.buyer_id), '')::text AS list_name
FROM invitation i JOIN company c ON c.id = i.supplier_id JOIN category k ON k.id = i.category_id JOIN job j ON j.id = k.job_id
WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND (i.invited_at, i.supplier_id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%')
  AND (cardinality(@countries::text[]) = 0 OR c.country = ANY(@countries::text[]))
  AND (NOT @unseen::boolean OR i.viewed_at IS NULL)
  AND zabuni.within(i.invited_at, sqlc.narg(invited_from)::date, sqlc.narg(invited_to)::date, j.timezone)
ORDER BY i.invited_at DESC, i.supplier_id DESC LIMIT @max_rows;

-- name: Invitable :many
-- The directory of active suppliers, with who is invited already.
SELECT c.id, c.name, c.country, c.created_at,
       EXISTS (SELECT FROM invitation i WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND i.supplier_id = c.id) AS invited
FROM company c
WHERE c.kind = 'supplier' AND c.status = 'active' AND (c.created_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%')
  AND (cardinality(@countries::text[]) = 0 OR c.country = ANY(@countries::text[]))
  AND (sqlc.narg(category_type)::uuid IS NULL OR EXISTS (
        SELECT FROM company_category_type t WHERE t.company_id = c.id AND t.category_type_id = sqlc.narg(category_type)))
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;

-- name: ViewInvitation :execrows
UPDATE invitation SET viewed_at = @viewed_at WHERE category_id = @category_id AND supplier_id = @supplier_id AND viewed_at IS NULL;

-- name: ClaimInvited :many
-- Who another process tells just now is left to it; who stands on the list beyond the closing of a window cannot apply in it.
UPDATE invitation i SET told_at = @now FROM (
    SELECT x.supplier_id FROM invitation x
    WHERE x.category_id = @category_id AND x.buyer_id = @buyer_id AND x.told_at IS NULL
      AND NOT EXISTS (SELECT FROM blacklist_case b WHERE b.supplier_id = x.supplier_id AND (b.buyer_id = x.buyer_id OR b.buyer_id IS NULL)
                      AND b.status = 'blacklisted' AND b.expires_at > @now)
      AND NOT EXISTS (SELECT FROM intake_window w JOIN list_entry l ON l.category_id = w.intake_id AND l.buyer_id = w.buyer_id JOIN category c ON c.id = w.category_id
                      WHERE w.category_id = x.category_id AND w.buyer_id = x.buyer_id AND l.supplier_id = x.supplier_id
                      AND l.status <> 'removed' AND (l.listed_until IS NULL OR l.listed_until > c.closes_at))
    ORDER BY x.supplier_id LIMIT @max_rows FOR UPDATE SKIP LOCKED) due
WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND i.supplier_id = due.supplier_id RETURNING i.supplier_id;

-- name: Fitting :many
-- scope: system: suppliers of a category's kind of supply, by their ids. A later window of an intake is nothing new to them.
SELECT t.company_id FROM category c
JOIN company_category_type t ON t.category_type_id = c.category_type_id JOIN company s ON s.id = t.company_id
WHERE c.id = @category_id AND c.buyer_id = @buyer_id AND NOT c.invited_only
  AND NOT EXISTS (SELECT FROM intake_window w WHERE w.category_id = c.id AND w.buyer_id = c.buyer_id)
  AND s.kind = 'supplier' AND s.status = 'active' AND t.company_id > @after
  AND NOT EXISTS (SELECT FROM invitation i WHERE i.category_id = c.id AND i.supplier_id = t.company_id)
  AND NOT EXISTS (SELECT FROM blacklist_case b WHERE b.supplier_id = t.company_id AND (b.buyer_id = c.buyer_id OR b.buyer_id IS NULL)
                  AND b.status = 'blacklisted' AND b.expires_at > @now)
ORDER BY t.company_id LIMIT @max_rows;
