-- name: NextPlan :one
INSERT INTO plan_counter (buyer_id, last) VALUES (@buyer_id, 1)
ON CONFLICT (buyer_id) DO UPDATE SET last = plan_counter.last + 1 WHERE plan_counter.buyer_id = excluded.buyer_id
RETURNING last;

-- name: InsertPlan :exec
INSERT INTO plan (id, buyer_id, number, context, title, job_id, timezone, week, status, drawn_by, by_buyer, created_at, changed_at, version)
VALUES (@id, @buyer_id, @number, @context, @title, sqlc.narg(job_id), @timezone, @week, @status, @drawn_by, @by_buyer, @now, @now, 1);

-- name: LockPlan :one
SELECT * FROM plan WHERE id = @id AND buyer_id = @buyer_id FOR NO KEY UPDATE;

-- name: PlanOwner :one
-- scope: operator: whose a plan is, for staff who name it by its number alone.
SELECT buyer_id FROM plan WHERE id = @id;

-- name: UpdatePlan :exec
UPDATE plan SET title = @title, week = @week, changed_at = @now, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: MovePlan :exec
UPDATE plan SET status = @status, reason = @reason, revision = @revision, sent_by = sqlc.narg(sent_by), changed_at = @now, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: TouchPlan :exec
UPDATE plan SET changed_at = @now, version = version + 1 WHERE id = @id AND buyer_id = @buyer_id;

-- name: KeepPlanChange :exec
INSERT INTO plan_change (plan_id, version, buyer_id, act, note, changed_by, changed_at)
SELECT p.id, p.version, p.buyer_id, @act, @note, sqlc.narg(changed_by)::uuid, p.changed_at FROM plan p WHERE p.id = @plan_id AND p.buyer_id = @buyer_id;

-- name: PutTask :exec
INSERT INTO plan_task (plan_id, number, buyer_id, position, kind, source, category_id, name, note, owner_id, starts_on, ends_on, progress, after, lags)
VALUES (@plan_id, @number, @buyer_id, @position, @kind, sqlc.narg(source), sqlc.narg(category_id), @name, @note, sqlc.narg(owner_id), @starts_on, @ends_on, @progress, @after, @lags)
ON CONFLICT (plan_id, number) DO UPDATE SET position = excluded.position, kind = excluded.kind, name = excluded.name, note = excluded.note,
    owner_id = excluded.owner_id, starts_on = excluded.starts_on, ends_on = excluded.ends_on, progress = excluded.progress, after = excluded.after, lags = excluded.lags
    WHERE plan_task.buyer_id = excluded.buyer_id;

-- name: DropTasks :exec
DELETE FROM plan_task WHERE plan_id = @plan_id AND buyer_id = @buyer_id AND number = ANY(@numbers::int[]);

-- name: Tasks :many
-- The tasks of a plan in their order; the name of a category is told to whom it is open.
SELECT t.number, t.kind, t.source, t.category_id, t.name, t.note, t.owner_id, t.starts_on, t.ends_on, t.progress, t.after, t.lags,
       coalesce(o.first_name || ' ' || o.last_name, '')::text AS owner_name,
       (CASE WHEN @everybody::boolean OR zabuni.admits(@account_id, c.id) THEN coalesce(c.name, '') ELSE '' END)::text AS category_name,
       b.starts_on AS planned_from, b.ends_on AS planned_to
FROM plan_task t JOIN plan p ON p.id = t.plan_id LEFT JOIN account o ON o.id = t.owner_id LEFT JOIN category c ON c.id = t.category_id
    LEFT JOIN plan_baseline b ON b.plan_id = p.id AND b.revision = p.revision AND b.number = t.number
WHERE t.plan_id = @plan_id AND t.buyer_id = @buyer_id ORDER BY t.position, t.number;

-- name: Baseline :many
-- A plan as it was approved last.
SELECT b.number, b.kind, b.source, b.category_id, b.name, b.starts_on, b.ends_on,
       (CASE WHEN @everybody::boolean OR zabuni.admits(@account_id, c.id) THEN coalesce(c.name, '') ELSE '' END)::text AS category_name
FROM plan_baseline b LEFT JOIN category c ON c.id = b.category_id
WHERE b.plan_id = @plan_id AND b.buyer_id = @buyer_id AND b.revision = @revision ORDER BY b.position, b.number;

-- name: KeepBaseline :exec
INSERT INTO plan_baseline (plan_id, revision, number, buyer_id, position, kind, source, category_id, name, starts_on, ends_on)
SELECT t.plan_id, @revision, t.number, t.buyer_id, t.position, t.kind, t.source, t.category_id, t.name, t.starts_on, t.ends_on
FROM plan_task t WHERE t.plan_id = @plan_id AND t.buyer_id = @buyer_id;

