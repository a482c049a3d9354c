-- name: Invite :execrows
-- Suppliers only, active ones only; who is invited already stays so.
INSERT INTO invitation (category_id, buyer_id, supplier_id, invited_by, invited_at)
SELECT @category_id, @buyer_id, c.id, @invited_by, @invited_at FROM company c
WHERE c.id = ANY(@suppliers::uuid[]) AND c.kind = 'supplier' AND c.status = 'active'
ON CONFLICT DO NOTHING;

-- name: CountSuppliers :one
-- scope: system: do these companies exist as active suppliers.
SELECT count(*) FROM company c WHERE c.id = ANY(@ids::uuid[]) AND c.kind = 'supplier' AND c.status = 'active';

-- name: CountInvited :one
SELECT count(*) FROM invitation WHERE category_id = @category_id AND buyer_id = @buyer_id;

-- name: Invited :many
SELECT i.supplier_id, c.name, c.country, i.invited_at, i.viewed_at
FROM invitation i JOIN company c ON c.id = i.supplier_id
WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND (i.invited_at, i.supplier_id) < (@after_at::timestamptz, @after_id::uuid)
ORDER BY i.invited_at DESC, i.supplier_id DESC LIMIT @max_rows;

-- name: Invitable :many
-- The directory of active suppliers, with who is invited already.
SELECT c.id, c.name, c.country, c.created_at,
       EXISTS (SELECT FROM invitation i WHERE i.category_id = @category_id AND i.buyer_id = @buyer_id AND i.supplier_id = c.id) AS invited
FROM company c
WHERE c.kind = 'supplier' AND c.status = 'active' AND (c.created_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%')
  AND (sqlc.narg(country)::text IS NULL OR c.country = sqlc.narg(country))
  AND (sqlc.narg(category_type)::uuid IS NULL OR EXISTS (
        SELECT FROM company_category_type t WHERE t.company_id = c.id AND t.category_type_id = sqlc.narg(category_type)))
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;

-- name: ViewInvitation :execrows
UPDATE invitation SET viewed_at = @viewed_at WHERE category_id = @category_id AND supplier_id = @supplier_id AND viewed_at IS NULL;
