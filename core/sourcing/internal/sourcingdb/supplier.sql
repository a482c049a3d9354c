-- What suppliers read: zabuni.listed says what, and sourcing.Category.Visible who may look at one. Who may take part is entry's.

-- name: OpenCategories :many
-- scope: system: open categories of every buyer, without what is sealed or scored.
SELECT c.id, c.job_id, c.buyer_id, b.name AS buyer_name, c.activity, c.reference, c.number, c.name, j.title AS job_title,
       j.reference AS job_reference, j.timezone, c.category_type_id, c.currency, c.bid_fee, c.opens_at, c.closes_at, c.invited_only,
       (i.supplier_id IS NOT NULL)::boolean AS invited,
       EXISTS (SELECT FROM participation p WHERE p.category_id = c.id AND p.supplier_id = @supplier_id) AS taking_part
FROM category c JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id
LEFT JOIN invitation i ON i.category_id = c.id AND i.supplier_id = @supplier_id
WHERE zabuni.listed(c, i.supplier_id IS NOT NULL, @now::timestamptz) AND (c.closes_at, c.id) > (@after_at::timestamptz, @after_id::uuid)
  AND (NOT @fitting::boolean OR i.supplier_id IS NOT NULL
       OR c.category_type_id IN (SELECT t.category_type_id FROM company_category_type t WHERE t.company_id = @supplier_id))
  AND (sqlc.narg(buyer_id)::uuid IS NULL OR c.buyer_id = sqlc.narg(buyer_id))
  AND (sqlc.narg(job_id)::uuid IS NULL OR c.job_id = sqlc.narg(job_id))
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
  AND zabuni.within(c.closes_at, sqlc.narg(closes_from)::date, sqlc.narg(closes_to)::date, j.timezone)
  AND (sqlc.narg(category_type)::uuid IS NULL OR c.category_type_id = sqlc.narg(category_type))
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR c.reference ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY c.closes_at, c.id LIMIT @max_rows;

-- name: CountOpenCategories :one
-- scope: system: as OpenCategories.
SELECT count(*) FROM (SELECT
FROM category c JOIN job j ON j.id = c.job_id
LEFT JOIN invitation i ON i.category_id = c.id AND i.supplier_id = @supplier_id
WHERE zabuni.listed(c, i.supplier_id IS NOT NULL, @now::timestamptz)
  AND (NOT @fitting::boolean OR i.supplier_id IS NOT NULL
       OR c.category_type_id IN (SELECT t.category_type_id FROM company_category_type t WHERE t.company_id = @supplier_id))
  AND (sqlc.narg(buyer_id)::uuid IS NULL OR c.buyer_id = sqlc.narg(buyer_id))
  AND (sqlc.narg(job_id)::uuid IS NULL OR c.job_id = sqlc.narg(job_id))
  AND (cardinality(@activities::text[]) = 0 OR c.activity = ANY(@activities::text[]))
  AND zabuni.within(c.closes_at, sqlc.narg(closes_from)::date, sqlc.narg(closes_to)::date, j.timezone)
  AND (sqlc.narg(category_type)::uuid IS NULL OR c.category_type_id = sqlc.narg(category_type))
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR c.reference ILIKE '%' || sqlc.narg(search) || '%')
LIMIT 1001) AS counted;

-- name: CompaniesWithOpenJobs :many
-- scope: system: buyers with something open that this supplier may see.
SELECT b.id, b.name, b.initials, b.country, count(DISTINCT c.job_id) AS jobs, count(*) AS categories, min(c.closes_at)::timestamptz AS next_closing
FROM category c JOIN company b ON b.id = c.buyer_id
LEFT JOIN invitation i ON i.category_id = c.id AND i.supplier_id = @supplier_id
WHERE zabuni.listed(c, i.supplier_id IS NOT NULL, @now::timestamptz)
  AND (sqlc.narg(search)::text IS NULL OR b.name ILIKE '%' || sqlc.narg(search) || '%')
GROUP BY b.id
HAVING (min(c.closes_at), b.id) > (@after_at::timestamptz, @after_id::uuid)
ORDER BY min(c.closes_at), b.id LIMIT @max_rows;

-- name: SupplierCategory :one
-- scope: system: one category as a supplier asks for it; the rule decides whether it may be seen.
SELECT sqlc.embed(c), j.title AS job_title, j.reference AS job_reference, j.timezone, j.regime, b.name AS buyer_name,
       (i.supplier_id IS NOT NULL)::boolean AS invited, i.viewed_at, coalesce(t.name, '') AS category_type, coalesce(g.name, '')::text AS group_name
FROM category c JOIN job j ON j.id = c.job_id JOIN company b ON b.id = c.buyer_id
LEFT JOIN category_type t ON t.id = c.category_type_id LEFT JOIN special_group g ON g.id = c.reserved_for AND g.company_id IS NULL
LEFT JOIN invitation i ON i.category_id = c.id AND i.supplier_id = @supplier_id
WHERE c.id = @id;