-- name: Plans :many
-- scope: operator: plans of all buyers where none is named, else of that one, the newest first; what the other side has not sent yet is not there.
SELECT p.id, p.number, p.title, p.context, p.status, p.buyer_id, b.name AS buyer_name, p.job_id, coalesce(j.title, '')::text AS job_title,
       coalesce(j.activity, '')::text AS activity, p.revision, p.created_at, p.changed_at,
       (SELECT count(*) FROM plan_task t WHERE t.plan_id = p.id AND t.buyer_id = p.buyer_id) AS tasks,
       coalesce((SELECT min(t.starts_on) FROM plan_task t WHERE t.plan_id = p.id AND t.buyer_id = p.buyer_id), p.created_at::date)::date AS starts_on,
       coalesce((SELECT max(t.ends_on) FROM plan_task t WHERE t.plan_id = p.id AND t.buyer_id = p.buyer_id), p.created_at::date)::date AS ends_on,
       (SELECT count(*) FROM plan_task t WHERE t.plan_id = p.id AND t.buyer_id = p.buyer_id AND t.kind <> 'statutory' AND t.progress < 100
            AND t.ends_on < (sqlc.arg(now)::timestamptz AT TIME ZONE p.timezone)::date) AS overdue
FROM plan p JOIN company b ON b.id = p.buyer_id LEFT JOIN job j ON j.id = p.job_id AND j.buyer_id = p.buyer_id
WHERE p.buyer_id = coalesce(sqlc.narg(buyer_id)::uuid, p.buyer_id) AND (p.status <> 'draft' OR p.by_buyer = (sqlc.narg(buyer_id)::uuid IS NOT NULL)) AND p.context = @context
  AND (p.created_at, p.id) < (@after_at::timestamptz, @after_id::uuid)
  AND (cardinality(@statuses::text[]) = 0 OR p.status = ANY(@statuses::text[]))
  AND (NOT @approved::boolean OR p.revision > 0)
  AND (NOT @sent::boolean OR p.revision > 0 OR p.status = 'submitted')
  AND (sqlc.narg(search)::text IS NULL OR p.title ILIKE '%' || sqlc.narg(search) || '%' OR j.title ILIKE '%' || sqlc.narg(search) || '%'
       OR b.name ILIKE '%' || sqlc.narg(search) || '%')
ORDER BY p.created_at DESC, p.id DESC LIMIT @max_rows;

-- name: Plan :one
SELECT p.id, p.buyer_id, p.number, p.context, p.title, p.job_id, p.timezone, p.week, p.status, p.revision, p.reason, p.drawn_by, p.by_buyer, p.sent_by, p.version,
       b.name AS buyer_name, coalesce(j.title, '')::text AS job_title, coalesce(j.activity, '')::text AS activity,
       (d.first_name || ' ' || d.last_name)::text AS drawn_name, (sqlc.arg(now)::timestamptz AT TIME ZONE p.timezone)::date AS today
FROM plan p JOIN company b ON b.id = p.buyer_id JOIN account d ON d.id = p.drawn_by LEFT JOIN job j ON j.id = p.job_id
WHERE p.id = @id AND p.buyer_id = @buyer_id;

-- name: PlanChanges :many
-- What was done with a plan, the last first.
SELECT c.version, c.act, c.note, c.changed_at, coalesce(a.first_name || ' ' || a.last_name, '')::text AS by_name
FROM plan_change c LEFT JOIN account a ON a.id = c.changed_by WHERE c.plan_id = @plan_id AND c.buyer_id = @buyer_id ORDER BY c.version DESC LIMIT 200;

-- name: JobForPlan :one
SELECT j.activity, j.timezone FROM job j WHERE j.id = @id AND j.buyer_id = @buyer_id AND j.status <> 'cancelled';

-- name: BuyerForPlan :one
SELECT country FROM company WHERE id = @id AND kind = 'buyer';

-- name: JobDays :many
-- The days of the categories of a job, as its clocks show them.
SELECT c.id, (c.opens_at AT TIME ZONE j.timezone)::date AS opens_on, (c.closes_at AT TIME ZONE j.timezone)::date AS closes_on,
       (coalesce((SELECT min(s.opened_at) FROM opening_session s WHERE s.category_id = c.id AND s.buyer_id = c.buyer_id), c.closes_at) AT TIME ZONE j.timezone)::date AS opening_on,
       coalesce((a.standstill_ends AT TIME ZONE j.timezone)::date, '0001-01-01')::date AS standstill_on
FROM job j JOIN category c ON c.job_id = j.id AND c.buyer_id = j.buyer_id LEFT JOIN award a ON a.category_id = c.id AND a.buyer_id = c.buyer_id
WHERE j.id = @job_id AND j.buyer_id = @buyer_id AND c.parent_id IS NULL AND c.status NOT IN ('cancelled', 'unsuccessful') ORDER BY c.number LIMIT 100;

-- name: PlansOf :many
-- The plans that follow the job of a category.
SELECT p.id FROM plan p JOIN category c ON c.job_id = p.job_id AND c.buyer_id = p.buyer_id WHERE c.id = @category_id AND c.buyer_id = @buyer_id ORDER BY p.id;

-- name: PlanPeople :many
-- Who may own a task: people of the buyer and of the platform who manage jobs.
SELECT a.id, (a.first_name || ' ' || a.last_name)::text AS name, (a.company_id = @buyer_id)::boolean AS of_buyer
FROM account a WHERE a.id = ANY(@ids::uuid[]) AND (a.company_id = @buyer_id OR a.user_type = 'qed') ORDER BY of_buyer DESC, name, a.id;

-- name: CountryOf :one
SELECT country FROM company WHERE id = @buyer_id;
