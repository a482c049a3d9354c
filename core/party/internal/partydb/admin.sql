-- name: BuyerFacts :one
-- Counts beside a buyer's profile.
SELECT (SELECT count(*) FROM account a WHERE a.company_id = @company_id AND a.status IN ('invited', 'active')) AS users,
       (SELECT count(*) FROM job j WHERE j.buyer_id = @company_id) AS jobs,
       (SELECT count(*) FROM branch b WHERE b.company_id = @company_id AND b.active) AS branches,
       (SELECT count(*) FROM buyer_category_type t WHERE t.buyer_id = @company_id) AS category_types;

-- name: UpdateBuyer :execrows
UPDATE company SET name = @name, initials = @initials, company_type = @company_type, country = @country, location_id = @location_id,
    physical_address = @physical_address, po_box = @po_box, phone = @phone, email = @email, tax_id = @tax_id, website = @website,
    contact_name = @contact_name, status = @status
WHERE id = @company_id AND kind = 'buyer';

-- name: SetEmail :exec
UPDATE company SET email = @email WHERE id = @company_id;

-- name: Modules :many
SELECT module, active FROM buyer_module WHERE buyer_id = @buyer_id;

-- name: ModuleOn :one
SELECT NOT EXISTS (SELECT FROM buyer_module WHERE buyer_id = @buyer_id AND module = @module AND NOT active) AS active;

-- name: PutModule :exec
INSERT INTO buyer_module (buyer_id, module, active, changed_by, changed_at) VALUES (@buyer_id, @module, @active, @changed_by, @changed_at)
ON CONFLICT (buyer_id, module) DO UPDATE SET active = EXCLUDED.active, changed_by = EXCLUDED.changed_by, changed_at = EXCLUDED.changed_at;

-- name: OpenCategories :one
-- Categories that bidders count on: published, and not closed yet.
SELECT count(*) FROM category WHERE buyer_id = @buyer_id AND activity = ANY(@activities::text[]) AND status IN ('approved', 'open');

-- name: LockCompanyOf :one
SELECT id FROM company WHERE id = @company_id AND kind = @kind FOR UPDATE;

-- name: Services :many
SELECT service, starts_on, ends_on, note FROM buyer_service WHERE buyer_id = @buyer_id ORDER BY starts_on, service;

-- name: ServiceOn :one
SELECT EXISTS (SELECT FROM buyer_service WHERE buyer_id = @buyer_id AND service = @service
               AND starts_on <= zabuni.clock()::date AND (ends_on IS NULL OR ends_on >= zabuni.clock()::date))::boolean;

-- name: ClearServices :exec
DELETE FROM buyer_service WHERE buyer_id = @buyer_id;

-- name: InsertService :exec
INSERT INTO buyer_service (buyer_id, service, starts_on, ends_on, note, changed_by, changed_at)
VALUES (@buyer_id, @service, @starts_on, @ends_on, @note, @changed_by, @changed_at);

-- name: BuyerCategoryTypes :many
SELECT t.id, t.code, t.name, EXISTS (SELECT FROM buyer_category_type u WHERE u.category_type_id = t.id AND u.buyer_id = @buyer_id) AS used
FROM category_type t WHERE t.active ORDER BY t.position, t.name;

-- name: ClearBuyerCategoryTypes :exec
DELETE FROM buyer_category_type WHERE buyer_id = @buyer_id;

-- name: InsertBuyerCategoryTypes :exec
INSERT INTO buyer_category_type (buyer_id, category_type_id) SELECT @buyer_id::uuid, unnest(@types::uuid[]) ON CONFLICT DO NOTHING;

-- name: Branches :many
SELECT b.id, b.name, b.code, b.location_id, coalesce(l.name, '')::text AS location, b.address, b.phone, b.active, b.created_at,
       (SELECT count(*) FROM department d WHERE d.branch_id = b.id AND d.company_id = @company_id AND d.active) AS departments
