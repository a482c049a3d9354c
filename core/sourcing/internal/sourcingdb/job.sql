-- name: NextNumber :one
-- A counter per buyer, activity and year; a rolled-back job leaves a gap.
INSERT INTO job_counter (buyer_id, activity, year, last) VALUES (@buyer_id, @activity, @year, 1)
ON CONFLICT (buyer_id, activity, year) DO UPDATE SET last = job_counter.last + 1
RETURNING last;

-- name: InsertJob :exec
INSERT INTO job (id, buyer_id, activity, reference, code, title, description, regime, timezone, status, owner_id, department_id, plan_item_id, classification, private, created_at)
VALUES (@id, @buyer_id, @activity, @reference, @code, @title, @description, @regime, @timezone, 'draft', @owner_id, sqlc.narg(department_id)::uuid, sqlc.narg(plan_item_id)::uuid, @classification, @private, @created_at);

-- name: Job :one
SELECT sqlc.embed(j), (a.first_name || ' ' || a.last_name)::text AS owner_name, coalesce(d.name, '')::text AS department,
       coalesce(i.number || ' ' || i.title, '')::text AS plan_item,
       EXISTS (SELECT FROM publication p WHERE p.job_id = j.id AND p.buyer_id = j.buyer_id) AS public
FROM job j JOIN account a ON a.id = j.owner_id LEFT JOIN department d ON d.id = j.department_id AND d.company_id = j.buyer_id
    LEFT JOIN procurement_item i ON i.id = j.plan_item_id AND i.buyer_id = j.buyer_id WHERE j.id = @id AND j.buyer_id = @buyer_id;

-- name: LockJob :one
SELECT * FROM job WHERE id = @id AND buyer_id = @buyer_id FOR NO KEY UPDATE;

-- name: JobIsPublic :one
SELECT EXISTS (SELECT FROM publication p WHERE p.job_id = @id AND p.buyer_id = @buyer_id);

-- name: JobOwner :one
-- scope: operator: whose a job is, before everything else is asked with that owner.
SELECT buyer_id FROM job WHERE id = @id;

-- name: UpdateJob :execrows
UPDATE job SET code = @code, title = @title, description = @description, regime = @regime, department_id = sqlc.narg(department_id)::uuid,
       plan_item_id = sqlc.narg(plan_item_id)::uuid, classification = @classification, private = @private, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id AND version = @version;

-- name: Departments :many
-- Of which parts of its company a job may be, or was.
SELECT d.id, d.name, b.name AS branch, (d.active AND b.active)::boolean AS active FROM department d JOIN branch b ON b.id = d.branch_id AND b.company_id = d.company_id
WHERE d.company_id = @buyer_id ORDER BY d.name, b.name, d.id LIMIT 1000;

-- name: DepartmentActive :one
SELECT (d.active AND b.active)::boolean FROM department d JOIN branch b ON b.id = d.branch_id AND b.company_id = d.company_id WHERE d.id = @id AND d.company_id = @buyer_id;

-- name: MoveJob :exec
UPDATE job SET status = @status, published_at = coalesce(@published_at, published_at), cancelled_at = @cancelled_at,
       cancel_reason = @cancel_reason, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: ArchiveJob :exec
UPDATE job SET status = @status, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: ListJobs :many
-- One activity alone is named by itself: its index has the rows in order.
SELECT j.id, j.activity, j.reference, j.code, j.title, j.status, j.created_at, j.published_at,
       (a.first_name || ' ' || a.last_name)::text AS owner_name,
       held.categories, held.closes_at
FROM job j JOIN account a ON a.id = j.owner_id
CROSS JOIN LATERAL (
  SELECT count(*) AS categories,
         coalesce(max(c.closes_at) FILTER (WHERE c.status NOT IN ('cancelled', 'withdrawn')), 'epoch')::timestamptz AS closes_at -- epoch: none
  FROM category c WHERE c.job_id = j.id AND c.buyer_id = j.buyer_id) held
