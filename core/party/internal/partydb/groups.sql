-- name: PlatformGroups :many
-- scope: system: the platform's groups are everybody's.
SELECT id, name, description, segment, min_share FROM special_group WHERE company_id IS NULL AND active ORDER BY name;

-- name: PlatformGroup :one
-- scope: system: the platform's groups are everybody's.
SELECT id, name, segment, min_share FROM special_group WHERE id = @id AND company_id IS NULL AND active;

-- name: CompanyGroups :many
SELECT m.id, m.special_group_id, g.name, m.proof_id, d.name AS proof_name, m.status, m.reason, m.share, g.min_share, g.segment, m.expires_on,
       m.created_at, m.decided_by, m.decided_at
FROM company_special_group m JOIN special_group g ON g.id = m.special_group_id JOIN document d ON d.id = m.proof_id
WHERE m.company_id = @company_id ORDER BY m.created_at DESC, m.id DESC;

-- name: CompanyGroup :one
SELECT g.name, m.reason FROM company_special_group m JOIN special_group g ON g.id = m.special_group_id
WHERE m.id = @id AND m.company_id = @company_id;

-- name: InsertGroup :exec
INSERT INTO company_special_group (id, company_id, special_group_id, proof_id, status, share, expires_on, created_at)
VALUES (@id, @company_id, @special_group_id, @proof_id, 'pending', @share, @expires_on, @created_at);

-- name: WithdrawGroup :execrows
UPDATE company_special_group SET status = 'withdrawn', decided_at = @now::timestamptz WHERE id = @id AND company_id = @company_id AND status = 'pending';

-- name: Application :one
-- scope: operator: who validates sees every company's.
SELECT m.id, m.company_id, c.name AS company_name, c.country, m.special_group_id, g.name, g.segment, g.min_share, m.proof_id,
       d.name AS proof_name, m.status, m.reason, m.share, m.expires_on, m.created_at, m.decided_by, m.decided_at
FROM company_special_group m JOIN company c ON c.id = m.company_id JOIN special_group g ON g.id = m.special_group_id
JOIN document d ON d.id = m.proof_id WHERE m.id = @id;

-- name: LockApplication :one
-- scope: operator: who validates decides on every company's.
SELECT m.id, m.company_id, m.special_group_id, m.status, m.expires_on, g.segment, g.min_share, c.country
FROM company_special_group m JOIN special_group g ON g.id = m.special_group_id JOIN company c ON c.id = m.company_id
WHERE m.id = @id FOR UPDATE OF m;

-- name: ReplaceValidated :exec
UPDATE company_special_group SET status = 'replaced' WHERE company_id = @company_id AND special_group_id = @special_group_id AND status = 'validated';

-- name: DecideGroup :exec
UPDATE company_special_group SET status = @status, reason = @reason, expires_on = @expires_on, decided_by = @decided_by, decided_at = @decided_at
WHERE id = @id AND company_id = @company_id;

-- name: ListApplications :many
-- scope: operator: every company's, newest first.
SELECT m.id, m.company_id, c.name AS company_name, c.country, g.name AS group_name, m.status, m.share, g.min_share, m.expires_on, m.created_at
FROM company_special_group m JOIN company c ON c.id = m.company_id JOIN special_group g ON g.id = m.special_group_id
WHERE (m.created_at, m.id) < (@after_at::timestamptz, @after_id::uuid)
  AND m.status <> 'withdrawn'
  AND (cardinality(@statuses::text[]) = 0 OR m.status = ANY(@statuses::text[]))
  AND (sqlc.narg(special_group)::uuid IS NULL OR m.special_group_id = sqlc.narg(special_group))
  AND zabuni.within(m.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
  AND zabuni.within(m.expires_on, sqlc.narg(expires_from)::date, sqlc.narg(expires_to)::date)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY m.created_at DESC, m.id DESC LIMIT @max_rows;

-- name: CountPending :one
-- scope: operator: every company's applications that wait to be validated.
SELECT count(*) FROM company_special_group WHERE status = 'pending';

-- name: CategoryTypeCounts :many
-- scope: operator: how many suppliers take an interest in each kind of supply.
SELECT t.id, t.code, t.name, count(c.id) AS suppliers
FROM category_type t LEFT JOIN company_category_type i ON i.category_type_id = t.id
LEFT JOIN company c ON c.id = i.company_id AND c.kind = 'supplier' AND c.status = 'active'
WHERE sqlc.narg(search)::text IS NULL OR t.name ILIKE '%' || sqlc.narg(search) || '%' OR t.code ILIKE sqlc.narg(search) || '%'
GROUP BY t.id ORDER BY t.position, t.name;
