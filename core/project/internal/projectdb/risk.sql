-- name: NextNumber :one
INSERT INTO risk_counter (buyer_id, last) VALUES (@buyer_id, 1)
ON CONFLICT (buyer_id) DO UPDATE SET last = risk_counter.last + 1 WHERE risk_counter.buyer_id = excluded.buyer_id
RETURNING last;

-- name: InsertRisk :exec
INSERT INTO risk (id, buyer_id, number, title, description, likelihood, impact, score, response, treatment, status, owner_id, due_on, job_id, supplier_id,
                  created_at, changed_at, version)
VALUES (@id, @buyer_id, @number, @title, @description, @likelihood, @impact, @score, @response, @treatment, @status, @owner_id, @due_on, sqlc.narg(job_id),
        sqlc.narg(supplier_id), @now, @now, 1);

-- name: LockRisk :one
SELECT * FROM risk WHERE id = @id AND buyer_id = @buyer_id FOR NO KEY UPDATE;

-- name: UpdateRisk :exec
UPDATE risk SET title = @title, description = @description, likelihood = @likelihood, impact = @impact, score = @score, response = @response, treatment = @treatment,
    owner_id = @owner_id, due_on = @due_on, job_id = sqlc.narg(job_id), supplier_id = sqlc.narg(supplier_id), changed_at = @now, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: MoveRisk :exec
UPDATE risk SET status = @status, changed_at = @now, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: KeepChange :exec
-- What a risk has become stands in its history.
INSERT INTO risk_change (risk_id, version, buyer_id, likelihood, impact, response, status, owner_id, due_on, note, changed_by, changed_at)
SELECT r.id, r.version, r.buyer_id, r.likelihood, r.impact, r.response, r.status, r.owner_id, r.due_on, @note, @changed_by, r.changed_at
FROM risk r WHERE r.id = @risk_id AND r.buyer_id = @buyer_id;

-- name: Risks :many
-- A register, the worst first; what is closed comes last.
SELECT r.id, r.number, r.title, r.likelihood, r.impact, r.score, r.response, r.status, r.due_on, r.created_at, r.owner_id,
       (a.first_name || ' ' || a.last_name)::text AS owner_name, r.job_id, coalesce(j.title, '')::text AS job_title,
       coalesce(j.activity, '')::text AS activity, r.supplier_id, coalesce(s.name, '')::text AS supplier_name,
       (CASE WHEN r.status = 'closed' THEN 0 ELSE r.score END)::int AS rank
