-- name: InsertPlan :exec
INSERT INTO procurement_plan (id, buyer_id, year, title, department_id, regime, private, status, drawn_by, created_at, changed_at, version)
VALUES (@id, @buyer_id, @year, @title, sqlc.narg(department_id)::uuid, @regime, @private, 'draft', @drawn_by, @now, @now, 1);

-- name: HoldPlan :one
SELECT * FROM procurement_plan WHERE id = @id AND buyer_id = @buyer_id FOR NO KEY UPDATE;

-- name: PlanOwner :one
-- scope: operator: whose a plan is, for staff who name it by its number alone.
SELECT buyer_id FROM procurement_plan WHERE id = @id;

-- name: PlanIsPublic :one
SELECT EXISTS (SELECT FROM publication_planned n WHERE n.plan_id = @id AND n.buyer_id = @buyer_id);

-- name: SavePlan :exec
UPDATE procurement_plan SET year = @year, title = @title, department_id = sqlc.narg(department_id)::uuid, regime = @regime, private = @private, changed_at = @now, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: MovePlan :exec
UPDATE procurement_plan SET status = @status, reason = @reason, revision = @revision, sent_by = sqlc.narg(sent_by)::uuid,
       approved_by = sqlc.narg(approved_by)::uuid, approved_at = sqlc.narg(approved_at)::timestamptz, changed_at = @now, version = version + 1
WHERE id = @id AND buyer_id = @buyer_id;

-- name: TouchPlan :exec
UPDATE procurement_plan SET changed_at = @now, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: KeepChange :exec
INSERT INTO procurement_change (plan_id, version, buyer_id, act, note, changed_by, changed_at)
SELECT p.id, p.version, p.buyer_id, @act, @note, @changed_by, p.changed_at FROM procurement_plan p WHERE p.id = @plan_id AND p.buyer_id = @buyer_id;

-- name: Plans :many
-- scope: operator: plans of all buyers where none is named, else of that one, the newest first.
SELECT p.id, p.buyer_id, b.name AS buyer_name, p.year, p.title, coalesce(d.name, '')::text AS department, p.status, p.revision, p.created_at, p.changed_at,
       (SELECT count(*) FROM procurement_item i WHERE i.plan_id = p.id AND i.buyer_id = p.buyer_id) AS items