FROM branch b LEFT JOIN location l ON l.id = b.location_id
WHERE b.company_id = @company_id AND (sqlc.narg(search)::text IS NULL OR b.name ILIKE '%' || sqlc.narg(search) || '%' OR b.code ILIKE '%' || sqlc.narg(search) || '%')
  AND (cardinality(@statuses::text[]) = 0 OR CASE WHEN b.active THEN 'active' ELSE 'deactivated' END = ANY(@statuses::text[]))
ORDER BY b.active DESC, b.name, b.id LIMIT 1000;

-- name: InsertBranch :exec
INSERT INTO branch (id, company_id, name, code, location_id, address, phone, active, created_at)
VALUES (@id, @company_id, @name, @code, @location_id, @address, @phone, true, @created_at);

-- name: UpdateBranch :execrows
UPDATE branch SET name = @name, code = @code, location_id = @location_id, address = @address, phone = @phone, active = @active
WHERE id = @id AND company_id = @company_id;

-- name: Departments :many
SELECT d.id, d.branch_id, b.name AS branch, d.name, d.active FROM department d JOIN branch b ON b.id = d.branch_id
WHERE d.company_id = @company_id AND b.company_id = @company_id ORDER BY d.active DESC, d.name, d.id LIMIT 1000;

-- name: BranchOf :one
SELECT id FROM branch WHERE id = @id AND company_id = @company_id;

-- name: InsertDepartment :exec
INSERT INTO department (id, company_id, branch_id, name, active, created_at) VALUES (@id, @company_id, @branch_id, @name, true, @created_at);

-- name: UpdateDepartment :execrows
UPDATE department SET branch_id = @branch_id, name = @name, active = @active WHERE id = @id AND company_id = @company_id;

-- name: SpecialGroups :many
-- A company sees the platform's groups and its own; the platform's list has its own only.
SELECT g.id, g.company_id, g.name, g.description, g.active, g.segment, g.min_share, g.created_at FROM special_group g
WHERE (g.company_id IS NULL OR g.company_id = @company_id)
  AND (sqlc.narg(search)::text IS NULL OR g.name ILIKE '%' || sqlc.narg(search) || '%')
  AND (cardinality(@segments::text[]) = 0 OR g.segment = ANY(@segments::text[]))
  AND (cardinality(@statuses::text[]) = 0 OR CASE WHEN g.active THEN 'active' ELSE 'deactivated' END = ANY(@statuses::text[]))
ORDER BY g.active DESC, g.name, g.id LIMIT 1000;

-- name: InsertSpecialGroup :exec
INSERT INTO special_group (id, company_id, name, description, active, segment, min_share, created_at)
VALUES (@id, sqlc.narg(company_id), @name, @description, true, sqlc.narg(segment), @min_share, @created_at);

-- name: UpdateSpecialGroup :execrows
UPDATE special_group SET name = @name, description = @description, active = @active, segment = sqlc.narg(segment), min_share = @min_share
WHERE id = @id AND company_id IS NOT DISTINCT FROM sqlc.narg(company_id)::uuid;

-- name: ActiveCategoryTypes :many
SELECT id, code FROM category_type WHERE active;

-- name: BuyersByTaxID :many
-- scope: operator: whom an upload of buyer companies names.
SELECT c.id, c.name, c.country, upper(c.tax_id)::text AS tax_id, c.phone, c.email, c.physical_address,
       ARRAY(SELECT t.category_type_id FROM buyer_category_type t WHERE t.buyer_id = c.id)::uuid[] AS category_types
FROM company c WHERE c.kind = 'buyer' AND upper(c.tax_id) = ANY(@tax_ids::text[]);

-- name: UpdateUploadedBuyer :exec
UPDATE company SET name = @name, initials = @initials, phone = @phone, email = @email, physical_address = @physical_address
WHERE id = @company_id AND kind = 'buyer';
