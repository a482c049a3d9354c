-- name: Locations :many
SELECT id, name FROM location WHERE country = @country ORDER BY name;

-- name: SearchCategoryTypes :many
SELECT id, code, name, count(*) OVER () AS total FROM category_type
WHERE sqlc.narg(search)::text IS NULL OR name ILIKE '%' || sqlc.narg(search) || '%'
ORDER BY position, name LIMIT @max_rows OFFSET @skip;

-- name: InsertCompany :exec
INSERT INTO company (id, kind, name, initials, company_type, country, location_id, physical_address, po_box, phone, email, tax_id, website, contact_name, created_at)
VALUES (@id, @kind, @name, @initials, @company_type, @country, @location_id, @physical_address, @po_box, @phone, @email, @tax_id, @website, @contact_name, @created_at);

-- name: InsertInterests :exec
INSERT INTO company_category_type (company_id, category_type_id) SELECT @company_id::uuid, unnest(@types::uuid[]) ON CONFLICT DO NOTHING;

-- name: InsertSupplyLocations :exec
INSERT INTO company_supply_location (company_id, location_id) SELECT @company_id::uuid, unnest(@locations::int[]) ON CONFLICT DO NOTHING;

-- name: Company :one
SELECT c.id, c.kind, c.name, c.initials, c.company_type, c.country, c.location_id, c.physical_address, c.po_box, c.phone, c.email,
       c.tax_id, c.website, c.contact_name, c.status, c.created_at, c.logo_id, c.version, c.updated_at, c.shown_papers
FROM company c WHERE c.id = @company_id;

-- name: ListSuppliers :many
-- scope: operator: the directory of suppliers; buyers see it for invitations.
SELECT c.id, c.name, c.country, c.tax_id, c.phone, c.status, c.created_at,
       (SELECT count(*) FROM company_category_type n WHERE n.company_id = c.id) AS categories
FROM company c
WHERE c.kind = 'supplier' AND (c.created_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%' OR c.tax_id = upper(sqlc.narg(search)))
  AND (cardinality(@countries::text[]) = 0 OR c.country = ANY(@countries::text[]))
  AND (sqlc.narg(category_type)::uuid IS NULL OR EXISTS (
        SELECT FROM company_category_type t WHERE t.company_id = c.id AND t.category_type_id = sqlc.narg(category_type)))
  AND (NOT @subscribed::boolean OR EXISTS (SELECT FROM company_category_type t WHERE t.company_id = c.id))
  AND (cardinality(@statuses::text[]) = 0 OR c.status = ANY(@statuses::text[]))
  AND zabuni.within(c.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;

-- name: ListBuyers :many
-- scope: operator: every buyer company.
SELECT c.id, c.name, c.country, c.status, c.created_at,
       (SELECT count(*) FROM job j WHERE j.buyer_id = c.id) AS jobs
FROM company c
WHERE c.kind = 'buyer' AND (c.created_at, c.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%')
  AND (cardinality(@countries::text[]) = 0 OR c.country = ANY(@countries::text[]))
  AND (cardinality(@statuses::text[]) = 0 OR c.status = ANY(@statuses::text[]))
  AND zabuni.within(c.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
ORDER BY c.created_at DESC, c.id DESC LIMIT @max_rows;

-- name: CountBuyers :one
-- scope: operator: how many buyer companies the list has, counted no further than it tells.
SELECT count(*) FROM (SELECT FROM company c
WHERE c.kind = 'buyer' AND (sqlc.narg(search)::text IS NULL OR c.name ILIKE '%' || sqlc.narg(search) || '%')
  AND (cardinality(@countries::text[]) = 0 OR c.country = ANY(@countries::text[]))
  AND (cardinality(@statuses::text[]) = 0 OR c.status = ANY(@statuses::text[]))
  AND zabuni.within(c.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
LIMIT 1001) AS counted;

-- name: CountCompanies :many
-- scope: operator: companies counted by kind.
SELECT kind, count(*) AS companies FROM company WHERE status = 'active' GROUP BY kind ORDER BY kind;