WHERE j.buyer_id = @buyer_id AND (j.created_at, j.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (sqlc.narg(activity)::text IS NULL OR j.activity = sqlc.narg(activity))
  AND (cardinality(@activities::text[]) = 0 OR j.activity = ANY(@activities::text[])) AND j.activity <> ALL(@off::text[])
  AND zabuni.within(j.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
  AND zabuni.within(nullif(held.closes_at, 'epoch'), sqlc.narg(closes_from)::date, sqlc.narg(closes_to)::date, @zone::text)
  AND (cardinality(@statuses::text[]) = 0 OR j.status = ANY(@statuses::text[]))
  AND (cardinality(@departments::uuid[]) = 0 OR j.department_id = ANY(@departments::uuid[]))
  AND (sqlc.narg(search)::text IS NULL OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR j.code ILIKE sqlc.narg(search) || '%' OR j.reference ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY j.created_at DESC, j.id DESC LIMIT @max_rows;

-- name: CountJobs :one
SELECT count(*) FROM (SELECT FROM job j
WHERE j.buyer_id = @buyer_id
  AND (sqlc.narg(activity)::text IS NULL OR j.activity = sqlc.narg(activity))
  AND (cardinality(@activities::text[]) = 0 OR j.activity = ANY(@activities::text[])) AND j.activity <> ALL(@off::text[])
  AND zabuni.within(j.created_at, sqlc.narg(created_from)::date, sqlc.narg(created_to)::date, @zone::text)
  AND (sqlc.narg(closes_from)::date IS NULL AND sqlc.narg(closes_to)::date IS NULL
       OR zabuni.within((SELECT max(c.closes_at) FROM category c
                         WHERE c.job_id = j.id AND c.buyer_id = j.buyer_id AND c.status NOT IN ('cancelled', 'withdrawn')),
                        sqlc.narg(closes_from)::date, sqlc.narg(closes_to)::date, @zone::text))
  AND (cardinality(@statuses::text[]) = 0 OR j.status = ANY(@statuses::text[]))
  AND (cardinality(@departments::uuid[]) = 0 OR j.department_id = ANY(@departments::uuid[]))
  AND (sqlc.narg(search)::text IS NULL OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR j.code ILIKE sqlc.narg(search) || '%' OR j.reference ILIKE '%' || sqlc.narg(search) || '%')
LIMIT 1001) AS counted;

-- name: FindJobs :many
-- scope: operator: of one buyer, or of all for the operator's people; the use case says which.
SELECT j.id, j.activity, j.reference, j.title, b.name AS buyer_name
FROM job j JOIN company b ON b.id = j.buyer_id
WHERE (sqlc.narg(buyer_id)::uuid IS NULL OR j.buyer_id = sqlc.narg(buyer_id)) AND j.activity <> ALL(@off::text[])
  AND (j.title ILIKE '%' || @search::text || '%' OR j.reference ILIKE '%' || @search || '%' OR j.code ILIKE '%' || @search || '%')
ORDER BY j.created_at DESC, j.id DESC LIMIT @max_rows;

-- name: CountUnfinished :one
-- A round of negotiation is no further category: it keeps no job published.
SELECT count(*) FROM category WHERE job_id = @job_id AND buyer_id = @buyer_id AND parent_id IS NULL AND status = ANY(@statuses::text[]);

-- name: InsertImport :exec
INSERT INTO job_import (job_id, buyer_id, format, ocid, file_name, sha256, at)
VALUES (@job_id, @buyer_id, @format, @ocid, @file_name, @sha256, @at);

-- name: CopyUnmapped :copyfrom
INSERT INTO job_import_unmapped (job_id, buyer_id, pointer, reason) VALUES (@job_id, @buyer_id, @pointer, @reason);

-- name: CopyDocuments :copyfrom
INSERT INTO job_document (id, job_id, buyer_id, title, kind, url, added_at) VALUES (@id, @job_id, @buyer_id, @title, @kind, @url, @added_at);

-- name: JobImport :one
SELECT format, ocid, file_name, sha256, at FROM job_import WHERE job_id = @job_id AND buyer_id = @buyer_id;

-- name: Unmapped :many
SELECT pointer, reason FROM job_import_unmapped WHERE job_id = @job_id AND buyer_id = @buyer_id ORDER BY pointer;

-- name: Documents :many
SELECT id, title, kind, url, added_at FROM job_document WHERE job_id = @job_id AND buyer_id = @buyer_id ORDER BY added_at, id;