FROM procurement_plan p JOIN company b ON b.id = p.buyer_id LEFT JOIN department d ON d.id = p.department_id AND d.company_id = p.buyer_id
WHERE p.buyer_id = coalesce(sqlc.narg(buyer_id)::uuid, p.buyer_id) AND (p.created_at, p.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (@year::int = 0 OR p.year = @year)
  AND (cardinality(@statuses::text[]) = 0 OR p.status = ANY(@statuses::text[]))
  AND (cardinality(@departments::uuid[]) = 0 OR p.department_id = ANY(@departments::uuid[])
       OR EXISTS (SELECT FROM procurement_item i WHERE i.plan_id = p.id AND i.buyer_id = p.buyer_id AND i.department_id = ANY(@departments::uuid[])))
  AND (sqlc.narg(search)::text IS NULL OR p.title ILIKE '%' || sqlc.narg(search) || '%' OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY p.created_at DESC, p.id DESC LIMIT @max_rows;

-- name: Plan :one
SELECT p.id, p.buyer_id, b.name AS buyer_name, p.year, p.title, p.department_id, coalesce(d.name, '')::text AS department, p.regime, p.status, p.revision, p.reason,
       p.drawn_by, p.sent_by, p.created_at, p.changed_at, p.approved_at, p.version, (w.first_name || ' ' || w.last_name)::text AS drawn_name,
       coalesce(v.first_name || ' ' || v.last_name, '')::text AS approved_name, p.private,
       EXISTS (SELECT FROM publication_planned n WHERE n.plan_id = p.id AND n.buyer_id = p.buyer_id)::boolean AS public
FROM procurement_plan p JOIN company b ON b.id = p.buyer_id LEFT JOIN department d ON d.id = p.department_id AND d.company_id = p.buyer_id
    JOIN account w ON w.id = p.drawn_by LEFT JOIN account v ON v.id = p.approved_by
WHERE p.id = @id AND p.buyer_id = @buyer_id;

-- name: Changes :many
-- What was done with a plan, the last first.
SELECT c.version, c.act, c.note, c.changed_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM procurement_change c LEFT JOIN account a ON a.id = c.changed_by WHERE c.plan_id = @plan_id AND c.buyer_id = @buyer_id ORDER BY c.version DESC LIMIT 200;

-- name: Sums :many
-- What a plan will cost, by currency, and what jobs take of it.
SELECT i.currency, count(*) AS items, sum(i.estimate)::numeric AS planned,
       coalesce(sum((SELECT sum(c.estimate) FROM category c JOIN job j ON j.id = c.job_id WHERE j.plan_item_id = i.id AND j.buyer_id = i.buyer_id
            AND c.parent_id IS NULL AND c.status NOT IN ('cancelled', 'withdrawn', 'unsuccessful'))), 0)::numeric AS committed
FROM procurement_item i WHERE i.plan_id = @plan_id AND i.buyer_id = @buyer_id GROUP BY i.currency ORDER BY i.currency;

-- name: AllItems :many
SELECT i.id, i.number, i.title, i.department_id, i.classification, i.activity, i.currency, i.estimate, i.publish_on, i.award_on, i.budget_line, i.version,
       EXISTS (SELECT FROM job j WHERE j.plan_item_id = i.id AND j.buyer_id = i.buyer_id AND j.status <> 'cancelled')::boolean AS used
FROM procurement_item i WHERE i.plan_id = @plan_id AND i.buyer_id = @buyer_id ORDER BY i.publish_on, i.id;

-- name: Items :many
SELECT i.id, i.number, i.title, i.department_id, coalesce(d.name, '')::text AS department, i.classification, i.activity, i.currency, i.estimate, i.publish_on, i.award_on,
       i.budget_line, i.version, taken.jobs, taken.committed, taken.contracted
FROM procurement_item i LEFT JOIN department d ON d.id = i.department_id AND d.company_id = i.buyer_id
CROSS JOIN LATERAL (
  SELECT count(DISTINCT j.id) FILTER (WHERE j.status <> 'cancelled') AS jobs,
         coalesce(sum(c.estimate) FILTER (WHERE c.parent_id IS NULL AND c.status NOT IN ('cancelled', 'withdrawn', 'unsuccessful')), 0)::numeric AS committed,
         EXISTS (SELECT FROM contract k JOIN award a ON a.id = k.award_id JOIN job x ON x.id = a.job_id WHERE x.plan_item_id = i.id AND k.buyer_id = i.buyer_id
             AND k.status IN ('active', 'expired', 'completed', 'terminated', 'archived')) AS contracted
  FROM job j LEFT JOIN category c ON c.job_id = j.id AND c.buyer_id = j.buyer_id WHERE j.plan_item_id = i.id AND j.buyer_id = i.buyer_id) taken
WHERE i.plan_id = @plan_id AND i.buyer_id = @buyer_id AND (i.publish_on, i.id) > (@after_on::date, @after_id::uuid)
  AND (cardinality(@departments::uuid[]) = 0 OR i.department_id = ANY(@departments::uuid[]))
  AND (cardinality(@activities::text[]) = 0 OR i.activity = ANY(@activities::text[]))
  AND (sqlc.narg(item_id)::uuid IS NULL OR i.id = sqlc.narg(item_id))
  AND (@quarter::int = 0 OR extract(quarter FROM i.publish_on) = @quarter)
  AND (sqlc.narg(search)::text IS NULL OR i.title ILIKE '%' || sqlc.narg(search) || '%' OR i.number ILIKE sqlc.narg(search) || '%' OR i.classification LIKE sqlc.narg(search) || '%')
ORDER BY i.publish_on, i.id LIMIT @max_rows;

-- name: InsertItem :exec
INSERT INTO procurement_item (id, plan_id, buyer_id, number, title, department_id, classification, activity, currency, estimate, publish_on, award_on, budget_line, version)
VALUES (@id, @plan_id, @buyer_id, @number, @title, sqlc.narg(department_id)::uuid, @classification, @activity, @currency, @estimate, @publish_on, @award_on, @budget_line, 1);

-- name: SaveItem :execrows
UPDATE procurement_item SET number = @number, title = @title, department_id = sqlc.narg(department_id)::uuid, classification = @classification, activity = @activity,
       currency = @currency, estimate = @estimate, publish_on = @publish_on, award_on = @award_on, budget_line = @budget_line, version = version + 1
WHERE id = @id AND plan_id = @plan_id AND buyer_id = @buyer_id AND version = @version;

-- name: DropItem :execrows
DELETE FROM procurement_item WHERE id = @id AND plan_id = @plan_id AND buyer_id = @buyer_id AND version = @version;

-- name: HoldItem :one
-- Whether a job is of it that was not cancelled, and whether any is: that names it still.
SELECT i.id, i.number, i.department_id, i.classification, EXISTS (SELECT FROM job j WHERE j.plan_item_id = i.id AND j.buyer_id = i.buyer_id AND j.status <> 'cancelled')::boolean AS used,
       EXISTS (SELECT FROM job j WHERE j.plan_item_id = i.id AND j.buyer_id = i.buyer_id)::boolean AS named
FROM procurement_item i WHERE i.id = @id AND i.plan_id = @plan_id AND i.buyer_id = @buyer_id FOR UPDATE OF i;

-- name: CountItems :one
SELECT count(*) FROM procurement_item WHERE plan_id = @plan_id AND buyer_id = @buyer_id;

-- name: IsBuyer :one
SELECT EXISTS (SELECT FROM company WHERE id = @id AND kind = 'buyer')::boolean;

-- name: Choices :many
-- Items of approved plans of which a job may be, and what each has left.
SELECT i.id, i.number, i.title, p.year, p.title AS plan_title, i.activity, i.classification, i.department_id, coalesce(d.name, '')::text AS department, i.currency,
       (i.estimate - coalesce((SELECT sum(c.estimate) FROM category c JOIN job j ON j.id = c.job_id WHERE j.plan_item_id = i.id AND j.buyer_id = i.buyer_id
            AND c.parent_id IS NULL AND c.status NOT IN ('cancelled', 'withdrawn', 'unsuccessful')), 0))::numeric AS remaining
FROM procurement_item i JOIN procurement_plan p ON p.id = i.plan_id AND p.buyer_id = i.buyer_id LEFT JOIN department d ON d.id = i.department_id AND d.company_id = i.buyer_id
WHERE i.buyer_id = @buyer_id AND p.status = 'approved' AND (sqlc.narg(activity)::text IS NULL OR i.activity = sqlc.narg(activity))
  AND (sqlc.narg(search)::text IS NULL OR i.title ILIKE '%' || sqlc.narg(search) || '%' OR i.number ILIKE sqlc.narg(search) || '%')
ORDER BY p.year DESC, i.publish_on, i.id LIMIT @max_rows;

-- name: Bought :many
-- What jobs of a year buy by a method that has a ceiling, published or being written, as splits are looked for: on which day of
-- their own zone.
SELECT c.id, c.reference, c.activity, j.regime, j.classification, j.department_id, c.currency, c.estimate::numeric AS estimate, (coalesce(c.published_at, c.opens_at) AT TIME ZONE j.timezone)::date AS at
FROM category c JOIN job j ON j.id = c.job_id
WHERE c.buyer_id = @buyer_id AND j.classification <> '' AND c.parent_id IS NULL AND c.estimate IS NOT NULL AND c.status NOT IN ('cancelled', 'withdrawn', 'unsuccessful')
  AND coalesce(c.published_at, c.opens_at) BETWEEN sqlc.arg(first_at)::timestamptz AND sqlc.arg(last_at)::timestamptz
  AND zabuni.admits(@account_id, c.id)
ORDER BY at, c.id LIMIT 20000;
