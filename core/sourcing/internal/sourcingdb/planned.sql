-- name: HoldPlanned :one
-- An item of a plan, held so that two jobs do not take the same of its budget.
SELECT i.id, i.activity, i.classification, i.department_id, i.currency, i.estimate, p.status
FROM procurement_item i JOIN procurement_plan p ON p.id = i.plan_id AND p.buyer_id = i.buyer_id
WHERE i.id = @id AND i.buyer_id = @buyer_id FOR NO KEY UPDATE OF i FOR SHARE OF p;

-- name: Planned :one
SELECT i.id, i.activity, i.classification, i.department_id, i.currency, i.estimate, p.status
FROM procurement_item i JOIN procurement_plan p ON p.id = i.plan_id AND p.buyer_id = i.buyer_id
WHERE i.id = @id AND i.buyer_id = @buyer_id;

-- name: Committed :one
-- What categories of an item take of its budget, one of them and a job left out. What has ended without a result gives it back.
SELECT coalesce(sum(c.estimate), 0)::numeric FROM category c JOIN job j ON j.id = c.job_id
WHERE j.plan_item_id = sqlc.arg(plan_item_id)::uuid AND j.buyer_id = @buyer_id AND c.parent_id IS NULL AND c.status NOT IN ('cancelled', 'withdrawn', 'unsuccessful')
  AND c.id <> @but::uuid AND j.id <> @but_job::uuid;

-- name: Asked :many
-- What the categories of a job will cost, by currency.
SELECT c.currency, coalesce(sum(c.estimate), 0)::numeric AS estimate FROM category c
WHERE c.job_id = @job_id AND c.buyer_id = @buyer_id AND c.parent_id IS NULL AND c.status NOT IN ('cancelled', 'withdrawn', 'unsuccessful') GROUP BY c.currency ORDER BY c.currency;

-- name: Beside :many
-- What a department buys of a class by a method about a day of its zone, published or being written, a job's own category with it.
SELECT c.id, c.reference, c.activity, j.classification, j.department_id, c.currency, c.estimate, (coalesce(c.published_at, c.opens_at) AT TIME ZONE j.timezone)::date AS at
FROM category c JOIN job j ON j.id = c.job_id
WHERE c.buyer_id = @buyer_id AND j.activity = @activity AND j.regime = @regime AND left(j.classification, 4) = sqlc.arg(class)::text
  AND j.department_id IS NOT DISTINCT FROM sqlc.narg(department_id)::uuid
  AND c.parent_id IS NULL AND c.estimate IS NOT NULL AND c.status NOT IN ('cancelled', 'withdrawn', 'unsuccessful')
  AND (c.id = @category_id OR c.published_at IS NOT NULL)
  AND coalesce(c.published_at, c.opens_at) BETWEEN sqlc.arg(at)::timestamptz - interval '180 days' AND sqlc.arg(at)::timestamptz + interval '180 days'
ORDER BY at, c.id LIMIT 1000;