FROM risk r JOIN account a ON a.id = r.owner_id LEFT JOIN job j ON j.id = r.job_id LEFT JOIN company s ON s.id = r.supplier_id
WHERE r.buyer_id = @buyer_id
  AND ((CASE WHEN r.status = 'closed' THEN 0 ELSE r.score END), r.created_at, r.id) < (@after_rank::int, @after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR r.status = ANY(@statuses::text[]))
  AND (cardinality(@responses::text[]) = 0 OR r.response = ANY(@responses::text[]))
  AND (cardinality(@scores::int[]) = 0 OR r.score = ANY(@scores::int[]))
  AND (@likelihood::int = 0 OR r.likelihood = @likelihood) AND (@impact::int = 0 OR r.impact = @impact)
  AND (NOT @overdue::boolean OR (r.status <> 'closed' AND r.due_on < @today::date))
  AND (sqlc.narg(due_from)::date IS NULL OR r.due_on >= sqlc.narg(due_from)::date)
  AND (sqlc.narg(due_to)::date IS NULL OR r.due_on <= sqlc.narg(due_to)::date)
  AND (sqlc.narg(person)::uuid IS NULL OR r.owner_id = sqlc.narg(person))
  AND (sqlc.narg(job)::uuid IS NULL OR r.job_id = sqlc.narg(job))
  AND (sqlc.narg(supplier)::uuid IS NULL OR s.id = sqlc.narg(supplier))
  AND (sqlc.narg(search)::text IS NULL OR r.title ILIKE '%' || sqlc.narg(search) || '%' OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR s.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY rank DESC, r.created_at DESC, r.id DESC LIMIT @max_rows;

-- name: Risk :one
SELECT r.*, (a.first_name || ' ' || a.last_name)::text AS owner_name, coalesce(j.title, '')::text AS job_title,
       coalesce(j.activity, '')::text AS activity, coalesce(s.name, '')::text AS supplier_name
FROM risk r JOIN account a ON a.id = r.owner_id LEFT JOIN job j ON j.id = r.job_id LEFT JOIN company s ON s.id = r.supplier_id
WHERE r.id = @id AND r.buyer_id = @buyer_id;

-- name: Changes :many
-- What was said of a risk, the last first.
SELECT c.*, (o.first_name || ' ' || o.last_name)::text AS owner_name, (b.first_name || ' ' || b.last_name)::text AS by_name
FROM risk_change c JOIN account o ON o.id = c.owner_id JOIN account b ON b.id = c.changed_by
WHERE c.risk_id = @risk_id AND c.buyer_id = @buyer_id ORDER BY c.version DESC;

-- name: Cells :many
-- scope: operator: staff look at the figures of every buyer; projectsvc's Overview sets everybody for them and for nobody else.
-- How many risks that are not closed stand in each cell of the matrix.
SELECT likelihood, impact, count(*) AS risks FROM risk
WHERE (@everybody::boolean OR buyer_id = @buyer_id) AND status <> 'closed' GROUP BY likelihood, impact ORDER BY likelihood, impact;

-- name: Counts :one
SELECT count(*) FILTER (WHERE status <> 'closed') AS open, count(*) FILTER (WHERE status <> 'closed' AND score >= @critical::int) AS critical,
       count(*) FILTER (WHERE status <> 'closed' AND due_on < @today::date) AS overdue,
       count(*) FILTER (WHERE status <> 'closed' AND owner_id = @account_id::uuid) AS mine, count(*) FILTER (WHERE status = 'closed') AS closed
FROM risk WHERE buyer_id = @buyer_id;

-- name: NextReviews :many
-- What is due next.
SELECT r.id, r.number, r.title, r.likelihood, r.impact, r.score, r.status, r.due_on, (a.first_name || ' ' || a.last_name)::text AS owner_name
FROM risk r JOIN account a ON a.id = r.owner_id WHERE r.buyer_id = @buyer_id AND r.status <> 'closed' ORDER BY r.due_on, r.score DESC, r.id LIMIT @max_rows;

-- name: Buyers :many
-- scope: operator: figures of the buyers who have the module, for staff.
SELECT b.id, b.name, b.created_at, count(r.id) FILTER (WHERE r.status <> 'closed') AS open,
       count(r.id) FILTER (WHERE r.status <> 'closed' AND r.score >= @critical::int) AS critical,
       count(r.id) FILTER (WHERE r.status <> 'closed' AND r.due_on < @today::date) AS overdue,
       (SELECT count(*) FROM job j WHERE j.buyer_id = b.id AND j.activity = @activity::text AND j.status = 'published') AS jobs
FROM company b LEFT JOIN risk r ON r.buyer_id = b.id
WHERE b.kind = 'buyer' AND (b.created_at, b.id) < (@after_at::timestamptz, @after_id::uuid)
  AND NOT EXISTS (SELECT FROM buyer_module m WHERE m.buyer_id = b.id AND m.module = 'risk' AND NOT m.active)
  AND (sqlc.narg(search)::text IS NULL OR b.name ILIKE '%' || sqlc.narg(search) || '%')
GROUP BY b.id ORDER BY b.created_at DESC, b.id DESC LIMIT @max_rows;

-- name: Suppliers :many
-- Of whom a buyer's register speaks, the last of whom something was said first.
SELECT x.id, x.name, x.country, x.open, x.worst, x.overdue, x.next_due, x.changed_at FROM (
    SELECT s.id, s.name, s.country, count(*) FILTER (WHERE r.status <> 'closed') AS open,
           coalesce(max(r.score) FILTER (WHERE r.status <> 'closed'), 0)::int AS worst,
           count(*) FILTER (WHERE r.status <> 'closed' AND r.due_on < @today::date) AS overdue,
           coalesce(min(r.due_on) FILTER (WHERE r.status <> 'closed'), '9999-12-31')::date AS next_due, max(r.changed_at)::timestamptz AS changed_at
    FROM risk r JOIN company s ON s.id = r.supplier_id WHERE r.buyer_id = @buyer_id
      AND (sqlc.narg(search)::text IS NULL OR s.name ILIKE '%' || sqlc.narg(search) || '%')
    GROUP BY s.id
) x
WHERE (x.changed_at, x.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@worsts::int[]) = 0 OR x.worst = ANY(@worsts::int[]))
ORDER BY x.changed_at DESC, x.id DESC LIMIT @max_rows;

-- name: JobOf :one
SELECT EXISTS (SELECT FROM job WHERE id = @id AND buyer_id = @buyer_id);

-- name: IsSupplier :one
SELECT EXISTS (SELECT FROM company WHERE id = @id AND kind = 'supplier');

-- name: DueReviews :many
-- scope: system: the clock tells the owners of reviews. Each country has its day, and one that is not known that of UTC.
SELECT r.id, r.buyer_id, r.due_on FROM risk r JOIN company b ON b.id = r.buyer_id
WHERE r.status <> 'closed' AND r.told_for IS DISTINCT FROM r.due_on
  AND r.due_on <= coalesce((@days::date[])[array_position(@countries::text[], b.country)], @elsewhere::date)
ORDER BY r.due_on, r.id LIMIT @max_rows FOR NO KEY UPDATE OF r SKIP LOCKED;

-- name: SetTold :exec
UPDATE risk SET told_for = due_on WHERE id = @id AND buyer_id = @buyer_id;

-- name: Directory :many
-- Suppliers by name alone, or one of them.
SELECT id, name FROM company
WHERE kind = 'supplier' AND (sqlc.narg(supplier)::uuid IS NULL OR id = sqlc.narg(supplier))
  AND (sqlc.narg(search)::text IS NULL OR name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY name, id LIMIT @max_rows;

-- name: Names :many
SELECT id, (first_name || ' ' || last_name)::text AS name FROM account WHERE id = ANY(@ids::uuid[]) AND company_id = @company_id ORDER BY name, id;
